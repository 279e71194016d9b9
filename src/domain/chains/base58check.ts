import { createHash } from 'node:crypto';

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

const doubleSha256 = (bytes: Uint8Array) =>
  createHash('sha256').update(createHash('sha256').update(bytes).digest()).digest();

/** The bytes of a Base58 text; undefined when a character is not in the alphabet. */
const decodeBase58 = (text: string): Buffer | undefined => {
  let value = 0n;
  for (const character of text) {
    const digit = alphabet.indexOf(character);
    if (digit < 0) return undefined;
    value = value * 58n + BigInt(digit);
  }
  const hex = value === 0n ? '' : value.toString(16);
  const zeros = text.length - text.replace(/^1+/, '').length;
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')]);
};

/** Bytes, not all of them zero, as Base58 text without a checksum. */
export const toBase58 = (bytes: Uint8Array): string => {
  let digits = '';
  for (let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`); value > 0n; value /= 58n)
    digits = alphabet[Number(value % 58n)]! + digits;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(Math.max(zeros, 0)) + digits;
};

/** A version byte and a payload as Base58Check text. */
export const toBase58Check = (version: number, payload: Uint8Array): string => {
  const content = Buffer.concat([Buffer.from([version]), payload]);
  return toBase58(Buffer.concat([content, doubleSha256(content).subarray(0, 4)]));
};

/**
 * The version byte and payload of a Base58Check text of at most 128 characters; undefined when it
 * is not Base58 or its four checksum bytes do not match.
 */
export const findBase58Check = (text: string): { version: number; payload: Uint8Array } | undefined => {
  const bytes = text.length > 128 ? undefined : decodeBase58(text);
  if (bytes === undefined || bytes.length < 5) return undefined;
  const content = bytes.subarray(0, -4);
  if (!doubleSha256(content).subarray(0, 4).equals(bytes.subarray(-4))) return undefined;
  return { version: content[0]!, payload: content.subarray(1) };
};
