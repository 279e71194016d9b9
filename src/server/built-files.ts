import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { acceptedCodings, type Coding, compress, isCompressible } from '../http/compress.ts';
import { fileHeaders } from '../http/file-headers.ts';
import { entityTag, type HeaderFields, reprDigest } from '../http/response-headers.ts';

/** Every file below a folder, as paths relative to it, sorted. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();

/** The address of a built file: without `index.html` or `.html`. */
const addressOf = (file: string): string => {
  const path = `/${file.split(sep).join('/')}`;
  return path === '/index.html' ? '/' : path.replace(/(\/index)?\.html$/, '');
};

/** The files of a build that have an address, by their addresses, with their paths relative to the folder. */
export const listAddresses = (folder: string): Map<string, string> =>
  new Map(filesBelow(folder).map((file) => [addressOf(file), file]));

/**
 * Reads the files of a build, by their addresses. A service reads all of them when it starts (about 1,800), so that a
 * later build changes nothing that it serves.
 */
export const readBuiltFiles = (folder: string): Map<string, Buffer> =>
  new Map([...listAddresses(folder)].map(([address, file]) => [address, readFileSync(join(folder, file))]));

/** One way to send a built file: its bytes and the header list for node:http. */
export interface Representation {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly headers: string[];
  /** The header list for a 304: without the fields that describe the content (RFC 9110 §15.4.5). */
  readonly revalidated: string[];
}

/** A built file. */
export interface ServedFile {
  /** Its representation for a client that accepts these codings, by the field Accept-Encoding. */
  choose(acceptEncoding: string | undefined): Promise<Representation>;
}

const contentFields = new Set(['Content-Type', 'Content-Length', 'Content-Encoding']);

const serveFile = (address: string, content: Buffer, always: HeaderFields): ServedFile => {
  const known = new Map<Coding, Promise<Representation>>();
  const find = (coding: Coding): Promise<Representation> => {
    const made = known.get(coding) ?? represent(coding);
    known.set(coding, made);
    return made;
  };
  const represent = async (asked: Coding): Promise<Representation> => {
    const fields = fileHeaders(address);
    const varies = isCompressible(fields, content.length);
    if (asked !== 'identity' && !varies) return find('identity');
    const coding = asked === 'identity' ? undefined : asked;
    const bytes = coding ? await compress(content, coding) : content;
    const etag = entityTag(content, coding);
    const entries = Object.entries({
      ...always,
      ...fields,
      ...(varies && { Vary: 'Accept-Encoding' }),
      ...(coding && { 'Content-Encoding': coding }),
      'Content-Length': String(bytes.length),
      ETag: etag,
      'Repr-Digest': reprDigest(bytes),
    });
    const revalidated = entries.filter(([field]) => !contentFields.has(field)).flat();
    return { bytes, etag, headers: entries.flat(), revalidated };
  };
  return { choose: (acceptEncoding) => find(acceptedCodings(acceptEncoding)[0] ?? 'identity') };
};

/** The files that a service serves, by their addresses. */
export type ServedFiles = ReadonlyMap<string, ServedFile>;

/**
 * Makes the files of a build ready to be served. Tags, digests and compressed forms are made when they are first asked for, and kept.
 * They depend on the bytes alone, so two builds with the same content answer alike.
 * @param always fields of every answer, in front of those of the file.
 */
export const serveFiles = (files: ReadonlyMap<string, Buffer>, always: HeaderFields): ServedFiles =>
  new Map([...files].map(([address, content]) => [address, serveFile(address, content, always)]));
