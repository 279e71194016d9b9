import { hash } from 'node:crypto';
import { canonicalText } from './canonical-json.ts';
import type { Sha256Hex } from './sha256.ts';

/** SHA-256 of the bytes, or of the UTF-8 form of a text, as 64 lowercase hexadecimal digits. */
export const sha256Hex = (content: string | Uint8Array): Sha256Hex => hash('sha256', content);

/**
 * The hash of a JSON value: `sha256(UTF-8(RFC 8785 canonical JSON))` (contract.md §1, Hashes).
 * @throws TypeError when the value is not JSON.
 */
export const hashOf = (value: unknown): Sha256Hex => sha256Hex(canonicalText(value));
