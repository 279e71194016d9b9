import { z } from 'zod';
import type { LedgerTotals } from './anchor-ledger.ts';
import { MicroCcd } from './fee-estimate.ts';

/** The most that may be spent on the chain over the life of the store, in CCD (SPEC.md §10.6). */
export const MAX_CHAIN_SPEND_CCD = 5;
/** The same in micro-CCD. */
export const MAX_CHAIN_SPEND_MICROCCD = BigInt(MAX_CHAIN_SPEND_CCD) * 1_000_000n;

/** The budget: the maximum, and what is spent, reserved and left. */
export const AnchorBudget = z
  .object({
    max_chain_spend_ccd: z
      .literal(MAX_CHAIN_SPEND_CCD)
      .meta({ description: 'The most that may be spent on all anchors together, in CCD.' }),
    payment_or_settlement_usd: z.literal(0).meta({ description: 'Payments or settlements, in USD: none.' }),
    max_chain_spend_microccd: MicroCcd.meta({ description: 'The maximum in micro-CCD.' }),
    spent_microccd: MicroCcd.meta({ description: 'Fees that the chain has charged.' }),
    reserved_microccd: MicroCcd.meta({ description: 'Reserved for anchors that are not settled.' }),
    left_microccd: MicroCcd.meta({ description: 'The amount that a new anchor may still reserve.' }),
  })
  .meta({ description: 'Chain spend, over the life of the store.' });
export type AnchorBudget = z.infer<typeof AnchorBudget>;

/** The amount that a new anchor may still reserve; never below zero, even if a fee rose after its reservation. */
export const leftMicroCcd = ({ chargedMicroCcd, reservedMicroCcd }: LedgerTotals): bigint => {
  const left = MAX_CHAIN_SPEND_MICROCCD - chargedMicroCcd - reservedMicroCcd;
  return left > 0n ? left : 0n;
};

/** The budget for these totals. */
export const buildAnchorBudget = (totals: LedgerTotals): AnchorBudget => ({
  max_chain_spend_ccd: MAX_CHAIN_SPEND_CCD,
  payment_or_settlement_usd: 0,
  max_chain_spend_microccd: String(MAX_CHAIN_SPEND_MICROCCD),
  spent_microccd: String(totals.chargedMicroCcd),
  reserved_microccd: String(totals.reservedMicroCcd),
  left_microccd: String(leftMicroCcd(totals)),
});
