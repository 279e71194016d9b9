import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { configFromEnvironment } from '../config.ts';
import { checkDatasets } from '../dataset-files/check.ts';
import { WATCHED_FILE } from '../dataset-files/check-shared-files.ts';
import { problemReport } from '../dataset-files/problem-report.ts';
import { readDatasetTexts } from '../dataset-files/read-files.ts';
import {
  buildWatched,
  type CitedDraft,
  citedDrafts,
  type CitedFile,
  citedFiles,
  WatchedFile,
  WatchedSource,
} from '../domain/datasets/record/watched.ts';
import { documentFetcher, userAgentOf } from '../observing/fetch-document.ts';
import { renewMirror, whyGitFailed } from '../proposing/git-steps.ts';
import { watchDraft, watchSource } from '../proposing/watch-source.ts';
import { replaceFile } from '../whole-file.ts';
import { CommandError, printableInLine } from './terminal.ts';

export interface WatchOptions {
  readonly root: string;
  /** Folder of clones, one in owner/name. */
  readonly mirrors: string;
  /** Whether to make or renew the clones, and to ask about drafts. */
  readonly fetch?: true;
  readonly today: string;
}

/** What changed, in a line. */
const lineOf = ({ url, answer, head_date: day, to, lost = [] }: WatchedSource): string => {
  const places = lost.length === 0 ? '' : `; no longer there: ${lost.map((place) => place.split('#')[1]).join(', ')}`;
  return `${answer} by ${day}: ${url}${to === undefined ? '' : `, to ${to}`}${places}`;
};
const say = (line: string): boolean => process.stdout.write(`${printableInLine(line)}\n`);

const renewMirrors = async (mirrors: string, cited: readonly CitedFile[]): Promise<void> => {
  mkdirSync(mirrors, { recursive: true });
  for (const repo of new Set(cited.map((file) => file.repo))) {
    try {
      await renewMirror(mirrors, repo);
    } catch (error) {
      say(`not reached: ${repo}: ${whyGitFailed(error)}`);
    }
  }
};

const askAboutDrafts = async (drafts: readonly CitedDraft[], today: string): Promise<(WatchedSource | undefined)[]> => {
  const fetch = documentFetcher({ userAgent: userAgentOf(configFromEnvironment().siteUrl), allowed: 'public' });
  return Promise.all(drafts.map((draft) => watchDraft(fetch, draft, today)));
};

/**
 * Compares every cited file with the newest commit in its mirror, and every cited draft with its newest version, and keeps the
 * answers. Answers about what could not be compared this time, or of which a mirror names what the list does not take, stay.
 * @throws CommandError when the files have problems or the folder is missing, ConfigError; then nothing is written.
 */
export const watch = async ({ root, mirrors, fetch, today }: WatchOptions): Promise<void> => {
  const { records, watched, problems } = checkDatasets(readDatasetTexts(root));
  if (problems.length > 0) throw new CommandError(`${problemReport(problems)}\nFix these first.`);
  const [files, drafts] = [citedFiles(records), citedDrafts(records)];
  if (fetch) await renewMirrors(mirrors, files);
  else if (!existsSync(mirrors))
    throw new CommandError('--mirrors names no folder; expected one that holds a clone in owner/name.');
  const missing = new Set(files.flatMap(({ repo }) => (existsSync(join(mirrors, repo)) ? [] : [repo])));
  if (!fetch && missing.size > 0) say(`no clone of ${[...missing].toSorted().join(', ')}`);
  const here = files.filter(({ repo }) => !missing.has(repo));
  const answers = [
    ...here.map((file) => watchSource(join(mirrors, file.repo), file, today)),
    ...(fetch ? await askAboutDrafts(drafts, today) : []),
  ];
  const kept = new Map(watched?.sources.map((one) => [one.url, one]));
  for (const answer of answers) {
    if (answer === undefined) continue;
    const unsound = WatchedSource.safeParse(answer).error?.issues[0];
    if (unsound !== undefined) {
      say(`not kept: ${answer.url}: ${unsound.path.join('.')}: ${unsound.message}`);
      continue;
    }
    kept.set(answer.url, answer);
    if (answer.answer !== 'same') say(lineOf(answer));
  }
  const { counts, sources } = buildWatched({ sources: [...kept.values()] }, records);
  if (sources.length === 0) throw new CommandError(`No mirror in ${mirrors} has a text that a record cites.`);
  const head = '# Written by npm run datasets -- watch.\n';
  await replaceFile(join(root, WATCHED_FILE), head + stringify(WatchedFile.parse({ sources }), { lineWidth: 0 }));
  const said = Object.entries(counts).map(([answer, count]) => `${answer.replaceAll('_', ' ')} ${count}`);
  process.stdout.write(`${files.length} cited files and ${drafts.length} drafts: ${said.join(', ')}.\n`);
};
