import { z } from 'zod';
import { Caip2 } from '../chains/caip.ts';
import { CheckResult } from '../datasets/observatory/check.ts';
import { Sha256Hex } from '../json/sha256.ts';
import { schemaId } from '../vocabulary/service.ts';
import { enumOf } from '../vocabulary/terms.ts';
import { Slug } from '../vocabulary/text.ts';
import { Timestamp } from '../vocabulary/timestamp.ts';
import { ChainTransaction } from './chain-transaction.ts';
import { addAnswers } from './check-answers.ts';
import { ContractState } from './contract-state.ts';
import {
  observationCheckTerms,
  observationReasonTerms,
  observationResultTerms,
  observedTargetTerms,
} from './observation-terms.ts';
import type { OfferedEndpoint } from './offered-endpoints.ts';

/** Where observations are kept, from the root of the project: one file for each record. */
export const OBSERVATIONS_FOLDER = 'datasets/observations';

const Address = z.string().min(1).max(2000);

/** The longest foreign text that is kept. */
const MOST_FOREIGN_TEXT = 2000;

/** A text of someone else, cut to a maximum length; it may contain any character. */
const ForeignText = z.string().max(MOST_FOREIGN_TEXT);

/** One check with its result. */
export const CheckOutcome = z.strictObject({
  check: enumOf(observationCheckTerms, 'What was checked.'),
  result: enumOf(observationResultTerms, 'The result.'),
  reason: enumOf(observationReasonTerms, 'The reason for the result, if it is not as expected.').optional(),
  network: Caip2.optional().meta({ description: 'The chain that was read, where one was.' }),
  block: z.string().max(100).optional().meta({ description: 'The block that was read: its height or its hash.' }),
});
export type CheckOutcome = z.infer<typeof CheckOutcome>;

const Answer = z.strictObject({
  final_address: ForeignText.optional().meta({ description: 'The final address after redirects, if it differs.' }),
  media_type: z.string().max(200).optional().meta({ description: 'The media type that the answer states.' }),
  bytes: z.int().min(0).meta({ description: 'Length of the document.' }),
  sha256: Sha256Hex.meta({ description: 'SHA-256 of the bytes of the document.' }),
  same_bytes_since: Timestamp.meta({
    description: 'The earliest of the consecutive observations that returned the same bytes.',
  }),
  format: z.string().max(100).optional().meta({
    description: 'The format and version that the document follows, as far as recognised.',
  }),
  problems: z
    .array(z.strictObject({ pointer: z.string().max(500), expected: z.string().max(500) }))
    .min(1)
    .optional()
    .meta({ description: 'The first twenty places in which the document differs from its format.' }),
  signed_by: z
    .strictObject({
      alg: ForeignText.meta({ description: 'Algorithm of the signature.' }),
      kid: ForeignText.meta({ description: 'Name of the key.' }),
      key_address: ForeignText.meta({
        description: 'Where the key was fetched. The key is only as trustworthy as that address.',
      }),
      key_thumbprint_sha256: Sha256Hex.meta({ description: 'RFC 7638 thumbprint of the key.' }),
    })
    .optional()
    .meta({ description: 'The key for which a signature is valid.' }),
});

const RegistryEntry = z.strictObject({
  status: z.enum(['active', 'revoked', 'not_registered', 'registered']).meta({
    description: 'State of the registration; `registered` where the registry keeps none.',
  }),
  owner: ForeignText.optional().meta({ description: 'Account that owns the registration.' }),
  wallet: ForeignText.optional().meta({ description: 'Wallet of the agent in the registry.' }),
  card_address: ForeignText.optional().meta({ description: 'Address of the card in the registry.' }),
  card_sha256: Sha256Hex.optional().meta({ description: 'Hash of the card in the registry.' }),
  block_hash: Sha256Hex.meta({ description: 'The finalized block from which this was read.' }),
});

/** One observation of a target: the checks, and what was received. */
export const Look = z.strictObject({
  at: Timestamp.meta({ description: 'When the observation ended.' }),
  http_status: z
    .int()
    .min(100)
    .max(999)
    .optional()
    .meta({ description: 'HTTP status of the answer, if it is not the one that is expected.' }),
  checks: z.array(CheckOutcome).min(1).meta({ description: 'The checks, each with its result.' }),
  answer: Answer.optional().meta({ description: 'The document that was received.' }),
  entry: RegistryEntry.optional().meta({ description: 'The entry in the registry.' }),
  transaction: ChainTransaction.optional().meta({ description: 'The transaction, as the chain has it.' }),
  contract: ContractState.optional().meta({ description: 'The contract, as the chain has it.' }),
});
export type Look = z.infer<typeof Look>;

/** What is known of one address or registry entry. */
export const ObservedTarget = z.strictObject({
  target: enumOf(observedTargetTerms, 'Kind of target.'),
  address: Address.meta({ description: 'Web address, or identifier on a chain.' }),
  latest: Look.meta({ description: 'The latest observation.' }),
  last_good: Look.optional().meta({
    description: 'The last successful observation; present only when the latest one failed.',
  }),
});
export type ObservedTarget = z.infer<typeof ObservedTarget>;

