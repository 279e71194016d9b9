import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { compressions, compressor, isCompressedByBuild, isCompressible, suffixes } from '../http/compress.ts';
import { fileHeaders } from '../http/response-headers.ts';
import { addressOf } from './addresses.ts';

/** Pieces of the usual 64 KiB leave so much garbage that collecting it takes as long as compressing. */
const PIECE_BYTES = 1_048_576;

const compress = async (file: string, size: number): Promise<void> => {
  await Promise.all(
    compressions.map((coding) =>
      pipeline(
        createReadStream(file, { highWaterMark: PIECE_BYTES }),
        compressor(coding, size, file.endsWith('.html')),
        createWriteStream(file + suffixes[coding]),
      ),
    ),
  );
};

/** Whether two files have the same bytes. */
const areEqual = async (file: string, other: string): Promise<boolean> =>
  (await readFile(file)).equals(await readFile(other));

/** Files of one size: the latest version of a dataset is its document under another name, and compressed once. */
const compressAlike = async (files: readonly string[], size: number): Promise<void> => {
  let last: string | undefined;
  for (const file of files) {
    if (last !== undefined && (await areEqual(file, last)))
      for (const coding of compressions) await copyFile(last + suffixes[coding], file + suffixes[coding]);
    else await compress(file, size);
    last = file;
  }
};

/**
 * Writes the compressed copies of the large files of a build, as many at once as there are processors. Files that have copies
 * are left out. @param names paths relative to the folder.
 */
export const writeCompressedCopies = async (folder: string, names: readonly string[]): Promise<void> => {
  const bySize = new Map<number, string[]>();
  for (const name of names) {
    const file = join(folder, name);
    const { size } = statSync(file);
    if (!isCompressedByBuild(size) || !isCompressible(fileHeaders(addressOf(name)), size)) continue;
    if (compressions.every((coding) => existsSync(file + suffixes[coding]))) continue;
    bySize.set(size, [...(bySize.get(size) ?? []), file]);
  }
  // The largest first, so that in the end no processor waits for another.
  const waiting = [...bySize].toSorted(([one], [other]) => one - other);
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await compressAlike(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
};
