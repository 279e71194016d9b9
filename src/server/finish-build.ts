import { readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { filesBelow } from './files-below.ts';
import { headersFile } from './headers-file.ts';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Below this size a compressed copy saves no packet. */
const SMALLEST_COMPRESSED = 512;
const compressible = /\.(html|css|m?js|json|ndjson|csv|xml|svg|txt)$|SHA256SUMS$/;

/** The address of a built file: `index.html` and `.html` are left out of it. */
export const addressOf = (file: string): string => {
  const path = `/${file.split(sep).join('/')}`;
  return path === '/index.html' ? '/' : path.replace(/(\/index)?\.html$/, '');
};

interface SizedFile {
  readonly name: string;
  readonly bytes: number;
}

/**
 * Brotli at its best quality takes seconds for a megabyte, a hundred times as long as at quality 5, and
 * leaves about 15 % off. So many bytes of a build are worth it; a dataset that grows does not take longer.
 */
const BEST_QUALITY_BYTES = 4_000_000;
const GOOD_QUALITY = 5;

/**
 * The files that are compressed as well as it goes: those of the smallest folders first, since the
 * large ones hold a file for each record. The same files give the same choice.
 */
const planBestQuality = (files: readonly SizedFile[]): ReadonlySet<string> => {
  const neighbours = Map.groupBy(files, ({ name }) => dirname(name));
  const crowd = ({ name }: SizedFile): number => neighbours.get(dirname(name))!.length;
  let left = BEST_QUALITY_BYTES;
  const chosen = files
    .toSorted((a, b) => crowd(a) - crowd(b) || (a.name < b.name ? -1 : 1))
    .filter(({ bytes }) => {
      if (bytes > left) return false;
      left -= bytes;
      return true;
    });
  return new Set(chosen.map(({ name }) => name));
};

/** The smallest window that holds a file (RFC 7932 §9.1): setting up a larger one takes longer than a small file. */
const windowOf = (bytes: number): number =>
  Math.min(
    Math.max(Math.ceil(Math.log2(bytes + 16)), constants.BROTLI_MIN_WINDOW_BITS),
    constants.BROTLI_DEFAULT_WINDOW,
  );

const compress = async (file: string, quality: number): Promise<void> => {
  const bytes = await readFile(file);
  const [br, gz] = await Promise.all([
    brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_LGWIN]: windowOf(bytes.length),
      },
    }),
    deflate(bytes, { level: 9 }),
  ]);
  if (br.length < bytes.length) await writeFile(`${file}.br`, br);
  if (gz.length < bytes.length) await writeFile(`${file}.gz`, gz);
};

/** Files that are compressed at a time: enough for every core, few enough for the memory. */
const AT_A_TIME = 16;

/** Adds to a build what its server and a CDN need: br and gzip copies where they are smaller, and `_headers`. */
export const finishBuild = async (dir: URL, siteUrl: string): Promise<void> => {
  const folder = fileURLToPath(dir);
  const files = filesBelow(folder);
  const sized = await Promise.all(
    files
      .filter((name) => compressible.test(name))
      .map(async (name): Promise<SizedFile> => ({ name, bytes: (await stat(join(folder, name))).size })),
  );
  const worthwhile = sized.filter(({ bytes }) => bytes >= SMALLEST_COMPRESSED);
  const best = planBestQuality(worthwhile);
  const waiting = worthwhile.values();
  const work = async (): Promise<void> => {
    for (const { name } of waiting) {
      await compress(join(folder, name), best.has(name) ? constants.BROTLI_MAX_QUALITY : GOOD_QUALITY);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  await writeFile(join(folder, '_headers'), headersFile(files.map(addressOf), siteUrl));
};
