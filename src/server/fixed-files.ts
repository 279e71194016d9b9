import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entityTag, fileHeaders, reprDigest } from '../http/response-headers.ts';
import { type Compression, compressSmall, isCompressible, SMALL_FILE_BYTES, suffixes } from './compress.ts';
import { filesBelow } from './files-below.ts';
import { addressOf } from './finish-build.ts';

/** One way of sending a built file: its bytes and the header list that node:http writes as it is. */
export interface Representation {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly headers: readonly string[];
  /** The same for a 304: without the fields that speak of the content (RFC 9110 §15.4.5). */
  readonly revalidated: readonly string[];
}

const contentFields = new Set(['Content-Type', 'Content-Length', 'Content-Encoding']);

export type Coding = Compression | 'identity';

/** A built file. In a coding that would not make it smaller it has no representation. */
export type FixedFile = (coding: Coding) => Representation | undefined;

const compressions = Object.keys(suffixes) as Compression[];

/**
 * Reads every built file into memory: address → what to send. Tags and digests are of the bytes,
 * so two builds with the same content answer alike. It reads one file after the other: no request waits yet, and handing
 * each small file to a thread takes three times as long. What the build left uncompressed is compressed when it is first
 * asked for, and kept.
 * @param always fields of every answer, in front of those of the file.
 */
export const loadFixedFiles = (
  folder: string,
  always: Readonly<Record<string, string>>,
): ReadonlyMap<string, FixedFile> => {
  const names = new Set(filesBelow(folder));
  const load = (name: string): [string, FixedFile] => {
    const address = addressOf(name);
    const content = readFileSync(join(folder, name));
    const varies = isCompressible(name, content.length);
    const described = { ...always, ...fileHeaders(address), ...(varies ? { Vary: 'Accept-Encoding' } : {}) };
    const representation = (bytes: Buffer, coding?: Compression): Representation => {
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
    const known = new Map<Coding, Representation | undefined>([['identity', representation(content)]]);
    const keep = (coding: Compression, bytes: Buffer): void => {
      known.set(coding, bytes.length < content.length ? representation(bytes, coding) : undefined);
    };
    const built = compressions.filter((coding) => names.has(name + suffixes[coding]));
    for (const coding of built) keep(coding, readFileSync(join(folder, name + suffixes[coding])));
    const isLeft = varies && built.length === 0 && content.length <= SMALL_FILE_BYTES;
    return [
      address,
      (coding) => {
        if (isLeft && !known.has(coding)) keep(coding as Compression, compressSmall(content, coding as Compression));
        return known.get(coding);
      },
    ];
  };
  const served = [...names].filter((name) => name !== '_headers' && !/\.(br|gz)$/.test(name));
  return new Map(served.map(load));
};
