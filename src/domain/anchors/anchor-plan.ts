import type { ChainNetwork } from '../chains/network.ts';
import type { Sha256Hex } from '../json/sha256.ts';
import type { ErrorCode } from '../vocabulary/errors.ts';
import { leftMicroCcd } from './anchor-budget.ts';
import type { ChainQuote } from './anchor-chain.ts';
import type { LedgerEntry, LedgerTotals } from './anchor-ledger.ts';
import { isTaken } from './anchor-state.ts';
import { type ChainFailureCode, chainFailures } from './chain-failure.ts';
import { anchorEnergy, estimateFee, type FeeEstimate } from './fee-estimate.ts';
import { registeredBytesHex } from './registered-data.ts';

/** Every reason why a live anchor is declined, in the order of the gate (SPEC.md §10.5). */
export const refusals = {
  admin_token_not_set: 'No administrator token is configured, so no one may call anchor-live.',
  live_anchoring_disabled: 'AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA does not have the value 1.',
  chain_not_configured: 'No chain node is configured.',
  ...chainFailures,
  already_known: 'This hash already has an anchor record; a hash gets only one transaction, ever.',
  budget_exhausted: 'The remaining budget does not cover the reservation for this anchor.',
  account_balance_too_low: 'The account of the wallet does not have enough funds for the anchor.',
} as const;
export type RefusalCode = keyof typeof refusals;

const errorOf: Partial<Record<RefusalCode, ErrorCode>> = {
  live_anchoring_disabled: 'live_anchoring_disabled',
  budget_exhausted: 'budget_exhausted',
  account_balance_too_low: 'chain_unavailable',
  node_unavailable: 'chain_unavailable',
  node_answer_unusable: 'chain_unavailable',
  wrong_network: 'chain_unavailable',
  account_busy: 'chain_unavailable',
};

/** The error code with which anchor-live answers a refusal: anything that is not set up counts as no chain. */
export const refusalError = (code: RefusalCode): ErrorCode => errorOf[code] ?? 'chain_not_configured';

/** The settings for anchoring. */
export interface AnchorSettings {
  readonly network: ChainNetwork;
  readonly adminTokenSet: boolean;
  readonly liveAllowed: boolean;
  readonly nodeConfigured: boolean;
  readonly walletConfigured: boolean;
}

/** The refusals that follow from the settings alone, in the order of the gate (SPEC.md §10.5). */
export const gateRefusals = (settings: AnchorSettings): RefusalCode[] => {
  const found: RefusalCode[] = [];
  if (!settings.adminTokenSet) found.push('admin_token_not_set');
  if (!settings.liveAllowed) found.push('live_anchoring_disabled');
  if (!settings.nodeConfigured) found.push('chain_not_configured');
  else if (!settings.walletConfigured) found.push('wallet_not_set');
  return found;
};

/** The facts from which a plan is made. */
export interface AnchorQuestion extends AnchorSettings {
  readonly receiptHash: Sha256Hex;
  readonly known: LedgerEntry | undefined;
  /** The answer of the chain, why there is none, or undefined when no chain is configured. */
  readonly quote: ChainQuote | ChainFailureCode | undefined;
  readonly totals: LedgerTotals;
}

/** What anchoring a hash would do. Nothing has been done. */
export interface AnchorPlan {
  readonly receiptHash: Sha256Hex;
  readonly payloadHex: string;
  readonly energy: bigint;
  readonly signatures: number;
  /** Undefined when no rate is known. */
  readonly estimate: FeeEstimate | undefined;
  /** The block whose rates the estimate uses. */
  readonly rateBlockHash: Sha256Hex | undefined;
  /** Every refusal, in the order of the gate. */
  readonly refusals: readonly RefusalCode[];
  readonly goesAhead: boolean;
}

/** Decides whether the hash can be anchored and what that would cost. Does nothing. */
export const planAnchor = (question: AnchorQuestion): AnchorPlan => {
  const { receiptHash, quote, known, totals } = question;
  const answered = typeof quote === 'object' ? quote : undefined;
  const account = answered?.account.usable ? answered.account : undefined;
  const signatures = account?.signatures ?? 1;
  const estimate = answered && estimateFee(signatures, answered);

  const found = gateRefusals(question);
  if (typeof quote === 'string') found.push(quote);
  if (answered && !answered.account.usable) found.push(answered.account.failure);
  if (known && isTaken(known)) found.push('already_known');
  else if (estimate && estimate.reservedMicroCcd > leftMicroCcd(totals)) found.push('budget_exhausted');
  if (account && estimate && account.availableMicroCcd < estimate.reservedMicroCcd)
    found.push('account_balance_too_low');

  return {
    receiptHash,
    payloadHex: registeredBytesHex(receiptHash),
    energy: anchorEnergy(signatures),
    signatures,
    estimate,
    rateBlockHash: answered?.blockHash,
    refusals: [...new Set(found)],
    goesAhead: found.length === 0 && estimate !== undefined,
  };
};
