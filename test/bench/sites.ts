import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newFolder } from '../support/server.ts';
import { copyCheckout } from '../support/tested-project.ts';
import { prepareEleventy } from './eleventy.ts';
import { atLeast, atMost, type Line } from './report.ts';
import { writeRecords, writeSyntheticRecords } from './synthetic-records.ts';
import { median, medianOf, type Timed, timeNode } from './timed.ts';

const root = join(import.meta.dirname, '../..');
const ROUNDS = 3;
const PAGES = 10_000;
/** Our heap, as on a small machine: on a large one Node takes what there is before it collects. Eleventy runs out of it. */
const HEAP = '--max-old-space-size=800';

/** `npm run datasets -- check` of the real records, its start included. */
export const benchCheck = async (): Promise<Line[]> => {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++)
    times.push((await timeNode(['src/cli/datasets.ts', 'check'], root)).seconds);
  return [atMost('seconds that a check of the real records takes', median(times), 3, `median of ${ROUNDS}`)];
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
  return sum([...words].map(([word, count]) => Math.min(count, others.get(word) ?? 0))) / sum(words.values());
};

/**
 * A whole build against Eleventy. Both make the page of each record with the same text, its JSON, the table of all and the whole
 * as JSON, from the same YAML; ours also checks every record, writes all other forms, badges and the search, and hashes and indexes
 * them. Eleventy compiles a Nunjucks template anew for each page; with functions of JavaScript in place of templates it takes a
 * quarter of the time. Neither lists the files it writes.
 */
export const benchSites = async (): Promise<Line[]> => {
  const theirs = await newFolder();
  const ours = copyCheckout(root);
  try {
    const eleventy = await prepareEleventy(theirs);
    await writeSyntheticRecords(ours, PAGES);
    await writeRecords(join(theirs, 'input/_data/records'), PAGES);
    const runs: { astro: Timed; eleventy: Timed }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await rm(join(ours, 'dist'), { recursive: true, force: true });
      await rm(join(theirs, 'output'), { recursive: true, force: true });
      runs.push({
        astro: await timeNode([HEAP, 'node_modules/astro/bin/astro.mjs', 'build', '--silent'], ours),
        eleventy: await timeNode([eleventy, '--quiet'], theirs),
      });
    }
    const pageOf = (folder: string) => readFile(join(folder, 'agent-accountability-map/synthetic-000001.html'), 'utf8');
    const shared = sharedWords(await pageOf(join(ours, 'dist/client')), await pageOf(join(theirs, 'output')));
    const ratio = ({ astro, eleventy: other }: (typeof runs)[number]) => astro.seconds / other.seconds;
    const middle = medianOf(runs, ratio);
    const most = Math.max(...runs.map(({ astro }) => astro.megabytes));
    return [
      atMost(
        `whole build with ${PAGES} records / Eleventy`,
        ratio(middle),
        1.5,
        `${middle.astro.seconds.toFixed(0)} s / ${middle.eleventy.seconds.toFixed(0)} s`,
      ),
      atMost('its most memory in GB, with a heap of 0.8 GB', most / 1_000, 1.5, ''),
      atLeast('words of our page of a record that its page has, too', shared, 0.95, ''),
    ];
  } finally {
    await rm(ours, { recursive: true });
    await rm(theirs, { recursive: true });
  }
};
