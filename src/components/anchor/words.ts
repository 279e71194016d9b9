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
