import type { AnchorChain, FinalizedOutcome } from '../../domain/anchors/anchor-chain.ts';
import type { LedgerEntry } from '../../domain/anchors/anchor-ledger.ts';

/** How far past the expiry of a transaction a finalized block must be to prove its absence (SPEC.md §10.8). */
const PROOF_MARGIN_MS = 120_000;
/**
 * The same when the account has used the sequence number of the transaction: a lagging node could
 * otherwise hide that our transaction used it.
 */
const PROOF_MARGIN_NUMBER_USED_MS = 3_600_000;

/** Whether the transaction can never enter a block: proven, contradicted by the chain, or not yet to be said. */
export type Absence =
  | { readonly kind: 'proven'; readonly proof: string }
  | { readonly kind: 'finalized'; readonly outcome: FinalizedOutcome }
  | { readonly kind: 'open' };

/**
 * Whether it is proven that the signed transaction of an anchor is in no block and can enter none.
 * @throws ChainFailure when the chain cannot be asked.
 */
export const proveAbsence = async (
  chain: AnchorChain,
  { transactionHash, sender, sequenceNumber, expiresAt }: LedgerEntry,
): Promise<Absence> => {
  // The finalized block is read first: a transaction not found afterwards is in no block up to it.
  const point = await chain.finalizedPoint(sender!);
  const margin = point.sequenceNumber > sequenceNumber! ? PROOF_MARGIN_NUMBER_USED_MS : PROOF_MARGIN_MS;
  if (point.time.getTime() <= expiresAt! * 1000 + margin) return { kind: 'open' };
  const status = await chain.status(transactionHash!);
  if (status.kind === 'finalized') return status;
  if (status.kind !== 'absent') return { kind: 'open' };
  const proof = `not found after finalized block ${point.blockHash} of ${point.time.toISOString()}; next sequence number there ${point.sequenceNumber}`;
  return { kind: 'proven', proof };
};
