import { inWords } from '../vocabulary/words.ts';

/** The question of the mandate, beside the three about a document, as it is put on pages, in pictures and on the command line. */
export const MANDATE_QUESTION = 'Within its mandate?';

/** The result for one bound, or for all of them, in words for people. */
export const boundWords = { covered: 'kept', not_covered: 'broken', unknown: 'open' } as const;

/** A bound in words for people: `payment.amount_range` is `Amount range`. */
export const boundName = (type: string): string => inWords(type.slice(type.indexOf('.') + 1));

/** The result for a decision as a whole, in words for people. */
export const scopeWords = {
  covered: 'within its mandate',
  not_covered: 'outside its mandate',
  unknown: 'not known to be within its mandate',
} as const;
