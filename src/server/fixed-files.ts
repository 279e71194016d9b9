import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './files-below.ts';
import { addressOf } from './finish-build.ts';
import { entityTag, fileHeaders, reprDigest } from '../http/response-headers.ts';

/** One way of sending a built file: its bytes and the header list that node:http writes as it is. */
export interface Representation {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly headers: readonly string[];
  /** The same for a 304: without the fields that speak of the content (RFC 9110 §15.4.5). */
  readonly revalidated: readonly string[];
}

const contentFields = new Set(['Content-Type', 'Content-Length', 'Content-Encoding']);

export type Coding = 'br' | 'gzip' | 'identity';

/** A built file in every coding it was built in. */
export type FixedFile = Readonly<Partial<Record<Coding, Representation>>> & { readonly identity: Representation };

const suffixes: readonly (readonly [Coding, string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
];

/**
 * Reads every built file into memory: address → what to send. Tags and digests are of the bytes,
 * so two builds with the same content answer alike. It reads one file after the other: no request waits yet, and handing
 * each small file to a thread takes three times as long.
 * @param always fields of every answer, in front of those of the file.
 */
export const loadFixedFiles = (
  folder: string,
  always: Readonly<Record<string, string>>,
): ReadonlyMap<string, FixedFile> => {
  const names = new Set(filesBelow(folder));
  const load = (name: string): [string, FixedFile] => {
    const address = addressOf(name);
    const codings = suffixes.filter(([, suffix]) => names.has(name + suffix));
    const content = readFileSync(join(folder, name));
    const described = {
      ...always,
      ...fileHeaders(address),
      ...(codings.length > 0 ? { Vary: 'Accept-Encoding' } : {}),
    };
    const representation = (bytes: Buffer, coding?: Coding): Representation => {
      const etag = entityTag(content, coding);
      const fields = {
        ...described,
        ...(coding ? { 'Content-Encoding': coding } : {}),
        'Content-Length': String(bytes.length),
        ETag: etag,
        'Repr-Digest': reprDigest(bytes),
      };
      const entries = Object.entries(fields);
      return {
        bytes,
        etag,
        headers: entries.flat(),
        revalidated: entries.filter(([name]) => !contentFields.has(name)).flat(),
      };
    };
    const variants = codings.map(
      ([coding, suffix]) => [coding, representation(readFileSync(join(folder, name + suffix)), coding)] as const,
    );
    return [address, { identity: representation(content), ...Object.fromEntries(variants) }];
  };
  const served = [...names].filter((name) => name !== '_headers' && !/\.(br|gz)$/.test(name));
  return new Map(served.map(load));
};
