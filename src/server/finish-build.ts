import { readFileSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { sha256Hex } from '../domain/json/hash.ts';
import { brotliOptions, GOOD_QUALITY, isCompressible, SMALL_FILE_BYTES, suffixes } from './compress.ts';
import { filesBelow } from './files-below.ts';
import { headersFile } from './headers-file.ts';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** The address of a built file: `index.html` and `.html` are left out of it. */
export const addressOf = (file: string): string => {
  const path = `/${file.split(sep).join('/')}`;
  return path === '/index.html' ? '/' : path.replace(/(\/index)?\.html$/, '');
};

interface SizedFile {
  readonly name: string;
  readonly bytes: number;
}

/** So many bytes of a build are worth brotli's best quality; a dataset that grows does not take longer. */
const BEST_QUALITY_BYTES = 2_500_000;
/** Larger files are those that grow with a dataset. */
const BEST_QUALITY_FILE_BYTES = 1_000_000;

/**
 * The files that are compressed as well as it goes: what every page loads, then those of the smallest folders, since the
 * large ones hold a file for each record. The same files give the same choice.
 */
const planBestQuality = (files: readonly SizedFile[]): ReadonlySet<string> => {
  const neighbours = Map.groupBy(files, ({ name }) => dirname(name));
  const crowd = ({ name }: SizedFile): number =>
    dirname(name) === '_astro' ? 0 : neighbours.get(dirname(name))!.length;
  let left = BEST_QUALITY_BYTES;
  const chosen = files
    .toSorted((a, b) => crowd(a) - crowd(b) || (a.name < b.name ? -1 : 1))
    .filter(({ bytes }) => {
      if (bytes > Math.min(left, BEST_QUALITY_FILE_BYTES)) return false;
      left -= bytes;
      return true;
    });
  return new Set(chosen.map(({ name }) => name));
};

/** Writes both copies of every file of one content. */
const compress = async (files: readonly [string, ...string[]], isBest: boolean): Promise<void> => {
  const bytes = await readFile(files[0]);
  const copies = await Promise.all([
    brotli(bytes, brotliOptions(bytes.length, isBest ? constants.BROTLI_MAX_QUALITY : GOOD_QUALITY)),
    deflate(bytes, { level: isBest ? constants.Z_BEST_COMPRESSION : constants.Z_DEFAULT_COMPRESSION }),
  ]);
  for (const [at, suffix] of [suffixes.br, suffixes.gzip].entries()) {
    if (copies[at]!.length >= bytes.length) continue;
    for (const file of files) await writeFile(file + suffix, copies[at]!);
  }
};

/** Files that are compressed at a time: enough for every core, few enough for the memory. */
const AT_A_TIME = 16;

/** Adds to a build what its server and a CDN need: br and gzip copies of what is asked for most, and `_headers`. */
export const finishBuild = async (dir: URL, siteUrl: string): Promise<void> => {
  const folder = fileURLToPath(dir);
  const files = filesBelow(folder);
  const worthwhile = files
    .map((name): SizedFile => ({ name, bytes: statSync(join(folder, name)).size }))
    .filter(({ name, bytes }) => isCompressible(name, bytes));
  const best = planBestQuality(worthwhile);
  const chosen = worthwhile.filter(({ name, bytes }) => best.has(name) || bytes > SMALL_FILE_BYTES);
  // The latest version of a dataset is there twice: under its name and under its hash.
  const alike = Map.groupBy(chosen, ({ name }) => sha256Hex(readFileSync(join(folder, name))));
  const waiting = alike.values();
  const work = async (): Promise<void> => {
    for (const same of waiting) {
      const [first, ...others] = same.map(({ name }) => join(folder, name));
      await compress(
        [first!, ...others],
        same.some(({ name }) => best.has(name)),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  await writeFile(join(folder, '_headers'), headersFile(files.map(addressOf), siteUrl));
};
