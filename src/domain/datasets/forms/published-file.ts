import { measurePieces } from '../../json/hash.ts';
import type { Sha256Hex } from '../../json/sha256.ts';

/** The content of a file, with its size and hash. The content is made on each request and not kept. */
export interface FileContent {
  readonly bytes: number;
  readonly sha256: Sha256Hex;
  readonly content: () => Uint8Array<ArrayBuffer>;
}

/** A file that the build writes and the service serves, by its path from the base address. */
export interface PublishedFile extends FileContent {
  readonly path: string;
}

/** The content of a file from the pieces of its text, which must be the same on every call. */
export const fileContent = (pieces: () => Iterable<string>): FileContent => {
  const measured = measurePieces(pieces());
  return {
    ...measured,
    content: () => {
      const content = Buffer.alloc(measured.bytes);
      let at = 0;
      for (const piece of pieces()) at += content.write(piece, at);
      return content;
    },
  };
};
