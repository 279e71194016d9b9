import {
  type AnchorChain,
  clocksDiffer,
  estimateFee,
  feeMicroCcd,
  type FinalizedOutcome,
} from '../../domain/anchors/anchor-chain.ts';
import type { AnchorLedger, LedgerEntry } from '../../domain/anchors/anchor-ledger.ts';
import { type AnchorProblemCode, isChainFailure, isUnsettled } from '../../domain/anchors/anchor-state.ts';
import { registeredBytesHex } from '../../domain/anchors/registered-data.ts';

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

/** Seconds for which a signed transaction may enter a block. */
const LIFETIME_SECONDS = 600;
/** The points where tests make the process die. */
export type Step =
  'before-claim' | 'after-claim' | 'after-sign' | 'after-store' | 'during-send' | 'after-send' | 'before-settle';

export interface WorkerParts {
  readonly ledger: AnchorLedger;
  readonly chain: AnchorChain;
  /** Whether the settings allow signing and sending. */
  readonly liveAllowed: boolean;
  readonly now: () => Date;
  readonly onStep?: ((step: Step) => void | Promise<void>) | undefined;
  readonly log?: ((event: string, facts: Readonly<Record<string, string | null>>) => void) | undefined;
}

/** Whether an anchor is settled, waits for the chain, or is blocked by a problem. */
export type Progress = 'settled' | 'waiting' | 'blocked';

/**
 * Settles anchors one move at a time: sign, store, send, ask, settle. Every move can be repeated after
 * a crash: only stored bytes are sent, and only an answer of the chain settles an anchor.
 */
