import { createHash } from 'node:crypto';
import { createBase58check } from '@scure/base';
import { z } from 'zod';

const base58Check = createBase58check((bytes) => createHash('sha256').update(bytes).digest());

/** A version byte and a payload as Base58Check text. */
export const toBase58Check = (version: number, payload: Uint8Array): string =>
  base58Check.encode(Uint8Array.of(version, ...payload));

/**
 * The version byte and payload of a Base58Check text of at most 128 characters; undefined when it
 * is not Base58 or its four checksum bytes do not match.
 */
export const findBase58Check = (text: string): { version: number; payload: Uint8Array } | undefined => {
  if (text.length > 128) return undefined;
  try {
    const content = base58Check.decode(text);
    return { version: content[0]!, payload: content.subarray(1) };
  } catch {
    return undefined;
  }
};

/** A Concordium contract instance, `<index,subindex>`. */
export const ContractAddress = z
  .strictObject({
    index: z.int().min(0).meta({ description: 'Index of the contract instance.' }),
    subindex: z.int().min(0).meta({ description: 'Subindex of the contract instance.' }),
  })
  .meta({ description: 'A Concordium contract instance, written <index,subindex>.' });
export type ContractAddress = z.infer<typeof ContractAddress>;

/** Whether the text is a Concordium account address: Base58Check, version 1, 32 bytes. Needs no node. */
export const isConcordiumAccount = (text: string): boolean => {
  const decoded = findBase58Check(text);
  return decoded?.version === 1 && decoded.payload.length === 32;
};

/** Whether two Base58 addresses belong to one account: aliases share the first 29 of 32 bytes. */
export const isSameAccount = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((address) => findBase58Check(address)?.payload);
  return a?.length === 32 && b?.length === 32 && Buffer.compare(a.subarray(0, 29), b.subarray(0, 29)) === 0;
};

const readLeb128 = (bytes: Uint8Array, start: number): { value: number; next: number } | undefined => {
  let value = 0n;
  for (let at = start; at < bytes.length && at - start < 10; at += 1) {
    value |= BigInt(bytes[at]! & 0x7f) << BigInt(7 * (at - start));
    if ((bytes[at]! & 0x80) === 0) return value > 2n ** 53n ? undefined : { value: Number(value), next: at + 1 };
  }
  return undefined;
};

const leb128 = (value: number): number[] =>
  value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...leb128(Math.floor(value / 0x80))];

/** The CIS-2 token address ("Concordium Badge") of an agent: what {@link findTokenOfBadge} reads. */
export const badgeOfToken = ({ index, subindex }: ContractAddress, tokenId: string): string => {
  const token = Buffer.alloc(8);
  token.writeBigUInt64LE(BigInt(tokenId));
  return toBase58Check(2, Buffer.concat([Buffer.from([...leb128(index), ...leb128(subindex)]), token]));
};

/**
 * The contract and token id in a CIS-2 token address (the "Concordium Badge"). Base58Check of
 * version 2 over LEB128 index, LEB128 subindex, and the token id, which agent registries write as
 * eight bytes, least significant first. Undefined when it is not such an address. Needs no node.
 */
export const findTokenOfBadge = (badge: string): { contract: ContractAddress; tokenId: string } | undefined => {
  const decoded = findBase58Check(badge);
  if (decoded?.version !== 2) return undefined;
  const index = readLeb128(decoded.payload, 0);
  const subindex = index && readLeb128(decoded.payload, index.next);
  if (!index || !subindex) return undefined;
  const token = decoded.payload.subarray(subindex.next);
  if (token.length !== 8) return undefined;
  return {
    contract: { index: index.value, subindex: subindex.value },
    tokenId: Buffer.from(token).readBigUInt64LE().toString(),
  };
};
