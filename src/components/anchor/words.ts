import type { AnchorRecord } from '../../domain/anchors/anchor-record.ts';

const MICRO_CCD = 1_000_000n;

/** Micro-CCD as CCD with six decimals: `0.010580 CCD`. */
export const ccd = (microCcd: string): string => {
  const amount = BigInt(microCcd);
  return `${amount / MICRO_CCD}.${String(amount % MICRO_CCD).padStart(6, '0')} CCD`;
};

/** Whether the record shows since when the receipt exists: this service saw it final, and on no simulated chain. */
export const isProof = ({ state, seen_finalized, simulation }: AnchorRecord): boolean =>
  state === 'finalized' && seen_finalized && !simulation;

/** Checks an anchor with Node.js alone: no SDK, nothing of this service. */
export const checkScript = `// check.mjs: node check.mjs receipt.json <registered bytes in hexadecimal>
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
const sorted = (value) => Array.isArray(value) ? value.map(sorted) : value !== null && typeof value === 'object'
  ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])])) : value;
const { receipt_hash_sha256: _, signatures: __, ...receipt } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const hash = createHash('sha256').update(JSON.stringify(sorted(receipt))).digest('hex');
const registered = Buffer.from(process.argv[3], 'hex');
console.log('receipt:', hash, ' chain:', registered.subarray(2).toString('latin1'));
console.log(registered.equals(Buffer.from('\\x78\\x40' + hash, 'latin1')) ? 'the same' : 'NOT THE SAME');
`;
