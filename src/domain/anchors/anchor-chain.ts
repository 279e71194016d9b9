import type { ChainNetwork } from '../chains/network.ts';
import type { Sha256Hex } from '../json/sha256.ts';
import type { ChainFailureCode } from './chain-failure.ts';
import type { ExchangeRates } from './fee-estimate.ts';

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
  | { readonly usable: false; readonly failure: ChainFailureCode };

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
 * node for its genesis block first, ends within a time limit, and throws ChainFailure when it
 * cannot answer.
 */
export interface AnchorChain {
  readonly network: ChainNetwork;
  /** Rates, and whether the wallet can pay. Spends and signs nothing. */
  quote(): Promise<ChainQuote>;
  /**
   * Signs a transaction that registers these bytes. Checks the wallet against the account first.
   * @throws ChainFailure account_busy while an earlier transaction of the account is not finalized.
   */
  sign(data: Uint8Array, expiresAt: number): Promise<SignedTransaction>;
  /**
   * Hands the bytes to the node. The same bytes may be sent again: the chain knows them by their hash.
   * @throws ChainFailure when it is not known whether the node took them.
   */
  send(rawHex: string): Promise<SendOutcome>;
  status(transactionHash: Sha256Hex): Promise<TransactionStatus>;
  /** The last finalized block and the account in that very block. */
  finalizedPoint(sender: string): Promise<FinalizedPoint>;
}
