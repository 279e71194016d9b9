import { createHash, hash } from 'node:crypto';
import { canonicalText } from './canonical-json.ts';
import type { Sha256Hex } from './sha256.ts';

/** A JSON value with its hash. */
export interface Hashed<Value> {
  readonly value: Value;
  readonly hash: Sha256Hex;
}

/** SHA-256 of the bytes, or of the UTF-8 form of a text, as 64 lowercase hexadecimal digits. */
export const sha256Hex = (content: string | Uint8Array): Sha256Hex => hash('sha256', content);

/**
 * The hash of a JSON value: `sha256(UTF-8(RFC 8785 canonical JSON))` (SPEC.md §3.4).
 * @throws TypeError when the value is not JSON.
 */
export const hashOf = (value: unknown): Sha256Hex => sha256Hex(canonicalText(value));

/**
 * The value with its hash.
 * @throws TypeError when the value is not JSON.
 */
export const hashed = <Value>(value: Value): Hashed<Value> => ({ value, hash: hashOf(value) });

/** Size and SHA-256 of a content given in pieces, texts in their UTF-8 form. No piece is kept. */
export const measurePieces = (pieces: Iterable<string | Uint8Array>): { bytes: number; sha256: Sha256Hex } => {
  const digest = createHash('sha256');
  let bytes = 0;
  for (const piece of pieces) {
    digest.update(piece);
    bytes += Buffer.byteLength(piece);
  }
  return { bytes, sha256: digest.digest('hex') };
};

function* listPieces(values: Iterable<unknown>): Generator<string> {
  let before = '[';
  for (const value of values) {
    yield before + canonicalText(value);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/** The result of {@link hashOf} for the list of these values, without building its text in one piece. */
export const hashOfList = (values: Iterable<unknown>): Sha256Hex => measurePieces(listPieces(values)).sha256;
