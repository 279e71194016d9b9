import { z } from 'zod';
import { problemIf, type RuleProblem } from '../../vocabulary/errors.ts';
import { Sentence, WebAddress } from '../../vocabulary/text.ts';
import type { Source } from './source.ts';

/** A place in one of the sources of a record. */
export const Citation = z
  .strictObject({
    url: WebAddress.meta({
      description:
        'The address of the source, as in the sources of the record, followed by the place where that can be linked: the anchor of a heading (`#identity-registry`) or lines (`#L120`; `?plain=1#L120` in a file that its host renders).',
    }),
    locator: Sentence.meta({
      description: 'The place in it: heading, section, function, event or lines; `whole text` where all of it counts.',
    }),
  })
  .meta({ description: 'A place in one of the sources of the record.' });
export type Citation = z.infer<typeof Citation>;

/** The locator of a citation that stands for all of the source. */
export const WHOLE_TEXT = 'whole text';

/** The source that is cited, at an address with or without the place in it; undefined when it is not among these. */
export const findCited = ({ url }: Citation, sources: readonly Source[]): Source | undefined => {
  const whole = url.replace(/(\?plain=1)?#[^#]*$/, '');
  return sources.find((source) => source.url === url) ?? sources.find((source) => source.url === whole);
};

/** The citations whose address is not among the sources of the record. */
export const checkCitations = (
  citations: readonly Citation[],
  sources: readonly Source[],
  path: readonly (string | number)[],
): RuleProblem[] =>
  citations.flatMap((citation, at) =>
    problemIf(
      findCited(citation, sources) === undefined,
      [...path, at, 'url'],
      'is not among the sources of this record; expected the address of one',
    ),
  );
