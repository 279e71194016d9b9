import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';

type Unpack = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

const unpackers: Readonly<Record<string, Unpack>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

export type Unpacked =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: 'too_large' | 'encoding_unusable' };

/**
 * Removes the content coding of an answer: requests ask for none, but servers may use one. Never holds
 * more than the limit in memory.
 */
export const unpack = async (bytes: Uint8Array, coding: string, limit: number): Promise<Unpacked> => {
  const name = coding.trim().toLowerCase();
  if (name === '' || name === 'identity') return { ok: true, bytes };
  if (!Object.hasOwn(unpackers, name)) return { ok: false, reason: 'encoding_unusable' };
  try {
    return { ok: true, bytes: await unpackers[name]!(bytes, { maxOutputLength: limit }) };
  } catch (error) {
    const tooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return { ok: false, reason: tooLarge ? 'too_large' : 'encoding_unusable' };
  }
};
