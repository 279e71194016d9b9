import type { ChainNetwork } from '../chains/network.ts';
import type { Sha256Hex } from '../json/sha256.ts';
import type { ErrorCode } from '../vocabulary/errors.ts';
import { leftMicroCcd } from './anchor-budget.ts';
import { type ChainQuote, clocksDiffer } from './anchor-chain.ts';
import type { LedgerEntry, LedgerTotals } from './anchor-ledger.ts';
import { isTaken } from './anchor-state.ts';
import { type ChainFailureCode, chainFailures } from './chain-failure.ts';
import { anchorEnergy, estimateFee, type FeeEstimate } from './fee-estimate.ts';
import { registeredBytesHex } from './registered-data.ts';

/** Every reason why a live anchor is declined, in the order of the gate (SPEC.md §10.3). */
export const refusals = {
  admin_token_not_set: 'No administrator token is configured, so no one may call anchor-live.',
  live_anchoring_disabled: 'AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA does not have the value 1.',
  chain_not_configured: 'No chain node is configured.',
  ...chainFailures,
  clock_differs: 'The clock of the service and the last finalized block of the chain are minutes apart.',
  already_known: 'This hash already has an anchor record; a hash gets only one transaction, ever.',
  budget_exhausted: 'The remaining budget does not cover the reservation for this anchor.',
  account_balance_too_low: 'The account of the wallet does not hold what this anchor and all unfinished ones may cost.',
} as const;
export type RefusalCode = keyof typeof refusals;

const errorOf: Partial<Record<RefusalCode, ErrorCode>> = {
  live_anchoring_disabled: 'live_anchoring_disabled',
  budget_exhausted: 'budget_exhausted',
  account_balance_too_low: 'chain_unavailable',
  node_unavailable: 'chain_unavailable',
  node_answer_unusable: 'chain_unavailable',
  node_refuses_call: 'chain_unavailable',
  wrong_network: 'chain_unavailable',
  account_busy: 'chain_unavailable',
  clock_differs: 'chain_unavailable',
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
  if (!settings.walletConfigured) found.push('wallet_not_set');
  return found;
};

/** The facts from which a claim is planned. */
export interface ClaimQuestion {
  /** The answer of the chain, why there is none, or undefined when no chain is configured. */
  readonly quote: ChainQuote | ChainFailureCode | undefined;
  readonly totals: LedgerTotals;
  readonly now: Date;
}

/** What a claim would cost, and what the chain and the money say against it. */
export interface ClaimPlan {
  readonly signatures: number;
  /** Undefined when no rate is known. */
  readonly estimate: FeeEstimate | undefined;
  /** Refusals of the chain and the account, in the order of the gate. */
  readonly chainRefusals: readonly RefusalCode[];
  /** Refusals of the budget and the balance, in the order of the gate. */
  readonly moneyRefusals: readonly RefusalCode[];
}

/** Decides what a claim would cost and whether chain and money allow it. Does nothing. */
export const planClaim = ({ quote, totals, now }: ClaimQuestion): ClaimPlan => {
  const answered = typeof quote === 'object' ? quote : undefined;
  const account = answered?.account.usable ? answered.account : undefined;
  const signatures = account?.signatures ?? 1;
  const estimate = answered && estimateFee(signatures, answered);

  const chainRefusals: RefusalCode[] = [];
  if (typeof quote === 'string') chainRefusals.push(quote);
  if (answered && !answered.account.usable) chainRefusals.push(answered.account.failure);
  if (answered && clocksDiffer(answered, now)) chainRefusals.push('clock_differs');
  const moneyRefusals: RefusalCode[] = [];
  if (estimate && estimate.reservedMicroCcd > leftMicroCcd(totals)) moneyRefusals.push('budget_exhausted');
  // What is held for unfinished anchors may still be charged to the same account.
  if (account && estimate && account.availableMicroCcd < totals.reservedMicroCcd + estimate.reservedMicroCcd)
    moneyRefusals.push('account_balance_too_low');
  return { signatures, estimate, chainRefusals, moneyRefusals };
};

/** The facts from which a plan is made. */
export interface AnchorQuestion extends AnchorSettings, ClaimQuestion {
  readonly receiptHash: Sha256Hex;
  readonly known: LedgerEntry | undefined;
  /** What is wrong with the files of headers and of the wallet, as far as it shows without the chain. */
  readonly fileRefusals?: readonly ChainFailureCode[];
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

const ORDER = Object.keys(refusals);

/** Decides whether the hash can be anchored and what that would cost. Does nothing. */
export const planAnchor = (question: AnchorQuestion): AnchorPlan => {
  const { receiptHash, quote, known, fileRefusals = [] } = question;
  const { signatures, estimate, chainRefusals, moneyRefusals } = planClaim(question);
  const found = [
    ...gateRefusals(question),
    ...chainRefusals,
    ...fileRefusals,
    ...(known && isTaken(known) ? (['already_known'] as const) : moneyRefusals),
  ];
  return {
    receiptHash,
    payloadHex: registeredBytesHex(receiptHash),
    energy: anchorEnergy(signatures),
    signatures,
    estimate,
    rateBlockHash: typeof quote === 'object' ? quote.blockHash : undefined,
    refusals: [...new Set(found)].toSorted((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other)),
    goesAhead: found.length === 0 && estimate !== undefined,
  };
};
