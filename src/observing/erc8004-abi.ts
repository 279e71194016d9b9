import { createHash } from 'node:crypto';
import { inChecksumCase } from '../domain/chains/eip55.ts';

/** The reads of an ERC-8004 identity registry. Each takes the id of an agent. */
export type IdentityRead = 'ownerOf' | 'tokenURI' | 'getAgentWallet';

const WORD = 64;

/** The input of a call: the selector of the function, then the id as one word (Contract ABI specification). */
export const callData = (read: IdentityRead, agentId: string): string => {
  const selector = createHash('keccak-256').update(`${read}(uint256)`).digest('hex').slice(0, 8);
  return `0x${selector}${BigInt(agentId).toString(16).padStart(WORD, '0')}`;
};

/** The address in an answer, in checksum case; undefined for anything else. */
export const findAddress = (answer: string): string | undefined => {
  const [, digits] = /^0x0{24}([0-9a-f]{40})$/i.exec(answer) ?? [];
  return digits === undefined ? undefined : inChecksumCase(`0x${digits}`);
};

/** The text in an answer; undefined for anything else. */
export const findText = (answer: string): string | undefined => {
  const bytes = /^0x([0-9a-f]{2})*$/i.test(answer) ? Buffer.from(answer.slice(2), 'hex') : undefined;
  const wordAt = (at: number) =>
    bytes && at + 32 <= bytes.length ? Number(bytes.readBigUInt64BE(at + 24)) : undefined;
  const offset = wordAt(0);
  const length = offset === undefined ? undefined : wordAt(offset);
  if (bytes === undefined || offset === undefined || length === undefined) return undefined;
  const text = bytes.subarray(offset + 32, offset + 32 + length);
  return text.length === length ? text.toString('utf8') : undefined;
};
