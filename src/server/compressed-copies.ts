import { createWriteStream, existsSync, statSync } from 'node:fs';
import { copyFile, open, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { compressions, compressor, isCompressedByBuild, isCompressible, suffixes } from '../http/compress.ts';
import { fileHeaders } from '../http/file-headers.ts';
import { addressOf } from './addresses.ts';

const PIECE_BYTES = 1_048_576;

/**
 * Gives the bytes of a file to a stream, through one buffer: new ones would have the garbage of a build with many records
 * collected every second.
 */
const feed = async (file: string, target: Writable): Promise<void> => {
  const source = await open(file);
  const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, PIECE_BYTES);
    if (bytesRead === 0) break;
    await new Promise((taken) => target.write(buffer.subarray(0, bytesRead), taken));
  }
  await source.close();
  target.end();
};

const compress = async (file: string, size: number): Promise<void> => {
  for (const coding of compressions) {
    const compression = compressor(coding, size, file.endsWith('.html'));
    const written = pipeline(compression, createWriteStream(file + suffixes[coding]));
    await Promise.all([feed(file, compression), written]);
  }
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