export const anchorWorker = ({ ledger, chain, liveAllowed, now, onStep, log }: WorkerParts) => {
  const at = (): string => now().toISOString();
  const step = async (name: Step): Promise<void> => onStep?.(name);
  const report = (event: string, entry: LedgerEntry, more: Readonly<Record<string, string | null>> = {}): void =>
    log?.(event, { receipt_hash: entry.receiptHash, transaction_hash: entry.transactionHash, ...more });

  /** What was last said to hold up each anchor, so that the log says it once. */
  const said = new Map<string, string>();

  const blocked = async (entry: LedgerEntry, problem: AnchorProblemCode, detail = ''): Promise<Progress> => {
    const saying = `${problem} ${detail}`;
    if (entry.problem !== problem || said.get(entry.receiptHash) !== saying)
      report('anchor_held_up', entry, { problem, ...(detail === '' ? {} : { detail }) });
    said.set(entry.receiptHash, saying);
    await ledger.noteCheck(entry.receiptHash, problem, at());
    return problem === 'waiting_for_turn' || problem === 'not_seen_yet' ? 'waiting' : 'blocked';
  };

  const release = async (entry: LedgerEntry, problem: AnchorProblemCode): Promise<Progress> => {
    await ledger.release(entry.receiptHash, problem, at());
    report('anchor_released', entry, { problem });
    return 'settled';
  };

  const settle = async (entry: LedgerEntry, outcome: FinalizedOutcome): Promise<Progress> => {
    const asSigned =
      outcome.transactionHash === entry.transactionHash &&
      (outcome.rejected !== null || outcome.registeredHex === registeredBytesHex(entry.receiptHash));
    if (!asSigned) return blocked(entry, 'not_what_was_signed');
    await step('before-settle');
    await ledger.settle(entry.receiptHash, outcome, at());
    report('anchor_settled', entry, {
      block_hash: outcome.blockHash,
      rejected: outcome.rejected,
      charged_microccd: String(outcome.chargedMicroCcd),
    });
    return 'settled';
  };

  const send = async (entry: LedgerEntry): Promise<Progress> => {
    const sending = chain.send(entry.rawHex!);
    // Both are awaited together, so that neither rejection is left unhandled.
    const [outcome] = await Promise.allSettled([sending, step('during-send')]);
    await step('after-send');
    if (outcome.status === 'rejected') {
      if (!isChainFailure(outcome.reason)) throw outcome.reason;
      const { code, detail } = outcome.reason;
      return blocked(entry, code === 'node_unavailable' ? 'acknowledgement_lost' : code, detail);
    }
    if (outcome.value.kind === 'refused') {
      report('anchor_refused_by_node', entry, { reason: outcome.value.reason });
      return blocked(entry, 'node_refused');
    }
    if (await ledger.markSubmitted(entry.receiptHash, entry.transactionHash!, at())) report('anchor_submitted', entry);
    return 'waiting';
  };

  /** The chain does not know the transaction: sends it, or proves that it can no longer enter a block. */
  const absent = async (entry: LedgerEntry): Promise<Progress> => {
    const absence = await proveAbsence(chain, entry);
    if (absence.kind === 'finalized') return settle(entry, absence.outcome);
    if (absence.kind === 'proven') {
      await ledger.expire(entry.receiptHash, entry.transactionHash!, absence.proof, at());
      report('anchor_expired', entry);
      return 'settled';
    }
    if (!liveAllowed) return blocked(entry, 'live_anchoring_disabled');
    if (now().getTime() >= entry.expiresAt! * 1000) return blocked(entry, 'not_seen_yet');
    // The fee is taken at the rates of the block that includes it, so bytes go out only at rates that are held for.
    const { rates } = await chain.quote();
    if (feeMicroCcd(entry.estimate!.energy, rates) > entry.reservedMicroCcd)
      return blocked(entry, 'fee_above_reservation');
    return send(entry);
  };

  const follow = async (entry: LedgerEntry): Promise<Progress> => {
    const status = await chain.status(entry.transactionHash!);
    if (status.kind === 'finalized') return settle(entry, status.outcome);
    if (status.kind === 'absent') return absent(entry);
    if (!(await ledger.markSubmitted(entry.receiptHash, entry.transactionHash!, at()))) {
      await ledger.noteCheck(entry.receiptHash, null, at());
    }
    return 'waiting';
  };

  const begin = async (entry: LedgerEntry): Promise<Progress> => {
    if (!liveAllowed) return release(entry, 'live_anchoring_disabled');
    const { account, ...quote } = await chain.quote();
    if (!account.usable) return blocked(entry, account.failure, account.detail);
    if (clocksDiffer(quote, now())) return blocked(entry, 'clock_differs');
    const estimate = estimateFee(account.signatures, quote);
    if (estimate.microCcd > entry.reservedMicroCcd) return release(entry, 'fee_above_reservation');
    if (account.availableMicroCcd < estimate.reservedMicroCcd) return blocked(entry, 'account_balance_too_low');
    if (!(await ledger.takeTurn(entry.receiptHash, account.sender))) return blocked(entry, 'waiting_for_turn');
    const expiresAt = Math.floor(now().getTime() / 1000) + LIFETIME_SECONDS;
    const signed = await chain.sign(Buffer.from(registeredBytesHex(entry.receiptHash), 'hex'), expiresAt);
    await step('after-sign');
    // Only stored bytes are ever sent: a signature that loses this race is discarded unsent.
    const stored = await ledger.storeSigned(entry.receiptHash, signed, at());
    await step('after-store');
    const current = await ledger.find(entry.receiptHash);
    if (!current || current.transactionHash === null || !isUnsettled(current)) return 'settled';
    if (stored) report('anchor_signed', current);
    return stored ? send(current) : follow(current);
  };

  return {
    /** Makes the next move for one anchor. Failures of the chain are recorded in the ledger; other errors are thrown. */
    async advance(entry: LedgerEntry): Promise<Progress> {
      if (!isUnsettled(entry)) return 'settled';
      try {
        const progress = await (entry.transactionHash === null ? begin(entry) : follow(entry));
        if (progress === 'settled') said.delete(entry.receiptHash);
        return progress;
      } catch (failure) {
        if (!isChainFailure(failure)) throw failure;
        return blocked(entry, failure.code, failure.detail);
      }
    },
  };
};

export type AnchorWorker = ReturnType<typeof anchorWorker>;
