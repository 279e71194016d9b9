import type { Source } from '../../domain/datasets/record/source.ts';
import type { Term } from '../../domain/vocabulary/terms.ts';
import { capitalized } from '../../domain/vocabulary/words.ts';

/** The label of a term's value. */
export const labelOf = (terms: Readonly<Record<string, Term>>, value: string): string => terms[value]?.label ?? value;

/** What a term's value means, as a sentence. */
export const meaningOf = (terms: Readonly<Record<string, Term>>, value: string): string =>
  capitalized(terms[value]?.meaning ?? '');

/** The name of a source for people: its title, else its thread or its file in a repository, else its address. */
export const sourceTitle = ({ title, repo, path, url }: Source): string => {
  if (title !== undefined || repo === undefined) return title ?? url;
  const thread = /\/(?:issues|pull|discussions)\/(\d+)/.exec(url)?.[1];
  return thread === undefined ? [repo, path].filter(Boolean).join(', ') : `${repo}#${thread}`;
};
