import type { Sha256Hex } from '../json/sha256.ts';
import { hexOf } from '../vocabulary/bytes.ts';

/** The number of bytes that an anchor registers: `78 40` and the 64 digits of a hash. */
export const REGISTERED_BYTES = 66;

/**
 * The bytes that go on the chain for a receipt hash, in hexadecimal (SPEC.md §10.1): its digits as one CBOR text string, whose head
 * says that 64 bytes follow (RFC 8949 §3.1).
 */
export const registeredBytesHex = (receiptHash: Sha256Hex): string =>
  `7840${hexOf(new TextEncoder().encode(receiptHash))}`;
