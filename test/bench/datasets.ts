import { cp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { buildFlags } from '../../src/server/server-flags.ts';
import { newFolder } from '../support/server.ts';
import { prepareEleventy } from './eleventy.ts';
import { atLeast, atMost, type Line, told } from './report.ts';
import { writeRecords, writeSyntheticRecords } from './synthetic-records.ts';
import { median, medianOf, type Timed, timeNode } from './timed.ts';

const root = join(import.meta.dirname, '../..');
const ROUNDS = 3;
const PAGES = 10_000;

/** The tree without what is built or fetched, so that records can be put into it. */
const copyTree = async (): Promise<string> => {
  const folder = await newFolder();
  const left = new Set(['node_modules', 'dist', 'data', '.git', '.astro', '.env']);
  for (const name of await readdir(root)) {
    if (!left.has(name)) await cp(join(root, name), join(folder, name), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
};

/** The check of the real records. */
export const benchDatasets = (): Promise<Line[]> => {
  const rounds = Array.from({ length: ROUNDS }, () => timeNode(['src/cli/datasets.ts', 'check'], root).cpu);
  const seconds = median(rounds);
  return Promise.resolve([
    atMost(
      'seconds of the processor for a check of the real records, its start included',
      seconds,
      3,
      `${seconds.toFixed(2)} s`,
    ),
  ]);
};

/** How often each word stands in the text of a page. */
const countWords = (html: string): Map<string, number> => {
  const text = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/&#?\w+;/g, ' ');
  const counts = new Map<string, number>();
  for (const word of text.match(/[\p{L}\p{N}]+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

/** The share of the words of a page that another page has, too. */
const sharedWords = (html: string, other: string): number => {
  const [words, others] = [countWords(html), countWords(other)];
  const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0);
  const shared = [...words].map(([word, count]) => Math.min(count, others.get(word) ?? 0));
  return sum(shared) / sum(words.values());
};

/**
 * A whole build against Eleventy. Both make the page of each record with the same text, its JSON, the table of all and the whole
 * as JSON, from the same YAML; ours also checks every record, writes all other forms, badges and the search, hashes and indexes
 * them, and compresses what is asked for most. Eleventy compiles a Nunjucks template anew for each page; with functions of
 * JavaScript in place of templates it takes a quarter of the time. Neither lists the files it writes.
 */
export const benchSites = async (): Promise<Line[]> => {
  const theirs = await newFolder();
  const ours = await copyTree();
  const what = `whole build with ${PAGES} records / Eleventy`;
  try {
    const eleventy = await prepareEleventy(theirs);
    if (eleventy === undefined) return [told(what, Number.NaN, 'not measured: Eleventy could not be installed')];
    await writeSyntheticRecords(ours, PAGES);
    await writeRecords(join(theirs, 'input/_data/records'), PAGES);
    const runs: { astro: Timed; eleventy: Timed }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await rm(join(ours, 'dist'), { recursive: true, force: true });
      await rm(join(theirs, 'output'), { recursive: true, force: true });
      runs.push({
        astro: timeNode([...buildFlags, 'node_modules/astro/bin/astro.mjs', 'build', '--silent'], ours),
        eleventy: timeNode([eleventy, '--quiet'], theirs),
      });
    }
    const pageOf = (folder: string) => readFile(join(folder, 'agent-accountability-map/synthetic-000001.html'), 'utf8');
    const shared = sharedWords(await pageOf(join(ours, 'dist/client')), await pageOf(join(theirs, 'output')));
    const ratio = ({ astro, eleventy: other }: (typeof runs)[number]) => astro.wall / other.wall;
    const middle = medianOf(runs, ratio);
    const megabytes = Math.max(...runs.map(({ astro }) => astro.megabytes));
    const written = ({ wall, cpu }: Timed) => `${wall.toFixed(0)} s (${cpu.toFixed(0)} s of the processor)`;
    return [
      atMost(what, ratio(middle), 1.5, `${written(middle.astro)} / ${written(middle.eleventy)}`),
      atMost('its most memory in units of 1.5 GB', megabytes / 1430, 1, `${megabytes.toFixed(0)} MB`),
      atLeast('words of our page of a record that its page has, too', shared, 0.95, `${(shared * 100).toFixed(1)} %`),
    ];
  } finally {
    await rm(ours, { recursive: true });
    await rm(theirs, { recursive: true });
  }
};
