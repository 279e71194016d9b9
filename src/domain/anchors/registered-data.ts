import { hexOf, Sha256Hex } from '../json/sha256.ts';
import { cborText, parseCborText } from './cbor-text.ts';

/** The number of bytes that an anchor registers: `78 40` and the 64 digits of a hash. */
export const REGISTERED_BYTES = 66;

/** The bytes that go on the chain for a receipt hash, in hexadecimal (SPEC.md §10.1). */
export const registeredBytesHex = (receiptHash: Sha256Hex): string => hexOf(cborText(receiptHash));

/** The hash in registered bytes given in hexadecimal (SPEC.md §10.1); undefined when they are not the CBOR text of one. */
export const findRegisteredHash = (registeredDataHex: string): Sha256Hex | undefined => {
  const bytes = Uint8Array.from(registeredDataHex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const text = parseCborText(bytes);
  return text !== undefined && Sha256Hex.safeParse(text).success ? text : undefined;
};
