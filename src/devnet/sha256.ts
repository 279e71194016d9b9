import { createHash } from 'node:crypto';

/** The SHA-256 of these parts, one after the other. */
export const sha256 = (...parts: readonly (Uint8Array | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
