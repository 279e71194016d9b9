import { z } from 'zod';
import { Sha256Hex } from '../json/sha256.ts';
import { schemaId } from '../vocabulary/service.ts';
import { enumOf } from '../vocabulary/terms.ts';
import { Slug } from '../vocabulary/text.ts';
import { Timestamp } from '../vocabulary/timestamp.ts';
import {
  observationCheckTerms,
  observationReasonTerms,
  observationResultTerms,
  observedTargetTerms,
} from './observation-terms.ts';

/** Where observations are kept, from the root of the project: one file for each record. */
export const OBSERVATIONS_FOLDER = 'datasets/observations';

const Address = z.string().min(1).max(2000);

/** The longest text of somebody else that is kept. */
export const MOST_FOREIGN_TEXT = 2000;

/** What somebody else wrote, cut to a length; it may hold any character. */
const ForeignText = z.string().max(MOST_FOREIGN_TEXT);

/** One check and what came out of it. */
export const CheckOutcome = z.strictObject({
  check: enumOf(observationCheckTerms, 'What was asked.'),
  result: enumOf(observationResultTerms, 'What came out.'),
  reason: enumOf(observationReasonTerms, 'Why it is not as expected.').optional(),
});
export type CheckOutcome = z.infer<typeof CheckOutcome>;

const Answer = z.strictObject({
  final_address: ForeignText.optional().meta({ description: 'Where redirects led, when they led elsewhere.' }),
  media_type: z.string().max(200).optional().meta({ description: 'What the answer calls itself.' }),
  bytes: z.int().min(0).meta({ description: 'Length of the document.' }),
  sha256: Sha256Hex.meta({ description: 'SHA-256 of the bytes of the document.' }),
  same_bytes_since: Timestamp.meta({ description: 'The first observation in a row that saw these very bytes.' }),
  format: z.string().max(100).optional().meta({
    description: 'The format and version that the document follows, as far as recognised.',
  }),
  problems: z
    .array(z.strictObject({ pointer: z.string().max(500), expected: z.string().max(500) }))
    .min(1)
    .optional()
    .meta({ description: 'Where the document differs from its format, the first twenty places.' }),
  signed_by: z
    .strictObject({
      alg: ForeignText.meta({ description: 'Algorithm of the signature.' }),
      kid: ForeignText.meta({ description: 'Name of the key.' }),
      key_address: ForeignText.meta({
        description: 'Where the key was fetched. It is as trustworthy as that address.',
      }),
      key_thumbprint_sha256: Sha256Hex.meta({ description: 'RFC 7638 thumbprint of the key.' }),
    })
    .optional()
    .meta({ description: 'The key under which a signature holds.' }),
});

const RegistryEntry = z.strictObject({
  status: z.enum(['active', 'revoked', 'not_registered']).meta({ description: 'State of the registration.' }),
  owner: ForeignText.optional().meta({ description: 'Account that owns the registration.' }),
  card_address: ForeignText.optional().meta({ description: 'Address of the card in the registry.' }),
  card_sha256: Sha256Hex.optional().meta({ description: 'Hash of the card in the registry.' }),
  block_hash: Sha256Hex.meta({ description: 'The finalized block in which this was read.' }),
});

/** One look at a target: what was asked and what was seen. */
export const Look = z.strictObject({
  at: Timestamp.meta({ description: 'When the look ended.' }),
  http_status: z.int().min(100).max(999).optional().meta({ description: 'Status of the answer when it is not 200.' }),
  checks: z.array(CheckOutcome).min(1).meta({ description: 'The checks, each with its result.' }),
  answer: Answer.optional().meta({ description: 'The document that came.' }),
  entry: RegistryEntry.optional().meta({ description: 'The entry that the registry holds.' }),
});
export type Look = z.infer<typeof Look>;

/** What is known of one address or registry entry. */
export const ObservedTarget = z.strictObject({
  target: enumOf(observedTargetTerms, 'What it is.'),
  address: Address.meta({ description: 'Web address, or identifier on a chain.' }),
  latest: Look.meta({ description: 'The last look.' }),
  last_good: Look.optional().meta({
    description: 'The last look that saw something; present only when the last look did not.',
  }),
});
export type ObservedTarget = z.infer<typeof ObservedTarget>;

