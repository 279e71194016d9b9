import { z } from 'zod';
import type { CitedDraft, CitedFile, WatchedSource } from '../domain/datasets/record/watched.ts';
import { findJson } from '../domain/json/strict-json.ts';
import type { FetchDocument } from '../domain/observation/sources.ts';
import { git } from './git-steps.ts';

/** What git answers, without the last line break; undefined when it finds nothing. */
const ask = (folder: string, ...args: string[]): string | undefined => {
  try {
    return git(folder, ...args).trimEnd();
  } catch {
    return undefined;
  }
};

/** The hash of the text of a file at a commit. */
const textOf = (folder: string, commit: string, path: string): string | undefined =>
  ask(folder, 'rev-parse', '--verify', '--quiet', `${commit}:${path}`);

/** Where a text stands in the files of a commit. */
const pathOf = (folder: string, commit: string, text: string): string | undefined =>
  ask(folder, 'ls-tree', '-r', '-z', commit)
    ?.split('\0')
    .find((line) => line.split(/[ \t]/)[2] === text)
    ?.replace(/^[^\t]*\t/, '');

/** The newest commit to compare with: of the main branch, or of a branch or pull request that the file stands in alone. */
const headFor = (folder: string, { commit, path }: CitedFile): string | undefined => {
  const main = ask(folder, 'rev-parse', '--verify', '--quiet', 'HEAD');
  const isOnMain = ask(folder, 'merge-base', '--is-ancestor', commit, 'HEAD') !== undefined;
  if (main !== undefined && (isOnMain || textOf(folder, main, path) !== undefined)) return main;
  const newest = ['--sort=-committerdate', '--count=1', '--format=%(objectname)'];
  return ask(folder, 'for-each-ref', `--contains=${commit}`, ...newest) || undefined;
};

/** The cited places of which a line is no longer in the text. */
const lostOf = (before: string, now: string, places: readonly string[]): string[] => {
  const lines = before.split('\n');
  const rest = new Set(now.split('\n').map((line) => line.trim()));
  return places.filter((place) => {
    const [, first, last = first] = /#L(\d+)(?:-L(\d+))?$/.exec(place) ?? [];
    const read = first === undefined ? [] : lines.slice(Number(first) - 1, Number(last));
    return read.some((line) => !rest.has(line.trim()));
  });
};

/**
 * Compares a cited file with the newest commit of its repository. Undefined when the repository lacks the text that was
 * read or what to compare it with. What a repository names is not judged here: its paths and days may be of any kind.
 * @param folder a clone of the repository.
 */
export const watchSource = (folder: string, file: CitedFile, today: string): WatchedSource | undefined => {
  const { url, path, commit, places } = file;
  const text = textOf(folder, commit, path);
  const head = text === undefined ? undefined : headFor(folder, file);
  const seconds = head === undefined ? undefined : ask(folder, 'show', '--no-patch', '--format=%ct', head);
  if (text === undefined || head === undefined || !seconds) return undefined;
  // The last second that a date can hold is of a year that no day has.
  const day = new Date(Math.min(Number(seconds), 8.64e12) * 1000).toISOString().slice(0, 10);
  const common = { url, text, head, head_date: day, looked_on: today };
  const now = textOf(folder, head, path);
  if (now === text) return { ...common, answer: 'same' };
  if (now === undefined) {
    const to = pathOf(folder, head, text);
    return to === undefined ? { ...common, answer: 'gone' } : { ...common, answer: 'moved', to };
  }
  if (places.length === 0) return { ...common, answer: 'changed' };
  const [before, after] = [text, now].map((one) => ask(folder, 'cat-file', 'blob', one));
  if (before === undefined || after === undefined) return undefined;
  const lost = lostOf(before, after, places);
  return { ...common, answer: 'changed', ...(lost.length > 0 && { lost }) };
};

/** What the Datatracker says about a draft (ietf.org, doc.json): its versions, the oldest first, those of drafts that it replaced among them. */
const DraftDocument = z.object({
  rev_history: z.array(z.object({ name: z.string(), rev: z.string(), published: z.string() })),
});

/** Asks which version of a draft is the newest. Undefined where nothing answers so. @param place where the Datatracker is. */
export const watchDraft = async (
  fetch: FetchDocument,
  { url, draft, version }: CitedDraft,
  today: string,
  place = 'https://datatracker.ietf.org',
): Promise<WatchedSource | undefined> => {
  const reply = await fetch(`${place}/doc/${draft}/doc.json`);
  const said = reply.ok ? DraftDocument.safeParse(findJson(reply.bytes)).data : undefined;
  const newest = said?.rev_history.findLast(({ name }) => name === draft);
  if (newest === undefined) return undefined;
  const common = { url, head: `${draft}-${newest.rev}`, looked_on: today };
  return newest.rev === version
    ? { ...common, answer: 'same', head_date: today }
    : { ...common, answer: 'changed', head_date: newest.published.slice(0, 10) };
};
