import type { HistoryLine, LedgerEntry } from '../domain/anchors/anchor-ledger.ts';
import type { AnchorProblemCode, AnchorState } from '../domain/anchors/anchor-state.ts';
import type { FeeEstimate } from '../domain/anchors/fee-estimate.ts';

/** An integer as the drivers return it: a number from SQLite, a string from PostgreSQL. */
export type Whole = number | string;

/** A row of the table `anchors`. */
export interface AnchorRow {
  receipt_hash: string;
  origin: 'this_service' | 'imported';
  state: AnchorState;
  seen_finalized: boolean | number;
  network: string;
  genesis_block: string;
  estimated_energy: Whole | null;
  estimated_microccd: Whole | null;
  estimated_reservation_microccd: Whole | null;
  euro_per_energy: string | null;
  microccd_per_euro: string | null;
  rate_at: string | null;
  reserved_microccd: Whole;
  charged_microccd: Whole;
  energy_used: Whole | null;
  raw_transaction: string | null;
  transaction_hash: string | null;
  sender: string | null;
  sequence_number: Whole | null;
  expires_at: Whole | null;
  block_hash: string | null;
  problem: AnchorProblemCode | null;
  claimed_at: string;
  signed_at: string | null;
  submitted_at: string | null;
  settled_at: string | null;
  checked_at: string | null;
}

/** The columns of a fee estimate and the money held for it. */
export const estimateColumns = (estimate: FeeEstimate) => ({
  estimated_energy: String(estimate.energy),
  estimated_microccd: String(estimate.microCcd),
  estimated_reservation_microccd: String(estimate.reservedMicroCcd),
  euro_per_energy: estimate.euroPerEnergy,
  microccd_per_euro: estimate.microCcdPerEuro,
  rate_at: estimate.at,
  reserved_microccd: String(estimate.reservedMicroCcd),
});

/** A row of the table `anchor_history`. */
export interface HistoryRow {
  id: number;
  receipt_hash: string;
  at: string;
  event: HistoryLine['event'];
  state: AnchorState;
  reserved_change: Whole;
  charged_change: Whole;
  transaction_hash: string | null;
  note: string | null;
}

const amount = (value: Whole | null): bigint | null => (value === null ? null : BigInt(value));

export const fromRow = (row: AnchorRow): LedgerEntry => ({
  receiptHash: row.receipt_hash,
  origin: row.origin,
  state: row.state,
  seenFinalized: Boolean(row.seen_finalized),
  network: row.network,
  genesisBlock: row.genesis_block,
  estimate:
    row.estimated_energy === null
      ? null
      : {
          energy: BigInt(row.estimated_energy),
          microCcd: BigInt(row.estimated_microccd!),
          reservedMicroCcd: BigInt(row.estimated_reservation_microccd!),
          euroPerEnergy: row.euro_per_energy!,
          microCcdPerEuro: row.microccd_per_euro!,
          at: row.rate_at!,
        },
  reservedMicroCcd: BigInt(row.reserved_microccd),
  chargedMicroCcd: BigInt(row.charged_microccd),
  energyUsed: amount(row.energy_used),
  rawHex: row.raw_transaction,
  transactionHash: row.transaction_hash,
  sender: row.sender,
  sequenceNumber: amount(row.sequence_number),
  expiresAt: row.expires_at === null ? null : Number(row.expires_at),
  blockHash: row.block_hash,
  problem: row.problem,
  claimedAt: row.claimed_at,
  signedAt: row.signed_at,
  submittedAt: row.submitted_at,
  settledAt: row.settled_at,
  checkedAt: row.checked_at,
});

export const fromHistoryRow = (row: HistoryRow): HistoryLine => ({
  receiptHash: row.receipt_hash,
  at: row.at,
  event: row.event,
  state: row.state,
  reservedChange: BigInt(row.reserved_change),
  chargedChange: BigInt(row.charged_change),
  transactionHash: row.transaction_hash,
  note: row.note,
});