/** All observations of one record, as they are kept in `datasets/observations/<record>.json`. */
export const Observation = z
  .strictObject({
    schema: z.literal(schemaId('observation')),
    record: Slug.meta({ description: 'Id of the record of the verified-agent observatory.' }),
    observed_at: Timestamp.meta({ description: 'When the record was last looked at.' }),
    targets: z.array(ObservedTarget).min(1).meta({ description: 'Its addresses and registry entries.' }),
  })
  .meta({
    id: schemaId('observation'),
    title: 'Observation',
    description: 'What was seen when the addresses of an observatory record were asked.',
  });
export type Observation = z.infer<typeof Observation>;

/** Whether a look saw the document or the entry, whatever the checks say of it. */
export const isGood = (look: Look): boolean => look.answer !== undefined || look.entry !== undefined;

/** The last look at a target that saw something; undefined when none ever did. */
export const findLastGood = ({ latest, last_good }: ObservedTarget): Look | undefined =>
  isGood(latest) ? latest : last_good;

/** A text of somebody else, cut to what is kept of it. */
export const keptText = (text: string): string => text.slice(0, MOST_FOREIGN_TEXT);

const sameTarget = (a: Pick<ObservedTarget, 'target' | 'address'>, b: Pick<ObservedTarget, 'target' | 'address'>) =>
  a.target === b.target && a.address === b.address;

/** Only the bytes say whether a document changed: the first look in a row that saw them keeps its time. */
const withStandingTime = (look: Look, earlier: Look | undefined): Look =>
  look.answer !== undefined && earlier?.answer?.sha256 === look.answer.sha256
    ? { ...look, answer: { ...look.answer, same_bytes_since: earlier.answer.same_bytes_since } }
    : look;

/** A new look at a target. Undefined for one that was not looked at, since nothing here can. */
export interface NewLook {
  readonly target: ObservedTarget['target'];
  readonly address: string;
  readonly look: Look;
  /** True for a look that could not be tried: it stands only where nothing was ever known. */
  readonly untried: boolean;
}

/**
 * The observation of a record after new looks. A look that saw nothing never replaces what was seen
 * before, and targets that the record no longer names stay as they were, at the end.
 */
export const addLooks = (
  earlier: Observation | undefined,
  record: string,
  observedAt: Timestamp,
  looks: readonly NewLook[],
): Observation => {
  const known = earlier?.targets ?? [];
  const seen = looks.map(({ untried, look, ...target }): ObservedTarget => {
    const before = known.find((one) => sameTarget(one, target));
    if (untried && before !== undefined) return before;
    const lastGood = before && findLastGood(before);
    const latest = withStandingTime(look, lastGood);
    return { ...target, latest, ...(isGood(latest) || lastGood === undefined ? {} : { last_good: lastGood }) };
  });
  const former = known.filter((one) => !seen.some((other) => sameTarget(one, other)));
  return { schema: schemaId('observation'), record, observed_at: observedAt, targets: [...seen, ...former] };
};

const DAY_MS = 86_400_000;

/** Whether a record is due for a look: never looked at, or longer ago than so many days. */
export const isDue = (observation: Observation | undefined, now: Date, olderThanDays: number): boolean =>
  observation === undefined || now.getTime() - Date.parse(observation.observed_at) > olderThanDays * DAY_MS;

/** /data/verified-agent-observatory/observations.json: every observation that is kept. */
export const ObservationsDocument = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId('observations')),
    description: z.string().meta({ description: 'What the document holds and what it does not show.' }),
    count: z.int().min(0).meta({ description: 'Records that were looked at; the others were never checked.' }),
    observations: z.array(Observation).meta({ description: 'The observations, by record id.' }),
  })
  .meta({
    id: schemaId('observations'),
    title: 'Observations',
    description: 'What was seen when the addresses of observatory records were asked.',
  });
export type ObservationsDocument = z.infer<typeof ObservationsDocument>;

export const buildObservations = (observations: ReadonlyMap<string, Observation>): ObservationsDocument => ({
  ok: true,
  schema: schemaId('observations'),
  description:
    'Each check with its result at the time it was made. A record that is not listed was never checked; a fetch that failed is no mismatch.',
  count: observations.size,
  observations: [...observations.values()].toSorted((a, b) => (a.record < b.record ? -1 : 1)),
});
