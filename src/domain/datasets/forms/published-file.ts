import { measurePieces } from '../../json/hash.ts';
import type { Sha256Hex } from '../../json/sha256.ts';

/** A part of the content of a file; a text stands for its UTF-8 form. */
export type Piece = string | Uint8Array;

/** The content of a file, with its size and hash. It is made anew, piece by piece, on each request; see {@link keptContent}. */
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

/** What takes longer to make than it takes memory to keep, in bytes. */
const KEPT_BYTES_MAX = 67_108_864;

/** Like {@link fileContent}, for a file that is one of few: unless it is large, it is made only once. */
export const keptContent = (pieces: () => Iterable<Piece>): FileContent => {
  const made: Uint8Array[] = [];
  let bytes = 0;
  const keep = function* (): Generator<Uint8Array> {
    for (const piece of pieces()) {
      const part = typeof piece === 'string' ? Buffer.from(piece) : piece;
      bytes += part.length;
      if (bytes <= KEPT_BYTES_MAX) made.push(part);
      else made.length = 0;
      yield part;
    }
  };
  const measured = measurePieces(keep());
  if (measured.bytes > KEPT_BYTES_MAX) return { ...measured, pieces };
  const whole = Buffer.concat(made);
  return { ...measured, pieces: () => [whole] };
};
