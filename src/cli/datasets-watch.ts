import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { checkDatasets } from '../dataset-files/check.ts';
import { WATCHED_FILE } from '../dataset-files/check-shared-files.ts';
import { problemReport } from '../dataset-files/problem-report.ts';
import { readDatasetTexts } from '../dataset-files/read-files.ts';
import { buildWatched, citedFiles, WatchedFile, WatchedSource } from '../domain/datasets/record/watched.ts';
import { watchSource } from '../proposing/watch-source.ts';
import { replaceFile } from '../whole-file.ts';
import { CommandError, printableInLine } from './terminal.ts';

export interface WatchOptions {
  readonly root: string;
  /** Folder of clones, one in owner/name. */
  readonly mirrors?: string;
  readonly list?: boolean;
  readonly today: string;
}

/** What changed, in a line. */
const lineOf = ({ url, answer, head_date: day, to, lost = [] }: WatchedSource): string => {
  const places = lost.length === 0 ? '' : `; no longer there: ${lost.map((place) => place.split('#')[1]).join(', ')}`;
  return printableInLine(`${answer} by ${day}: ${url}${to === undefined ? '' : `, to ${to}`}${places}`);
};

/**
 * Compares every cited file with the newest commit in its mirror and keeps the answers. Answers about files that could
 * not be compared this time, or of which a mirror names what the list does not take, stay.
 * @throws CommandError when the files have problems or the folder is missing; then nothing is written.
 */
export const watch = async ({ root, mirrors, list, today }: WatchOptions): Promise<void> => {
  const { records, watched, problems } = checkDatasets(readDatasetTexts(root));
  if (problems.length > 0) throw new CommandError(`${problemReport(problems)}\nFix these first.`);
  const cited = citedFiles(records);
  if (list) {
    process.stdout.write([...new Set(cited.map(({ repo }) => `${repo}\n`))].toSorted().join(''));
    return;
  }
  if (mirrors === undefined || !existsSync(mirrors))
    throw new CommandError('--mirrors names no folder; expected one that holds a clone in owner/name.');
  const kept = new Map(watched?.sources.map((one) => [one.url, one]));
  for (const file of cited) {
    const folder = join(mirrors, file.repo);
    const answer = existsSync(folder) ? watchSource(folder, file, today) : undefined;
    if (answer === undefined) continue;
    const unsound = WatchedSource.safeParse(answer).error?.issues[0];
    if (unsound !== undefined) {
      const why = `${unsound.path.join('.')}: ${unsound.message}`;
      process.stdout.write(`${printableInLine(`not kept: ${file.url}: ${why}`)}\n`);
      continue;
    }
    kept.set(file.url, answer);
    if (answer.answer !== 'same') process.stdout.write(`${lineOf(answer)}\n`);
  }
  const { counts, sources } = buildWatched({ sources: [...kept.values()] }, cited);
  if (sources.length === 0) throw new CommandError(`No mirror in ${mirrors} has a text that a record cites.`);
  const head = '# Written by npm run datasets -- watch.\n';
  await replaceFile(join(root, WATCHED_FILE), head + stringify(WatchedFile.parse({ sources }), { lineWidth: 0 }));
  const said = Object.entries(counts).map(([answer, count]) => `${answer.replaceAll('_', ' ')} ${count}`);
  process.stdout.write(`${cited.length} cited files: ${said.join(', ')}.\n`);
};
