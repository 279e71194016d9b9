import { hexOf, Sha256Hex } from '../json/sha256.ts';

const MAJOR_TEXT = 0x60;

/**
 * A text as one CBOR text string (RFC 8949 §3.1, major type 3) with the shortest possible head.
 * The 64 digits of a hash become 66 bytes: `78 40` and the ASCII digits.
 * @throws RangeError for a text of more than 65,535 UTF-8 bytes.
 */
export const cborText = (text: string): Uint8Array => {
  const utf8 = new TextEncoder().encode(text);
  const { length } = utf8;
  if (length > 0xffff) throw new RangeError('a text of more than 65535 bytes is not registered data');
  const head =
    length < 24
      ? [MAJOR_TEXT | length]
      : length <= 0xff
        ? [MAJOR_TEXT | 24, length]
        : [MAJOR_TEXT | 25, length >> 8, length & 0xff];
  return Uint8Array.from([...head, ...utf8]);
};

/**
 * The text of these bytes if they are one CBOR text string, undefined for anything else:
 * another type, a longer head than needed, bytes left over, or bytes that are not UTF-8.
 */
export const parseCborText = (bytes: Uint8Array): string | undefined => {
  const first = bytes[0];
  if (first === undefined || first >> 5 !== 3) return undefined;
  const headLength = { 24: 2, 25: 3 }[first & 0x1f] ?? 1;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(headLength));
  } catch {
    return undefined;
  }
  const canonical = cborText(text);
  return canonical.length === bytes.length && canonical.every((byte, index) => byte === bytes[index])
    ? text
    : undefined;
};

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
