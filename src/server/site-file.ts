import { closeSync, fstatSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';
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

/** Writes the named files of a folder into one. */
export const writeSiteFile = (file: string, folder: string, files: Index): void => {
  rmSync(file, { force: true });
  const index = Buffer.from(JSON.stringify(files));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(index.length);
  const target = openSync(file, 'wx');
  for (const part of [length, index]) writeFileSync(target, part);
  for (const [name] of files) writeFileSync(target, readFileSync(join(folder, name)));
  closeSync(target);
};

/** The files of a build, which are read when they are asked for. */
export interface SiteFiles {
  /** Sizes in bytes by path. */
  readonly sizes: ReadonlyMap<string, number>;
  /** @throws Error for a path that is not there. */
  read(name: string): Buffer;
}

const open = (file: string): number => {
  try {
    return openSync(file, 'r');
  } catch (failure) {
    throw new Error(`cannot read ${file}: build it anew`, { cause: failure });
  }
};

/** @throws Error when the file cannot be read or is cut off. It stays open as long as the process lives. */
export const openSiteFile = (file: string): SiteFiles => {
  const source = open(file);
  const cutOff = (): Error => new Error(`${file} is cut off: build it anew`);
  const readAt = (position: number, bytes: number): Buffer => {
    const content = Buffer.allocUnsafeSlow(bytes);
    if (readSync(source, content, 0, bytes, position) < bytes) throw cutOff();
    return content;
  };
  const length = readAt(0, LENGTH_BYTES).readUInt32LE();
  const index = JSON.parse(readAt(LENGTH_BYTES, length).toString()) as Index;
  let position = LENGTH_BYTES + length;
  const places = new Map<string, number>();
  for (const [name, bytes] of index) {
    places.set(name, position);
    position += bytes;
  }
  if (fstatSync(source).size < position) throw cutOff();
  const sizes = new Map(index);
  return { sizes, read: (name) => readAt(places.get(name)!, sizes.get(name)!) };
};
