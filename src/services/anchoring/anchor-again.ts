import type { AnchorChain } from '../../domain/anchors/anchor-chain.ts';
import type { AnchorLedger } from '../../domain/anchors/anchor-ledger.ts';
import {
  type AnchorSettings,
  gateRefusals,
  MAX_CHAIN_SPEND_MICROCCD,
  planClaim,
  refusals,
} from '../../domain/anchors/anchor-plan.ts';
import type { Sha256Hex } from '../../domain/json/sha256.ts';
import { proveAbsence } from './worker.ts';

export interface AnchorAgainParts extends Omit<AnchorSettings, 'nodeConfigured' | 'adminTokenSet'> {
  readonly ledger: AnchorLedger;
  /** Undefined when no node is configured. */
  readonly chain: AnchorChain | undefined;
  readonly now: () => Date;
}

/** Claimed with the proof that the earlier transaction can enter no block, or the reason why not. */
export type AnchorAgainResult = { readonly claimed: true; readonly proof: string } | { readonly refusal: string };

/**
 * Claims an expired hash anew, for the operator's command only (SPEC.md §10.8): its signed transaction must be proven
 * absent at this moment. The history keeps the earlier transaction. Signs nothing: the watcher does.
 * @throws ChainFailure when the chain cannot be asked.
 */
export const anchorAgain = async (
  receiptHash: Sha256Hex,
  { ledger, chain, now, ...settings }: AnchorAgainParts,
): Promise<AnchorAgainResult> => {
  // The command needs access to the store itself, which the token does not guard.
  const [closed] = gateRefusals({ ...settings, adminTokenSet: true, nodeConfigured: chain !== undefined });
  if (closed !== undefined || !chain) return { refusal: refusals[closed ?? 'chain_not_configured'] };
  const entry = await ledger.find(receiptHash);
  if (entry?.origin !== 'this_service') return { refusal: 'This service has no anchor of this hash.' };
  const { transactionHash } = entry;
  if (entry.state !== 'expired')
    return { refusal: `The anchor is ${entry.state}. Only an expired one can be claimed again.` };
  if (transactionHash === null) return { refusal: 'Nothing was ever signed for this hash: call anchor-live again.' };

  const absence = await proveAbsence(chain, entry);
  if (absence.kind === 'finalized')
    return { refusal: `The chain has the transaction, in finalized block ${absence.outcome.blockHash}.` };
  if (absence.kind === 'open')
    return { refusal: 'This node does not prove that the transaction can enter no block. Try again later.' };
  const { estimate, chainRefusals, moneyRefusals } = planClaim({
    quote: await chain.quote(),
    totals: await ledger.totals(),
    now: now(),
  });
  const [found] = [...chainRefusals, ...moneyRefusals];
  if (!estimate || found !== undefined) return { refusal: refusals[found ?? 'node_unavailable'] };
  const { proof } = absence;
  const claimed = await ledger.claim(
    {
      receiptHash,
      estimate,
      at: now().toISOString(),
      replaces: { transactionHash, proof },
    },
    MAX_CHAIN_SPEND_MICROCCD,
  );
  if (claimed === 'budget_exhausted') return { refusal: refusals.budget_exhausted };
  if (claimed === 'known') return { refusal: 'Another command claimed it at the same time.' };
  return { claimed: true, proof };
};
