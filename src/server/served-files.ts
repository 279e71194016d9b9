import type { IncomingMessage } from 'node:http';
import {
  acceptedCodings,
  type Coding,
  type Compression,
  compressNow,
  isCompressedByBuild,
  isCompressible,
  suffixes,
} from '../http/compress.ts';
import { fileHeaders } from '../http/file-headers.ts';
import { entityTag, type HeaderFields, reprDigest } from '../http/response-headers.ts';
import { addressOf, hasAddress } from './addresses.ts';
import type { SiteFiles } from './site-file.ts';

/** One way to send a published file: its bytes and the header list for node:http. */
export interface Representation {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly headers: string[];
  /** The header list for a 304: without the fields that describe the content (RFC 9110 §15.4.5). */
  readonly revalidated: string[];
}

/** A published file. */
export interface ServedFile {
  /** Its text as it was built. */
  text(): string;
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
 * The published files of a build by their addresses. The bytes of a file, its tags and digests, and the compressed form of a
 * file that the build left uncompressed are read or made on its first request, and kept. Tags and digests depend only on the
 * bytes, so two builds with the same content answer alike.
 * @param always fields of every answer, in front of those of the file.
 */
export const findServedFiles = ({ sizes, read }: SiteFiles, always: HeaderFields): ServedFiles => {
  const serve = (name: string, size: number): [string, ServedFile] => {
    const address = addressOf(name);
    let content: Buffer | undefined;
    const load = (): Buffer => (content ??= read(name));
    const make = (coding: Coding): Representation | undefined => {
      const headers = fileHeaders(address);
      const varies = isCompressible(headers, size);
      const described = { ...always, ...headers, ...(varies ? { Vary: 'Accept-Encoding' } : {}) };
      if (coding === 'identity') return represent(load(), load(), described);
      if (!varies) return undefined;
      const bytes = isCompressedByBuild(size) ? read(name + suffixes[coding]) : compressNow(load(), coding);
      return bytes.length < size ? represent(load(), bytes, described, coding) : undefined;
    };
    const known = new Map<Coding, Representation | undefined>();
    const find = (coding: Coding): Representation | undefined => {
      if (!known.has(coding)) known.set(coding, make(coding));
      return known.get(coding);
    };
    return [address, { text: () => load().toString(), find }];
  };
  return new Map([...sizes].filter(([name]) => hasAddress(name)).map(([name, size]) => serve(name, size)));
};

/** The representation of a file for a client, by the codings that it accepts. */
export const chooseRepresentation = (request: IncomingMessage, file: ServedFile): Representation => {
  for (const coding of acceptedCodings(request.headers['accept-encoding'] as string | undefined)) {
    const found = file.find(coding);
    if (found) return found;
  }
  return file.find('identity')!;
};
