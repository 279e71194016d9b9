import { sha256Hex } from '../domain/json/hash.ts';
import type { FetchDocument } from './fetch-document.ts';

/** Whether an address names a file by its content. */
export const isIpfsAddress = (address: string): boolean => /^ipfs:\/\//i.test(address);

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
/** The bytes before the hash: version 1, plain bytes (raw), SHA-256, 32 bytes (multiformats: CID, multicodec, multihash). */
const RAW_SHA256 = '01551220';

/** A base32 text without padding as hexadecimal digits; bits that fill no byte are left out. */
const hexOfBase32 = (text: string): string => {
  let value = 0n;
  for (const character of text) value = value * 32n + BigInt(BASE32.indexOf(character));
  const bits = text.length * 5;
  return (value >> BigInt(bits % 8)).toString(16).padStart(Math.floor(bits / 8) * 2, '0');
};

/**
 * The identifier in an address `ipfs://<CID>`, and the SHA-256 of the bytes that it stands for. Undefined where the bytes
 * cannot be checked: for a path in a folder, for a file in several blocks, and for other hashes.
 */
export const findContent = (address: string): { readonly cid: string; readonly sha256: string } | undefined => {
  const cid = /^ipfs:\/\/(b[a-z2-7]{58}|f[0-9a-f]{72})\/?$/i.exec(address)?.[1]?.toLowerCase();
  if (cid === undefined) return undefined;
  const hex = cid.startsWith('f') ? cid.slice(1) : hexOfBase32(cid.slice(1));
  return hex.startsWith(RAW_SHA256) ? { cid, sha256: hex.slice(RAW_SHA256.length) } : undefined;
};

/** Fetches through a gateway, and gives no other bytes than those with this SHA-256. Never rejects. */
export const checkedFetcher =
  (fetch: FetchDocument, sha256: string): FetchDocument =>
  async (address, request) => {
    const fetched = await fetch(address, request);
    return fetched.ok && sha256Hex(fetched.bytes) !== sha256 ? { ok: false, reason: 'other_hash' } : fetched;
  };
