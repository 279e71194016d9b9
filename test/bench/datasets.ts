import { spawnSync } from 'node:child_process';
import { cp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { datasets } from '../../src/dataset-files/registry.ts';
import { compressNow } from '../../src/http/compress.ts';
import { buildFlags } from '../../src/server/server-flags.ts';
import setup from '../support/build.ts';
import { newFolder } from '../support/server.ts';
import { prepareEleventy } from './eleventy.ts';
import { atLeast, atMost, type Line, told } from './report.ts';
import { writeRecords, writeSyntheticRecords } from './synthetic-records.ts';
import { median, medianOf, type Timed, timeNode } from './timed.ts';

const root = join(import.meta.dirname, '../..');
const ROUNDS = 3;
const PAGES = 10_000;

interface Built {
  readonly milliseconds: number;
  readonly megabytes: number;
}

const buildOnce = (count: number): Built => {
  const args = [join(import.meta.dirname, 'build-dataset.ts'), String(count)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${count} records: ${stderr.slice(-2_000)}`);
  return JSON.parse(stdout) as Built;
};

/** One dataset, checked and built in every form that needs no bundler, in a process of its own each time. */
const benchGrowth = (): Line[] => {
  const of = (count: number, rounds: number) =>
    medianOf(
      Array.from({ length: rounds }, () => buildOnce(count)),
      ({ milliseconds }) => milliseconds,
    );
  const [small, middle, large] = [of(1_000, ROUNDS), of(10_000, ROUNDS), of(100_000, 1)];
  const seconds = ({ milliseconds }: Built) => `${(milliseconds / 1000).toFixed(1)} s`;
  return [
    atMost(
      'dataset of 10,000 records / of 1,000, processor time',
      middle.milliseconds / small.milliseconds,
      11,
      `${seconds(middle)} / ${seconds(small)}`,
    ),
    atMost(
      'dataset of 100,000 records / of 10,000, processor time',
      large.milliseconds / middle.milliseconds,
      11,
      `${seconds(large)} / ${seconds(middle)}`,
    ),
    atMost(
      'most memory in units of 1 GB at 100,000 records',
      (large.megabytes * 1.024 ** 2) / 1000,
      1,
      `${Math.round(large.megabytes)} MB`,
    ),
  ];
};

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

const CHECK = 'src/cli/datasets.ts';

/** `npm run datasets check` of the real records; of many, without the start of the process, against reading the same YAML and no more. */
const benchCheck = async (): Promise<Line[]> => {
  const folder = await copyTree();
  try {
    const rounds = <Value>(measure: () => Value): Value[] => Array.from({ length: ROUNDS }, measure);
    const beyond = (run: readonly string[], start: readonly string[]): number => {
      const measured = rounds(() => timeNode(run, folder).cpu - timeNode(start, folder).cpu);
      return median(measured);
    };
    const present = median(rounds(() => timeNode([CHECK, 'check'], folder).cpu));
    await writeSyntheticRecords(folder, PAGES);
    const check = beyond([CHECK, 'check'], [CHECK, '--help']);
    const parser = join(import.meta.dirname, 'parse-yaml.ts');
    const parse = beyond([parser, 'datasets/agent-accountability-map'], [parser, 'nothing']);
    return [
      atMost(
        'seconds of the processor that a check of the real records takes, its start included',
        present,
        1.5,
        `${present.toFixed(2)} s`,
      ),
      atMost(
        `check of ${PAGES} records / reading their YAML only`,
        check / parse,
        1.5,
        `${check.toFixed(1)} s / ${parse.toFixed(1)} s of the processor`,
      ),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
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
    const written = ({ wall, cpu }: Timed) => `${wall.toFixed(0)} s (${cpu.toFixed(0)} s of the processor)`;
    return [
      atMost(what, ratio(middle), 1.5, `${written(middle.astro)} / ${written(middle.eleventy)}`),
      atLeast('words of our page of a record that its page has, too', shared, 0.95, `${(shared * 100).toFixed(1)} %`),
    ];
  } finally {
    await rm(ours, { recursive: true });
    await rm(theirs, { recursive: true });
  }
};

/** What a dataset page and everything it loads weigh, compressed. */
const benchWeights = async (): Promise<Line[]> => {
  await setup();
  const client = join(root, 'dist/client');
  const compressed = async (path: string): Promise<number> =>
    compressNow(await readFile(join(client, path)), 'br').length;
  const lines: Line[] = [];
  for (const { id: page } of datasets) {
    const html = await readFile(join(client, `${page}.html`), 'utf8');
    const parts = [...new Set(html.match(/\/_astro\/[^"]+\.(?:css|js)/g))];
    const weights = await Promise.all(parts.map(async (part) => ({ part, bytes: await compressed(part) })));
    const sum = (those: typeof weights) => those.reduce((total, { bytes }) => total + bytes, 0);
    const all = (await compressed(`${page}.html`)) + sum(weights);
    const scripts = sum(weights.filter(({ part }) => part.endsWith('.js')));
    lines.push(
      atMost(`weight of /${page} in units of 150 kB`, all / 150_000, 1, `${(all / 1000).toFixed(1)} kB`),
      atMost(`its scripts in units of 10 kB`, scripts / 10_000, 1, `${(scripts / 1000).toFixed(1)} kB`),
    );
  }
  return lines;
};

/** Building, checking and showing datasets that grow. Takes many minutes. */
export const benchDatasets = async (): Promise<Line[]> => [
  ...(await benchWeights()),
  ...(await benchCheck()),
  ...benchGrowth(),
];
