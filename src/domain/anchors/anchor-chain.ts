import type { ChainNetwork } from '../chains/network.ts';
import type { ExchangeRates } from './register-data-cost.ts';
import type { Sha256Hex } from '../json/sha256.ts';

/** What can stand in the way on the side of the chain, each with a sentence for the people who run it. */
export const chainProblems = {
  node_unavailable: 'The node is unreachable or did not answer within the time limit.',
  node_answer_unusable: 'The node answered something that cannot be understood.',
  wrong_network: 'The node is on another network than CONCORDIUM_NETWORK names.',
  account_busy: 'The account has a transaction that is not finalized yet.',
  wallet_not_set: 'CONCORDIUM_WALLET_FILE is not set.',
  wallet_missing: 'The wallet file is missing or cannot be read.',
  wallet_not_private: 'The wallet file can be read by others: it needs mode 600.',
  wallet_malformed: 'The wallet file is not a wallet export.',
  wallet_wrong_network: 'The wallet export is of another network than CONCORDIUM_NETWORK names.',
  wallet_unknown_account: 'The account of the wallet does not exist on the chain.',
  wallet_wrong_key: 'The keys of the wallet are not the keys of the account on the chain.',
} as const;
export type ChainProblemCode = keyof typeof chainProblems;

/** A fault on the side of the chain. The message is the sentence of its code and holds nothing from outside. */
export class ChainProblem extends Error {
  override readonly name = 'ChainProblem';
  readonly code: ChainProblemCode;

  constructor(code: ChainProblemCode, cause?: unknown) {
    super(chainProblems[code], cause === undefined ? {} : { cause });
    this.code = code;
  }
}

/** Recognised by shape: the command line and the built server may load this module separately. */
export const isChainProblem = (thrown: unknown): thrown is ChainProblem =>
  thrown instanceof Error && thrown.name === 'ChainProblem' && 'code' in thrown && String(thrown.code) in chainProblems;

/** The account that pays: found usable, or why not. */
export type PayingAccount =
  | {
      readonly usable: true;
      /** Base58 address. */
      readonly sender: string;
      /** Signatures that the account asks for: they are part of the energy. */
      readonly signatures: number;
      readonly availableMicroCcd: bigint;
    }
  | { readonly usable: false; readonly problem: ChainProblemCode };

/** What the chain said about fees, and when. */
export interface ChainQuote {
  readonly rates: ExchangeRates;
  /** Time of the last finalized block, in which the rates hold; RFC 3339. */
  readonly at: string;
  readonly blockHash: Sha256Hex;
  readonly account: PayingAccount;
}

/** A signed register-data transaction. Signing sends nothing. */
export interface SignedTransaction {
  /** The serialised block item, hexadecimal: what is sent, and sent again, to the byte. */
  readonly rawHex: string;
  /** SHA-256 of those bytes, computed here: the hash under which the chain knows it. */
  readonly transactionHash: Sha256Hex;
  readonly sender: string;
  readonly sequenceNumber: bigint;
  /** Seconds since 1970 after which no block may hold it. */
  readonly expiresAt: number;
  readonly energy: bigint;
}

/** What a node answered to a transaction: taken, known already, or refused (with its words). */
export type SendOutcome =
  { readonly kind: 'accepted' } | { readonly kind: 'known' } | { readonly kind: 'refused'; readonly reason: string };

/** How a transaction ended in a finalized block. */
export interface FinalizedOutcome {
  readonly blockHash: Sha256Hex;
  readonly transactionHash: Sha256Hex;
  readonly sender: string;
  readonly energy: bigint;
  readonly chargedMicroCcd: bigint;
  /** Hexadecimal registered bytes; null when the transaction registered nothing. */
  readonly registeredHex: string | null;
  /** The chain's name for why it was rejected, or null. A rejected transaction is charged too. */
  readonly rejected: string | null;
}

export type TransactionStatus =
  | { readonly kind: 'absent' }
  | { readonly kind: 'received' }
  | { readonly kind: 'committed' }
  | { readonly kind: 'finalized'; readonly outcome: FinalizedOutcome };

/** A finalized block, its time, and the account as it stands in it. */
export interface FinalizedPoint {
  readonly blockHash: Sha256Hex;
  readonly time: Date;
  /** The next sequence number of the account in that block. */
  readonly sequenceNumber: bigint;
}

/**
 * What the anchor facility needs from a chain; the only port of this service. Every method asks the
 * node for its genesis block first, ends within a time limit, and throws ChainProblem when it
 * cannot answer.
 */
export interface AnchorChain {
  readonly network: ChainNetwork;
  /** Rates, and whether the wallet can pay. Spends and signs nothing. */
  quote(): Promise<ChainQuote>;
  /**
   * Signs a transaction that registers these bytes. Checks the wallet against the account first.
   * @throws ChainProblem account_busy while an earlier transaction of the account is not finalized.
   */
  sign(data: Uint8Array, expiresAt: number): Promise<SignedTransaction>;
  /**
   * Hands the bytes to the node. The same bytes may be sent again: the chain knows them by their hash.
   * @throws ChainProblem when it is not known whether the node took them.
   */
  send(rawHex: string): Promise<SendOutcome>;
  status(transactionHash: Sha256Hex): Promise<TransactionStatus>;
  /** The last finalized block and the account in that very block. */
  finalizedPoint(sender: string): Promise<FinalizedPoint>;
}
