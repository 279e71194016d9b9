import type { Sha256Hex } from '../json/sha256.ts';
import type { FeeEstimate, FinalizedOutcome, SignedTransaction } from './anchor-chain.ts';
import type { AnchorProblemCode, AnchorState } from './anchor-state.ts';

/** Amounts of the ledger of a network in micro-CCD: charged by the chain, and reserved for anchors in progress. */
export interface LedgerTotals {
  readonly chargedMicroCcd: bigint;
  readonly reservedMicroCcd: bigint;
}

/** One receipt hash in the ledger. Times are RFC 3339. */
export interface LedgerEntry {
  readonly receiptHash: Sha256Hex;
  /** `this_service` claimed and paid for it; `imported` was anchored elsewhere. */
  readonly origin: 'this_service' | 'imported';
  readonly state: AnchorState;
  readonly genesisBlock: Sha256Hex;
  /** The fee estimate at the time of the claim. */
  readonly estimate: FeeEstimate | null;
  /** Reserved now; zero once settled or released. */
  readonly reservedMicroCcd: bigint;
  readonly chargedMicroCcd: bigint;
  readonly energyUsed: bigint | null;
  readonly rawHex: string | null;
  readonly transactionHash: Sha256Hex | null;
  readonly sender: string | null;
  readonly sequenceNumber: bigint | null;
  /** Seconds since 1970. */
  readonly expiresAt: number | null;
  readonly blockHash: Sha256Hex | null;
  /** The problem that prevents progress, or the reason for the final state. */
  readonly problem: AnchorProblemCode | null;
  readonly claimedAt: string;
  readonly signedAt: string | null;
  readonly submittedAt: string | null;
  readonly settledAt: string | null;
  readonly checkedAt: string | null;
}

/** One line of the append-only history: what happened, and how the amounts changed. */
export interface HistoryLine {
  readonly receiptHash: Sha256Hex;
  readonly at: string;
  readonly event:
    'claimed' | 'claimed_again' | 'signed' | 'submitted' | 'finalized' | 'failed' | 'expired' | 'released' | 'imported';
  readonly state: AnchorState;
  /** Change of the reserved amount, micro-CCD. */
  readonly reservedChange: bigint;
  /** Change of the charged amount, micro-CCD. */
  readonly chargedChange: bigint;
  readonly transactionHash: Sha256Hex | null;
  readonly note: string | null;
}

/** A claim of a receipt hash, with the amount to reserve for it. */
export interface AnchorClaim {
  readonly receiptHash: Sha256Hex;
  readonly estimate: FeeEstimate;
  readonly at: string;
  /** The expired transaction that the claim replaces, with the proof that it can enter no block; only for the operator. */
  readonly replaces?: { readonly transactionHash: Sha256Hex; readonly proof: string };
}

/**
 * The ledger of the anchors of one network. Every method that changes something is one conditional statement and
 * its history line, committed together: of two concurrent callers, in one process or two, one gets `true`. Nothing here reads a clock.
 */
export interface AnchorLedger {
  /** Claims the hash and reserves its amount, if everything spent and reserved stays within the maximum. */
  claim(claim: AnchorClaim, maximumMicroCcd: bigint): Promise<'claimed' | 'known' | 'budget_exhausted'>;
  find(receiptHash: Sha256Hex): Promise<LedgerEntry | undefined>;
  /** The entries of those of the hashes that have one, in no order. */
  findAll(receiptHashes: readonly Sha256Hex[]): Promise<LedgerEntry[]>;
  totals(): Promise<LedgerTotals>;
  countByState(): Promise<Record<AnchorState, number>>;
  /** Anchors of this service that are not settled: first the one whose turn it is, then the oldest claim. */
  unsettled(): Promise<LedgerEntry[]>;
  /** The newest claim first. */
  list(limit: number): Promise<LedgerEntry[]>;
  history(receiptHash?: Sha256Hex): Promise<HistoryLine[]>;

  /** Makes this the one anchor of the account that may be signed; false while another is in progress. */
  takeTurn(receiptHash: Sha256Hex, account: string): Promise<boolean>;
  /** Stores the signed bytes of an anchor that has none. False: another signature was stored first, or it was released. */
  storeSigned(receiptHash: Sha256Hex, signed: SignedTransaction, at: string): Promise<boolean>;
  markSubmitted(receiptHash: Sha256Hex, transactionHash: Sha256Hex, at: string): Promise<boolean>;
  /** Records how the transaction ended: charges the fee and releases the rest. */
  settle(receiptHash: Sha256Hex, outcome: FinalizedOutcome, at: string): Promise<boolean>;
  /** Releases the amount reserved for a transaction that can no longer enter a block; `proof` says how that is known. */
  expire(receiptHash: Sha256Hex, transactionHash: Sha256Hex, proof: string, at: string): Promise<boolean>;
  /** Releases the amount reserved for an anchor for which no signature was ever stored. */
  release(receiptHash: Sha256Hex, problem: AnchorProblemCode, at: string): Promise<boolean>;
  /** Records when the chain was last asked about an anchor that is not settled, and what prevents progress or null. */
  noteCheck(receiptHash: Sha256Hex, problem: AnchorProblemCode | null, at: string): Promise<void>;

  /**
   * Stores an anchor made elsewhere that a node shows final, also in place of a claim that can have no transaction
   * (SPEC.md §10.11). False: there is a record of the hash that it does not replace.
   */
  importAnchor(receiptHash: Sha256Hex, outcome: FinalizedOutcome, at: string): Promise<boolean>;

  /** Takes or renews the lease under which one process at a time works on the chain. Milliseconds since 1970. */
  takeLease(holder: string, now: number, until: number): Promise<boolean>;
  dropLease(holder: string): Promise<void>;
}
