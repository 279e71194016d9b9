import { measurePieces } from '../../json/hash.ts';
import type { Sha256Hex } from '../../json/sha256.ts';

/** A part of the content of a file; a text stands for its UTF-8 form. */
export type Piece = string | Uint8Array;

/** The content of a file, with its size and hash. It is made anew, piece by piece, on each request; but see {@link contentOfAll}. */
export interface FileContent {
  readonly bytes: number;
  readonly sha256: Sha256Hex;
  readonly pieces: () => Iterable<Piece>;
}

/** A file that the build writes and the service serves, by its path from the base address. */
export interface PublishedFile extends FileContent {
  readonly path: string;
}

/** The content of a file from its pieces, which must be the same on every call. */
export const fileContent = (pieces: () => Iterable<Piece>): FileContent => ({ ...measurePieces(pieces()), pieces });

/** Beyond this, what holds all records takes more memory than a build should. */
const KEPT_RECORDS_MAX = 20_000;

/**
 * Like {@link fileContent}, for a content that holds all records of a dataset. Unless they are many, it is made once and kept,
 * because measuring it and writing it would make it twice.
 */
export const contentOfAll = (records: number, pieces: () => Iterable<Piece>): FileContent => {
  if (records > KEPT_RECORDS_MAX) return fileContent(pieces);
  const whole = Buffer.concat(
    Array.from(pieces(), (piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)),
  );
  return fileContent(() => [whole]);
};
