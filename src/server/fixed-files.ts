import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addressOf, filesBelow } from './finish-build.ts';
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
 * so two builds with the same content answer alike.
 * @param always fields of every answer, in front of those of the file.
 */
export const loadFixedFiles = async (
  folder: string,
  always: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, FixedFile>> => {
  const names = new Set(await filesBelow(folder));
  const load = async (name: string): Promise<[string, FixedFile]> => {
    const address = addressOf(name);
    const codings = suffixes.filter(([, suffix]) => names.has(name + suffix));
    const content = await readFile(join(folder, name));
    const representation = (bytes: Buffer, coding?: Coding): Representation => {
      const etag = entityTag(content, coding);
      const fields = {
        ...always,
        ...fileHeaders(address),
        ...(coding ? { 'Content-Encoding': coding } : {}),
        ...(codings.length > 0 ? { Vary: 'Accept-Encoding' } : {}),
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
    const variants = await Promise.all(
      codings.map(
        async ([coding, suffix]) =>
          [coding, representation(await readFile(join(folder, name + suffix)), coding)] as const,
      ),
    );
    return [address, { identity: representation(content), ...Object.fromEntries(variants) }];
  };
  const served = [...names].filter((name) => name !== '_headers' && !/\.(br|gz)$/.test(name));
  return new Map(await Promise.all(served.map(load)));
};
