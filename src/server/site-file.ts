import { closeSync, constants, fstatSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The file of a build that holds all files that are served: the length of the index in 4 bytes, the index as JSON, then the
 * bytes of one file after another. A server keeps it open and reads from it, so that a later build in the same folder, which
 * makes another file of this name, cannot mix with the one that it serves.
 */
export const SITE_FILE = 'site.bin';

/** Paths relative to the folder of the files, with their sizes in bytes, in the order of the file. */
type Index = readonly (readonly [name: string, bytes: number])[];

const LENGTH_BYTES = 4;

const BUFFER_BYTES = 4_194_304;

/**
 * Appends files to an open one, through one buffer: with a buffer for each file and a call to write it, a build with 10,000
 * records takes twice as long for this, and leaves hundreds of megabytes behind.
 * @throws Error when a file has fewer bytes than its size says.
 */
const appendFiles = (target: number, folder: string, files: Index): void => {
  const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  let used = 0;
  for (const [name, bytes] of files) {
    const source = openSync(join(folder, name), 'r');
    for (let left = bytes; left > 0;) {
      const read = readSync(source, buffer, used, Math.min(left, BUFFER_BYTES - used), null);
      if (read === 0) throw new Error(`${name} was cut off while the build read it`);
      left -= read;
      used += read;
      if (used < BUFFER_BYTES) continue;
      writeFileSync(target, buffer);
      used = 0;
    }
    closeSync(source);
  }
  writeFileSync(target, buffer.subarray(0, used));
};

/** Writes the named files of a folder into one. */
export const writeSiteFile = (file: string, folder: string, files: Index): void => {
  rmSync(file, { force: true });
  const index = Buffer.from(JSON.stringify(files));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(index.length);
  const target = openSync(file, 'wx');
  for (const part of [length, index]) writeFileSync(target, part);
  appendFiles(target, folder, files);
  closeSync(target);
};

/** The files of a build, which are read when they are asked for. */
export interface SiteFiles {
  /** Sizes in bytes by path. */
  readonly sizes: ReadonlyMap<string, number>;
  /** @throws Error for a path that is not there, or when the file was written over. */
  read(name: string): Buffer;
}

const open = (file: string): number => {
  try {
    // A pipe would be waited for.
    return openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (failure) {
    throw new Error(`cannot read ${file}: build it anew`, { cause: failure });
  }
};

/** The names and sizes in the text of an index; undefined for any other text. */
const findIndex = (text: string): Index | undefined => {
  let index: unknown;
  try {
    index = JSON.parse(text);
  } catch {
    return undefined;
  }
  const isEntry = (entry: unknown): boolean =>
    Array.isArray(entry) && typeof entry[0] === 'string' && Number.isSafeInteger(entry[1]) && entry[1] >= 0;
  const isIndex = Array.isArray(index) && index.every(isEntry);
  return isIndex && new Set((index as Index).map(([name]) => name)).size === (index as Index).length
    ? (index as Index)
    : undefined;
};

/**
 * The file stays open as long as the process lives.
 * @throws Error when it cannot be read, is cut off, or is none that a build wrote; later also when it is written over.
 */
export const openSiteFile = (file: string): SiteFiles => {
  const source = open(file);
  const opened = fstatSync(source);
  if (!opened.isFile()) throw new Error(`${file} is not a file: remove it and build anew`);
  const cutOff = (): Error => new Error(`${file} is cut off: build it anew`);
  const readAt = (position: number, bytes: number): Buffer => {
    if (position + bytes > opened.size) throw cutOff();
    const content = Buffer.allocUnsafeSlow(bytes);
    if (readSync(source, content, 0, bytes, position) < bytes) throw cutOff();
    return content;
  };
  const length = readAt(0, LENGTH_BYTES).readUInt32LE();
  const index = findIndex(readAt(LENGTH_BYTES, length).toString());
  if (index === undefined) throw new Error(`${file} is damaged: build it anew`);
  let position = LENGTH_BYTES + length;
  const places = new Map<string, number>();
  for (const [name, bytes] of index) {
    places.set(name, position);
    position += bytes;
  }
  if (opened.size < position) throw cutOff();
  const sizes = new Map(index);
  const read = (name: string): Buffer => {
    const { mtimeMs, size } = fstatSync(source);
    // A build makes another file; whoever copies one over this one changes the bytes that the index speaks of.
    if (mtimeMs !== opened.mtimeMs || size !== opened.size)
      throw new Error(`${file} was written over while the service runs: start it again`);
    return readAt(places.get(name)!, sizes.get(name)!);
  };
  return { sizes, read };
};
