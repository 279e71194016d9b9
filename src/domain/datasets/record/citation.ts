import { z } from 'zod';
import type { RuleProblem } from '../../vocabulary/rule-problem.ts';
import { Sentence, WebAddress } from '../../vocabulary/text.ts';
import type { Source } from './source.ts';

/** A place in one of the sources of a record. */
export const Citation = z
  .strictObject({
    url: WebAddress.meta({ description: 'The address of the source, as in the sources of the record.' }),
    locator: Sentence.meta({
      description: 'The place in it: heading, section, function, event or lines; `whole text` where all of it counts.',
    }),
  })
  .meta({ description: 'A place in one of the sources of the record.' });
export type Citation = z.infer<typeof Citation>;

/** The locator of a citation that stands for all of the source. */
export const WHOLE_TEXT = 'whole text';

/** The citations whose address is not among the sources of the record. */
export const checkCitations = (
  citations: readonly Citation[],
  sources: readonly Source[],
  path: readonly (string | number)[],
): RuleProblem[] =>
  citations.flatMap(({ url }, at) =>
    sources.some((source) => source.url === url)
      ? []
      : [
          {
            path: [...path, at, 'url'],
            message: 'is not among the sources of this record; expected the address of one',
          },
        ],
  );
