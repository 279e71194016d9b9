import { z } from 'zod';
import { chainFailures } from './chain-failure.ts';

/** The states of an anchor (SPEC.md §10.7). */
export const AnchorState = z
  .enum(['prepared', 'submitted', 'finalized', 'failed', 'expired'])
  .meta({ description: 'Where the anchor stands.' });
export type AnchorState = z.infer<typeof AnchorState>;

/** The states of an anchor that has not come to its end. */
export const unsettledStates = ['prepared', 'submitted'] as const satisfies readonly AnchorState[];

/** What can be said of an anchor beside its state, each with a sentence. */
export const anchorProblems = {
  ...chainFailures,
  waiting_for_turn: 'Another anchor of the account is under way; one goes at a time.',
  live_anchoring_disabled: 'AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA is not 1: nothing is signed or sent.',
  fee_above_budget: 'The fee rose before anything was signed, and the budget does not cover it any more.',
  node_refused: 'The node refused the transaction; it is offered again until its time is over.',
  acknowledgement_lost: 'It is not known whether the node took the transaction; the chain is asked by its hash.',
  not_seen_yet: 'The node does not know the transaction; its time is not over.',
  rejected_on_chain: 'The chain took the transaction, charged its fee and rejected what it asked for.',
  not_what_was_signed: 'The chain holds something else under this transaction hash than was signed.',
} as const;
export type AnchorProblemCode = keyof typeof anchorProblems;

/** What is known of an anchor when its state is put into words. */
export interface AnchorSituation {
  readonly state: AnchorState;
  readonly origin: 'this_service' | 'imported';
  readonly seenFinalized: boolean;
  readonly transactionHash: string | null;
}

/** Whether an anchor of this service has not come to its end: money is held for it. */
export const isUnsettled = ({ origin, state }: Pick<AnchorSituation, 'origin' | 'state'>): boolean =>
  origin === 'this_service' && unsettledStates.some((unsettled) => unsettled === state);

/** The one record that does not stand in the way of a new claim: one that was given up before anything was signed. */
export const CLAIMABLE = {
  origin: 'this_service',
  state: 'expired',
  transactionHash: null,
} as const satisfies Partial<AnchorSituation>;

/** Whether a record stands in the way: a hash gets one transaction, ever. */
export const isTaken = ({ origin, state, transactionHash }: AnchorSituation): boolean =>
  origin !== CLAIMABLE.origin || state !== CLAIMABLE.state || transactionHash !== CLAIMABLE.transactionHash;

/** What the state means, in one sentence. */
export const stateMeaning = ({ state, origin, seenFinalized, transactionHash }: AnchorSituation): string => {
  if (origin === 'imported') {
    return seenFinalized
      ? 'Anchored elsewhere and imported; this service found the transaction in a finalized block of the chain.'
      : 'Said to be anchored elsewhere and imported; this service has not checked it against the chain.';
  }
  switch (state) {
    case 'prepared':
      return transactionHash === null
        ? 'The receipt hash and the money for it are claimed; no transaction is signed yet.'
        : 'The transaction is signed and stored; no node has confirmed that it took it.';
    case 'submitted':
      return 'A node has the transaction; it is not in a finalized block yet.';
    case 'finalized':
      return 'The receipt hash is registered data in a finalized block.';
    case 'failed':
      return 'The transaction is in a finalized block, was charged, and registered nothing.';
    case 'expired':
      return transactionHash === null
        ? 'No transaction was ever signed for this claim; its money is free again.'
        : 'The transaction did not enter a block and no longer can; its money is free again.';
  }
};

/** What happens next, or what a reader can do, in one sentence. */
export const nextStep = (situation: AnchorSituation): string => {
  const { state, origin, seenFinalized, transactionHash } = situation;
  if (origin === 'imported' && !seenFinalized)
    return 'Check it yourself as `verify` says; the operator can check it with `npm run anchors -- reconcile`.';
  switch (state) {
    case 'prepared':
      return transactionHash === null
        ? 'The service signs and sends it as soon as the account is free and the node answers.'
        : 'The service sends these very bytes until a node knows them or their time is over.';
    case 'submitted':
      return 'The service asks the chain until the block is final, a matter of seconds on a healthy chain.';
    case 'finalized':
      return 'Nothing more happens here. Check it without us as `verify` says.';
    case 'failed':
    case 'expired':
      return isTaken(situation)
        ? 'It is not tried again: a hash gets one transaction. To anchor the decision, issue a new receipt.'
        : 'The same hash may be anchored by a new call to anchor-live.';
  }
};
