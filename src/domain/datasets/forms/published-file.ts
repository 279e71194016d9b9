import { measurePieces } from '../../json/hash.ts';
import type { Sha256Hex } from '../../json/sha256.ts';

/** A part of the content of a file; a text stands for its UTF-8 form. */
export type Piece = string | Uint8Array;

/**
 * The content of a file, with its size and hash. Its pieces are made anew on each request, unless a {@link Keep} has kept them. The
 * bytes of a piece may be gone when the next is asked for.
 */
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

/** The content of a file whose pieces are made once and kept: for one that holds all records of a dataset. */
export type Keep = (pieces: Iterable<Piece>) => FileContent;
