import { loadWatched } from '../../dataset-files/load.ts';
import type { Source } from '../../domain/datasets/record/source.ts';
import { watchAnswerTerms } from '../../domain/datasets/record/watched.ts';
import { labelOf } from './text.ts';

const bySource = new Map(loadWatched().sources.map((one) => [one.url, one]));

/** What became of the text of a source since it was read: `unchanged as of 2026-08-22`. */
export const watchNote = ({ url }: Pick<Source, 'url'>): string => {
  const { answer, head_date: day } = bySource.get(url) ?? {};
  if (answer === undefined) return 'not looked at again';
  return answer === 'same'
    ? `unchanged as of ${day}`
    : `source moved on: ${labelOf(watchAnswerTerms, answer).toLowerCase()} by ${day}`;
};
