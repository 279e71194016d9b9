import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** A content coding (RFC 9110 §8.4.1) that built files are sent in. */
export type Compression = 'br' | 'gzip';

/** Where a build lays a compressed copy: the file's name and this. */
export const suffixes: Readonly<Record<Compression, string>> = { br: '.br', gzip: '.gz' };

/** Below this size a compressed copy saves no packet. */
const SMALLEST_COMPRESSED = 512;
const compressible = /\.(html|css|m?js|json|ndjson|csv|xml|svg|txt)$|SHA256SUMS$/;

/** Whether a file is worth compressing. */
export const isCompressible = (name: string, bytes: number): boolean =>
  bytes >= SMALLEST_COMPRESSED && compressible.test(name);

/**
 * Up to this size the server compresses a file itself when somebody asks for it the first time, if the
 * build has not: writing two copies of each of many thousand pages takes longer than making the pages.
 */
export const SMALL_FILE_BYTES = 65_536;

/** Brotli's best quality takes a hundred times as long as this one and leaves about 15 % off. */
export const GOOD_QUALITY = 5;

/** The smallest window that holds a file (RFC 7932 §9.1): setting up a larger one takes longer than a small file. */
const windowOf = (bytes: number): number =>
  Math.min(
    Math.max(Math.ceil(Math.log2(bytes + 16)), constants.BROTLI_MIN_WINDOW_BITS),
    constants.BROTLI_DEFAULT_WINDOW,
  );

/** What brotli is told about a file. */
export const brotliOptions = (bytes: number, quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: windowOf(bytes),
  },
});

/** A compressed copy of a small file: making it takes little more than handing it to a thread. */
export const compressSmall = (bytes: Uint8Array, compression: Compression): Buffer =>
  compression === 'br' ? brotliCompressSync(bytes, brotliOptions(bytes.length, GOOD_QUALITY)) : gzipSync(bytes);