/** All observations of one record, as they are kept in `datasets/observations/<record>.json`. */
export const Observation = z
  .strictObject({
    schema: z.literal(schemaId('observation')),
    record: Slug.meta({ description: 'Id of the record in the verified-agent observatory.' }),
    observed_at: Timestamp.meta({ description: 'When the record was last observed.' }),
    results: z
      .array(CheckResult)
      .min(1)
      .optional()
      .meta({ description: 'The answers to checks of the record, oldest first; nothing is removed from it.' }),
    targets: z.array(ObservedTarget).min(1).meta({ description: 'Its addresses and registry entries.' }),
  })
  .meta({
    id: schemaId('observation'),
    open: true,
    title: 'Observation',
    description: 'The results of requesting the addresses of an observatory record.',
  });
export type Observation = z.infer<typeof Observation>;

/** Whether a look received the document or the entry, whatever the checks say about it. */
const isGood = (look: Look): boolean =>
  [look.answer, look.entry, look.transaction, look.contract].some((received) => received !== undefined);

/** The last look at a target that received something; undefined when none ever did. */
export const findLastGood = ({ latest, last_good }: ObservedTarget): Look | undefined =>
  isGood(latest) ? latest : last_good;

/** A text of someone else, cut to the length that is kept, with U+FFFD for half a character: no reader of JSON refuses it. */
export const keptText = (text: string): string => text.slice(0, MOST_FOREIGN_TEXT).toWellFormed();

const sameTarget = (a: Pick<ObservedTarget, 'target' | 'address'>, b: Pick<ObservedTarget, 'target' | 'address'>) =>
  a.target === b.target && a.address === b.address;

/** Keeps the time of the first consecutive look that returned the same bytes; nothing else shows whether a document changed. */
const withStandingTime = (look: Look, earlier: Look | undefined): Look =>
  look.answer !== undefined && earlier?.answer?.sha256 === look.answer.sha256
    ? { ...look, answer: { ...look.answer, same_bytes_since: earlier.answer.same_bytes_since } }
    : look;

/** A new look at a target. */
export interface NewLook {
  readonly target: ObservedTarget['target'];
  readonly address: string;
  readonly look: Look;
  /** What the record names, for a target that was found through it. */
  readonly namedBy?: string;
  /** The endpoints that its document names. */
  readonly offers?: readonly OfferedEndpoint[];
  /** True for a look that could not be made: it counts only if nothing was known before. */
  readonly untried: boolean;
}

/**
 * The observation of a record after new looks. A look that received nothing never replaces an earlier
 * one that did, and targets that the record no longer names are kept unchanged, at the end. What the looks answer to the
 * checks of the record is added to its results.
 */
export const addLooks = (
  earlier: Observation | undefined,
  record: string,
  observedAt: Timestamp,
  looks: readonly NewLook[],
): Observation => {
  const known = earlier?.targets ?? [];
  const seen = looks.map(({ untried, look, target: kind, address }): ObservedTarget => {
    // A registry may name an address of any length and form.
    const target = { target: kind, address: keptText(address) };
    const before = known.find((one) => sameTarget(one, target));
    if (untried && before !== undefined) return before;
    const lastGood = before && findLastGood(before);
    const latest = withStandingTime(look, lastGood);
    return { ...target, latest, ...(isGood(latest) || lastGood === undefined ? {} : { last_good: lastGood }) };
  });
  const former = known.filter((one) => !seen.some((other) => sameTarget(one, other)));
  const results = addAnswers(earlier?.results ?? [], looks, observedAt.slice(0, 10));
  return {
    schema: schemaId('observation'),
    record,
    observed_at: observedAt,
    ...(results.length === 0 ? {} : { results }),
    targets: [...seen, ...former],
  };
};

const DAY_MS = 86_400_000;

/** Whether a record is due for an observation: never observed, or longer ago than this number of days. */
export const isDue = (observation: Observation | undefined, now: Date, olderThanDays: number): boolean =>
  observation === undefined || now.getTime() - Date.parse(observation.observed_at) > olderThanDays * DAY_MS;

/** /data/verified-agent-observatory/observations.json: every observation that is kept. */
export const ObservationsDocument = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId('observations')),
    description: z.string().meta({ description: 'What the document contains and what it does not show.' }),
    count: z.int().min(0).meta({ description: 'Records that were observed; the others were never checked.' }),
    observations: z.array(Observation).meta({ description: 'The observations, by record id.' }),
  })
  .meta({
    id: schemaId('observations'),
    title: 'Observations',
    description: 'The results of requesting the addresses of observatory records.',
  });
export type ObservationsDocument = z.infer<typeof ObservationsDocument>;

export const buildObservations = (observations: ReadonlyMap<string, Observation>): ObservationsDocument => ({
  ok: true,
  schema: schemaId('observations'),
  description:
    'Each check with its result at the time it was made. A record that is not listed was never checked; a failed fetch is not a mismatch.',
  count: observations.size,
  observations: [...observations.values()].toSorted((a, b) => (a.record < b.record ? -1 : 1)),
});
