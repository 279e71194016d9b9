import { z } from 'zod';
import type { ChainNetwork } from '../chains/network.ts';
import type { Sha256Hex } from '../json/sha256.ts';
import { Timestamp } from '../vocabulary/timestamp.ts';
import type { ChainFailureCode } from './anchor-state.ts';
import { REGISTERED_BYTES } from './registered-data.ts';

/** An amount in micro-CCD as a decimal string; 1,000,000 are one CCD. */
export const MicroCcd = z
  .string()
  .regex(/^\d{1,19}$/, 'expected a whole number of micro-CCD as a decimal string')
  .meta({ description: 'Micro-CCD as a decimal string; 1000000 are one CCD.' });

/** A member that may be null. */
export const nullable = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema.nullable().meta({ description });

/** The exchange rates behind an amount. */
export const AnchorRate = z.object({
  euro_per_energy: z.string().meta({ description: 'Euro for one unit of energy, as a fraction.' }),
  microccd_per_euro: z.string().meta({ description: 'Micro-CCD for one euro, as a fraction.' }),
  at: Timestamp.meta({ description: 'Time of the finalized block whose rates these are.' }),
});
type AnchorRate = z.infer<typeof AnchorRate>;

/** A ratio of whole numbers, as the chain states its exchange rates. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The two exchange rates that turn energy into a fee. */
export interface ExchangeRates {
  readonly euroPerEnergy: Ratio;
  readonly microCcdPerEuro: Ratio;
}

const ENERGY_PER_SIGNATURE = 100n;
const ENERGY_OF_REGISTER_DATA = 300n;
const HEADER_BYTES = 60n;
/** Type byte and 16-bit length in front of the registered bytes. */
const PAYLOAD_HEAD_BYTES = 3n;

/**
 * Energy of a register-data transaction: 100 per signature, one per byte of header and payload, and
 * 300 for the operation (Concordium documentation, "Transaction fees"). It is always used in full.
 */
export const registerDataEnergy = (dataBytes: number, signatures: number): bigint =>
  ENERGY_PER_SIGNATURE * BigInt(signatures) +
  HEADER_BYTES +
  PAYLOAD_HEAD_BYTES +
  BigInt(dataBytes) +
  ENERGY_OF_REGISTER_DATA;

const ceilDivide = (numerator: bigint, denominator: bigint): bigint => (numerator + denominator - 1n) / denominator;

/** The fee in micro-CCD at these rates, rounded up as the chain does. */
export const feeMicroCcd = (energy: bigint, { euroPerEnergy, microCcdPerEuro }: ExchangeRates): bigint =>
  ceilDivide(
    energy * euroPerEnergy.numerator * microCcdPerEuro.numerator,
    euroPerEnergy.denominator * microCcdPerEuro.denominator,
  );

/** The amount reserved for an estimated fee: 25 % more, rounded up (SPEC.md §10.4). */
export const reservationMicroCcd = (fee: bigint): bigint => ceilDivide(fee * 5n, 4n);

const ratioText = ({ numerator, denominator }: Ratio): string => `${numerator}/${denominator}`;

/** The expected cost of an anchor and the amount reserved for it. */
export interface FeeEstimate {
  readonly energy: bigint;
  readonly microCcd: bigint;
  readonly reservedMicroCcd: bigint;
  readonly rate: AnchorRate;
}

/** Energy of the transaction of an anchor. */
export const anchorEnergy = (signatures: number): bigint => registerDataEnergy(REGISTERED_BYTES, signatures);

/** The cost of an anchor at the rates of a quote, with the reservation that covers it. */
export const estimateFee = (signatures: number, { rates, at }: Pick<ChainQuote, 'rates' | 'at'>): FeeEstimate => {
  const energy = anchorEnergy(signatures);
  const microCcd = feeMicroCcd(energy, rates);
  return {
    energy,
    microCcd,
    reservedMicroCcd: reservationMicroCcd(microCcd),
    rate: {
      euro_per_energy: ratioText(rates.euroPerEnergy),
      microccd_per_euro: ratioText(rates.microCcdPerEuro),
      at,
    },
  };
};

/** The account that pays, or why it cannot be used. */
export type PayingAccount =
  | {
      readonly usable: true;
      /** Base58 address. */
      readonly sender: string;
      /** Signatures that the account requires; they count towards the energy. */
      readonly signatures: number;
      readonly availableMicroCcd: bigint;
    }
  | { readonly usable: false; readonly failure: ChainFailureCode; readonly detail?: string | undefined };

/** The exchange rates of the chain at a block, and the account that pays. */
export interface ChainQuote {
  readonly rates: ExchangeRates;
  /** Time of the last finalized block, whose rates these are; RFC 3339. */
  readonly at: string;
  readonly blockHash: Sha256Hex;
  readonly account: PayingAccount;
}

/** How far the clock of the service may be from the last finalized block, in milliseconds (SPEC.md §10.8). */
const CLOCK_TOLERANCE_MS = 120_000;

/** Whether the clock and the last finalized block are so far apart that an expiry computed from the clock would be wrong. */
export const clocksDiffer = ({ at }: Pick<ChainQuote, 'at'>, now: Date): boolean =>
  Math.abs(now.getTime() - Date.parse(at)) > CLOCK_TOLERANCE_MS;

/** A signed register-data transaction. Signing sends nothing. */
export interface SignedTransaction {
  /** The serialised block item in hexadecimal: the exact bytes that are sent, every time. */
  readonly rawHex: string;
  /** SHA-256 of those bytes, computed here: its hash on the chain. */
  readonly transactionHash: Sha256Hex;
  readonly sender: string;
  readonly sequenceNumber: bigint;
  /** Seconds since 1970 after which no block can include it. */
  readonly expiresAt: number;
  readonly energy: bigint;
}

/** The answer of a node to a transaction: accepted, already known, or refused with the reason it gave. */
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
  /** The chain's name for the reason it was rejected, or null. A rejected transaction is charged too. */
  readonly rejected: string | null;
}

export type TransactionStatus =
  | { readonly kind: 'absent' }
  | { readonly kind: 'received' }
  | { readonly kind: 'committed' }
  | { readonly kind: 'finalized'; readonly outcome: FinalizedOutcome };

/** A finalized block, its time, and the state of the account in it. */
export interface FinalizedPoint {
  readonly blockHash: Sha256Hex;
  readonly time: Date;
  /** The next sequence number of the account in that block. */
  readonly sequenceNumber: bigint;
}

/**
 * What the anchor facility needs from a chain; the only port of this service. Every method first
 * checks the genesis block of the node, ends within a time limit, and throws ChainFailure when it cannot
 * answer.
 */
export interface AnchorChain {
  readonly network: ChainNetwork;
  /** The exchange rates, and whether the wallet can pay. Spends and signs nothing. */
  quote(): Promise<ChainQuote>;
  /**
   * Signs a transaction that registers these bytes. Checks the wallet against the account first.
   * @throws ChainFailure account_busy while an earlier transaction of the account is not finalized.
   */
  sign(data: Uint8Array, expiresAt: number): Promise<SignedTransaction>;
  /**
   * Sends the bytes to the node. Sending the same bytes again is safe: the chain identifies them by their hash.
   * @throws ChainFailure when it is not known whether the node accepted them.
   */
  send(rawHex: string): Promise<SendOutcome>;
  status(transactionHash: Sha256Hex): Promise<TransactionStatus>;
  /** The last finalized block and the account in that same block. */
  finalizedPoint(sender: string): Promise<FinalizedPoint>;
}
