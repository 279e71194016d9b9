import type { RunReceipt } from './runner.ts';
import type { GuardFacts } from './work-order-guards.ts';

/** Stands for the hash of what a run did not reach: no hash is the same. */
const NO_HASH = '';

/** What the guards of a run look at, as its receipt states it. */
export const factsOf = (receipt: RunReceipt): GuardFacts => {
  const { work_order: order, evidence } = receipt.hashed_objects;
  const evidencePackHash = receipt.evidence_pack_hash ?? NO_HASH;
  const verdictHash = receipt.verdict_hash ?? NO_HASH;
  return {
    order,
    workOrderHash: receipt.work_order_hash,
    commitmentHash: receipt.pre_work_commitment_hash,
    items: evidence?.items ?? [],
    evidencePackHash,
    verdictHash,
    named: {
      work_order_hash: receipt.work_order_hash,
      pre_work_commitment_hash: receipt.pre_work_commitment_hash,
      accepted_at: receipt.steps.find(({ event }) => event === 'accept_and_start')?.named.accepted_at ?? '',
      evidence_pack_hash: evidencePackHash,
      verdict_hash: verdictHash,
    },
  };
};
