import { z } from 'zod';

/** A name that a document gives to one of its parts. Plain characters only, because it is repeated in errors and pointers. */
export const Identifier = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/, 'expected 1 to 64 letters, digits, dots, dashes or underscores')
  .meta({ description: 'A name used within this document: 1 to 64 letters, digits, dots, dashes or underscores.' });
export type Identifier = z.infer<typeof Identifier>;

/** A kind of thing, as a lower-case word. */
export const KindWord = z
  .string()
  .regex(
    /^[a-z][a-z0-9_.-]{0,63}$/,
    'expected a lower-case word of at most 64 letters, digits, dots, dashes or underscores',
  )
  .meta({ description: 'Its kind: one lower-case word, for instance `delivery_artifact`.' });
export type KindWord = z.infer<typeof KindWord>;

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** The random bytes that {@link randomId} needs: five bits of each are used. */
export const RANDOM_ID_BYTES = 24;

/**
 * An identifier that no one can guess: 24 characters of Crockford's base 32, 120 random bits
 * (SPEC.md §4.2). Letters that look like digits are not used.
 */
export const randomId = (random: Uint8Array): string => {
  let id = '';
  for (let at = 0; at < RANDOM_ID_BYTES; at++) id += alphabet[random[at]! & 31];
  return id;
};

/** The form of an identifier made by {@link randomId}. */
export const RANDOM_ID_PATTERN = /^[0-9a-hjkmnp-tv-z]{24}$/;
