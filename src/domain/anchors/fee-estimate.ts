import { z } from 'zod';
import type { ChainQuote } from './anchor-chain.ts';
import { REGISTERED_BYTES } from './registered-data.ts';

/** An amount in micro-CCD as a decimal string; 1,000,000 are one CCD. */
export const MicroCcd = z
  .string()
  .regex(/^\d{1,19}$/, 'expected a whole number of micro-CCD as a decimal string')
  .meta({ description: 'Micro-CCD as a decimal string; 1000000 are one CCD.' });

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

/** The expected cost of an anchor and the amount reserved for it. Ratios as `numerator/denominator`. */
export interface FeeEstimate {
  readonly energy: bigint;
  readonly microCcd: bigint;
  readonly reservedMicroCcd: bigint;
  readonly euroPerEnergy: string;
  readonly microCcdPerEuro: string;
  /** Time of the block whose rates these are; RFC 3339. */
  readonly at: string;
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
    euroPerEnergy: ratioText(rates.euroPerEnergy),
    microCcdPerEuro: ratioText(rates.microCcdPerEuro),
    at,
  };
};
