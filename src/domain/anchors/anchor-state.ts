import { z } from 'zod';
import type { Sha256Hex } from '../json/sha256.ts';

/** Address of the anchor record of a hash. */
export const anchorAddress = (siteUrl: string, receiptHash: Sha256Hex): string =>
  `${siteUrl}/api/agent-acceptance-kit/anchors/${receiptHash}`;

/** What the anchor facility does not do; stated in its documents and on its page. */
export const anchorBoundaries = [
  'Anchoring covers decision receipt hashes only: nothing else is written to the chain.',
  'An anchor shows that the hash existed when the block was made; it does not show that the decision was right.',
  'No payment, settlement, checkout, fulfilment, wallet connection, identity disclosure or change of custody is involved.',
  'The output is not official output of the foundation of a chain or of any adjudication vendor.',
] as const;

/** The failures of the node, the account or the wallet, each with a sentence for the operator. */
export const chainFailures = {
  node_unavailable: 'The node is unreachable or did not answer within the time limit.',
  node_answer_unusable: 'The answer of the node cannot be understood.',
  node_refuses_call:
    'The node does not allow a call that the service needs: check the file that CONCORDIUM_GRPC_HEADERS_FILE names, or ask the operator of the node.',
  headers_file_unusable:
    'The file that CONCORDIUM_GRPC_HEADERS_FILE names cannot be used: it must be readable by its owner only and hold lines of the form name: value.',
  wrong_network: 'The node is on a different network than CONCORDIUM_NETWORK names.',
  account_busy: 'The account has a transaction that is not finalized yet.',
  wallet_not_set: 'CONCORDIUM_WALLET_FILE is not set.',
  wallet_missing: 'The wallet file is missing or cannot be read.',
  wallet_not_private: 'The wallet file is not private.',
  wallet_malformed: 'The wallet file holds no account with keys that can be used.',
  wallet_wrong_network: 'The wallet export is for a different network than CONCORDIUM_NETWORK names.',
  wallet_unknown_account: 'The account of the wallet does not exist on the chain.',
  wallet_wrong_key: 'The keys of the wallet are not the keys of the account on the chain.',
} as const;
export type ChainFailureCode = keyof typeof chainFailures;

/**
 * A failure of the node, the account or the wallet. The message is the sentence of its code and, if there is one, a
 * detail: what exactly is wrong and what to do. Both repeat nothing from outside.
 */
export class ChainFailure extends Error {
  override readonly name = 'ChainFailure';
  readonly code: ChainFailureCode;
  readonly detail: string | undefined;

  constructor(code: ChainFailureCode, { cause, detail }: { cause?: unknown; detail?: string } = {}) {
    super([chainFailures[code], detail].filter(Boolean).join(' '), cause === undefined ? {} : { cause });
    this.code = code;
    this.detail = detail;
  }
}

/** Recognised by shape: the command line and the built server may load this module separately. */
export const isChainFailure = (thrown: unknown): thrown is ChainFailure =>
  thrown instanceof Error && thrown.name === 'ChainFailure' && 'code' in thrown && String(thrown.code) in chainFailures;

/** The states of an anchor (SPEC.md §10.7). */
export const AnchorState = z
  .enum(['prepared', 'submitted', 'finalized', 'failed', 'expired'])
  .meta({ description: 'The state of the anchor.' });
export type AnchorState = z.infer<typeof AnchorState>;

/** The states that are not final. */
export const unsettledStates = ['prepared', 'submitted'] as const satisfies readonly AnchorState[];

/** The problems that an anchor can have, each with a sentence. */
export const anchorProblems = {
  ...chainFailures,
  clock_differs:
    'The clock of the service and the last finalized block of the chain are minutes apart: nothing is signed.',
  account_balance_too_low: 'The account does not hold what the anchor may cost: nothing is signed.',
  waiting_for_turn: 'Another anchor of the account is in progress; the account sends one at a time.',
  live_anchoring_disabled: 'AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA is not 1: nothing is signed or sent.',
  fee_above_reservation:
    'At the current exchange rate the fee is above what is reserved: nothing is signed, and what is signed is not sent.',
  node_refused: 'The node refused the transaction; it is sent again until it expires.',
  acknowledgement_lost:
    'It is not known whether the node accepted the transaction; the service looks for its hash on the chain.',
  not_seen_yet:
    'The node does not know the transaction. Its time is over, but it is not proven yet that no block can include it.',
  rejected_on_chain: 'The chain included the transaction, charged its fee and rejected the operation.',
  not_what_was_signed: 'Under this transaction hash, the chain has something other than what was signed.',
} as const;
export type AnchorProblemCode = keyof typeof anchorProblems;

/** The facts from which the state of an anchor is described. */
export interface AnchorSituation {
  readonly state: AnchorState;
  readonly origin: 'this_service' | 'imported';
  readonly transactionHash: string | null;
}

/** Whether an anchor of this service is not final yet, so that an amount is reserved for it. */
export const isUnsettled = ({ origin, state }: Pick<AnchorSituation, 'origin' | 'state'>): boolean =>
  origin === 'this_service' && unsettledStates.some((unsettled) => unsettled === state);

/** The only record that allows a new claim: an anchor that was given up before anything was signed. */
export const CLAIMABLE = {
  origin: 'this_service',
  state: 'expired',
  transactionHash: null,
} as const satisfies Partial<AnchorSituation>;

/** Whether a record rules out a new claim: a hash gets only one transaction, ever. */
export const isTaken = ({ origin, state, transactionHash }: AnchorSituation): boolean =>
  origin !== CLAIMABLE.origin || state !== CLAIMABLE.state || transactionHash !== CLAIMABLE.transactionHash;

/** What the state means, in one sentence. */
export const stateMeaning = ({ state, origin, transactionHash }: AnchorSituation): string => {
  if (origin === 'imported')
    return 'Anchored elsewhere and imported; this service found the transaction in a finalized block of the chain.';
  switch (state) {
    case 'prepared':
      return transactionHash === null
        ? 'The receipt hash and its reservation are claimed; no transaction is signed yet.'
        : 'The transaction is signed and stored; no node has confirmed receiving it.';
    case 'submitted':
      return 'A node has the transaction; it is not in a finalized block yet.';
    case 'finalized':
      return 'The receipt hash is registered data in a finalized block.';
    case 'failed':
      return 'The transaction is in a finalized block, was charged, and registered nothing.';
    case 'expired':
      return transactionHash === null
        ? 'No transaction was ever signed for this claim; the reserved amount is released.'
        : 'The transaction did not enter a block and no longer can; the reserved amount is released.';
  }
};

/** What happens next, or what a reader can do, in one sentence. */
export const nextStep = (situation: AnchorSituation): string => {
  const { state, transactionHash } = situation;
  switch (state) {
    case 'prepared':
      return transactionHash === null
        ? 'The service signs and sends it as soon as the account is free and the node answers.'
        : 'The service keeps sending these same bytes until a node knows them or they expire.';
    case 'submitted':
      return 'The service asks the chain until the block is final, which takes seconds on a healthy chain.';
    case 'finalized':
      return 'Nothing more happens here. To check it without this service, follow `verify`.';
    case 'failed':
      return 'It is not tried again: a hash gets one transaction. To anchor the decision, issue a new receipt.';
    case 'expired':
      return isTaken(situation)
        ? 'The service does not try it again by itself; the operator can, with `npm run anchors -- again <hash>`.'
        : 'The same hash can be anchored by a new call to anchor-live.';
  }
};
