import { sha256Hex } from '../../json/hash.ts';
import type { Sha256Hex } from '../../json/sha256.ts';

/** A file that the build writes and the service serves, by its path from the base address. */
export interface PublishedFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: Sha256Hex;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** A file with its size and hash. A text becomes UTF-8. */
export const publishedFile = (path: string, text: string | Uint8Array<ArrayBuffer>): PublishedFile => {
  const content = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return { path, bytes: content.length, sha256: sha256Hex(content), content };
};
