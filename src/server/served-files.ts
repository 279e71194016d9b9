import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import {
  acceptedCodings,
  type Coding,
  type Compression,
  compressions,
  compressNow,
  isCompressedByBuild,
  isCompressible,
  suffixes,
} from '../http/compress.ts';
import { entityTag, fileHeaders, type HeaderFields, reprDigest } from '../http/response-headers.ts';
import { addressOf, hasAddress } from './addresses.ts';
import { filesBelow } from './files-below.ts';

/** One way to send a published file: its bytes and the header list for node:http. */
export interface Representation {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly headers: string[];
  /** The header list for a 304: without the fields that describe the content (RFC 9110 §15.4.5). */
  readonly revalidated: string[];
}

/** A published file in memory. */
export interface ServedFile {
  /** The bytes as they were built. */
  readonly content: Buffer;
  /** Its representation in a coding; undefined when the coding does not make it smaller. */
  find(coding: Coding): Representation | undefined;
}

/** The published files of a build, by their addresses. */
export type ServedFiles = ReadonlyMap<string, ServedFile>;

const contentFields = new Set(['Content-Type', 'Content-Length', 'Content-Encoding']);

const represent = (content: Buffer, bytes: Buffer, described: HeaderFields, coding?: Compression): Representation => {
  const etag = entityTag(content, coding);
  const entries = Object.entries({
    ...described,
    ...(coding ? { 'Content-Encoding': coding } : {}),
    'Content-Length': String(bytes.length),
    ETag: etag,
    'Repr-Digest': reprDigest(bytes),
  });
  return {
    bytes,
    etag,
    headers: entries.flat(),
    revalidated: entries.filter(([field]) => !contentFields.has(field)).flat(),
  };
};

/**
 * Reads every published file into memory, so that a later build in the same folder cannot mix with this one. Tags and
 * digests depend only on the bytes, so two builds with the same content answer alike. Files are read synchronously: no
 * request waits yet, and reading small files in threads takes three times as long. Tags, digests and the compressed
 * form of a file that the build left uncompressed are made on its first request, and kept.
 * @param always fields of every answer, in front of those of the file.
 */
export const loadServedFiles = (folder: string, always: HeaderFields): ServedFiles => {
  const load = (name: string): [string, ServedFile] => {
    const content = readFileSync(join(folder, name));
    const address = addressOf(name);
    const headers = fileHeaders(address);
    const varies = isCompressible(headers, content.length);
    const described = { ...always, ...headers, ...(varies ? { Vary: 'Accept-Encoding' } : {}) };
    const built = new Map<Coding, Buffer>();
    if (varies && isCompressedByBuild(content.length))
      for (const coding of compressions) built.set(coding, readFileSync(join(folder, name + suffixes[coding])));
    const make = (coding: Coding): Representation | undefined => {
      if (coding === 'identity') return represent(content, content, described);
      if (!varies) return undefined;
      const bytes = built.get(coding) ?? compressNow(content, coding);
      return bytes.length < content.length ? represent(content, bytes, described, coding) : undefined;
    };
    const known = new Map<Coding, Representation | undefined>();
    const find = (coding: Coding): Representation | undefined => {
      if (!known.has(coding)) known.set(coding, make(coding));
      return known.get(coding);
    };
    return [address, { content, find }];
  };
  return new Map(filesBelow(folder).filter(hasAddress).map(load));
};

/** The representation of a file for a client, by the codings that it accepts. */
export const chooseRepresentation = (request: IncomingMessage, file: ServedFile): Representation => {
  for (const coding of acceptedCodings(request.headers['accept-encoding'] as string | undefined)) {
    const found = file.find(coding);
    if (found) return found;
  }
  return file.find('identity')!;
};
