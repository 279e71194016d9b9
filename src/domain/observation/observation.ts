import { z } from 'zod';
import { CheckResult } from '../datasets/observatory/check.ts';
import type { CheckReason } from '../datasets/observatory/check-reasons.ts';
import type { CheckName } from '../datasets/observatory/check-terms.ts';
import { schemaId } from '../vocabulary/service.ts';
import { Slug } from '../vocabulary/text.ts';
import { type Day, daysBetween, Timestamp } from '../vocabulary/timestamp.ts';
import { decisive, type Outcome } from './outcome.ts';

/** Where observations are kept, from the root of the project: one file for each record. */
export const OBSERVATIONS_FOLDER = 'datasets/observations';

/** All answers to the checks of one record, as they are kept in `datasets/observations/<record>.json`. */
export const Observation = z
  .strictObject({
    schema: z.literal(schemaId('observation')),
    record: Slug.meta({ description: 'Id of the record in the verified-agent observatory.' }),
    observed_at: Timestamp.meta({ description: 'When the record was last observed.' }),
    results: z
      .array(CheckResult)
      .min(1)
      .meta({ description: 'The answers to checks of the record, oldest first; nothing is removed from it.' }),
  })
  .meta({
    id: schemaId('observation'),
    open: true,
    title: 'Observation',
    description: 'What came of asking the addresses, registries and contracts of an observatory record.',
  });
export type Observation = z.infer<typeof Observation>;

/** The observation of a record in the text of its file; undefined for any other text. */
export const parseObservation = (text: string, record: string): Observation | undefined => {
  try {
    const observation = Observation.parse(JSON.parse(text));
    return observation.record === record ? observation : undefined;
  } catch {
    return undefined;
  }
};

/** What came of one question of a run. */
export interface Finding extends Outcome {
  readonly check: CheckName;
  readonly address: string;
}

/** A run could not ask, for want of a setting: that is no answer. */
const unasked: readonly (CheckReason | undefined)[] = ['no_reader', 'other_network'];

/** What was there may be gone: no failure of what never was, but the end of a pass. */
const ends: readonly (CheckReason | undefined)[] = ['not_stated', 'not_signed'];

/** Age in days at which a result that stayed the same is noted again. */
const NOTED_AGAIN_DAYS = 30;
const MOST_ADDRESS = 2000;

/** The result as it is kept after the latest one about the check; undefined where it adds nothing. */
const added = ({ check, address, ...found }: Finding, earlier: readonly CheckResult[], on: Day) => {
  const before = earlier.findLast((one) => one.check === check);
  const isSameTarget = before?.address === address;
  const hasEnded = isSameTarget && before.result === 'pass' && ends.includes(found.reason);
  const result = hasEnded ? 'fail' : found.result;
  const kept: CheckResult = { check, ...found, result, address, on };
  if (!isSameTarget) return kept;
  if (result === 'not_run' && before.result !== 'not_run') return undefined;
  const isOld = daysBetween(before.on, on) >= NOTED_AGAIN_DAYS;
  return isOld || result !== before.result || found.reason !== before.reason ? kept : undefined;
};

/**
 * The results of a record with what a run found, as they are kept (SPEC.md §12.3): one for each check, added when it is new,
 * differs from the one before, is about something else, or that one is 30 days old. A try without an answer never follows a
 * pass or a failure.
 */
export const addFindings = (earlier: readonly CheckResult[], findings: readonly Finding[], on: Day): CheckResult[] => {
  const asked = findings
    .filter(({ reason }) => !unasked.includes(reason))
    .map((one) => ({ ...one, address: one.address.slice(0, MOST_ADDRESS) }));
  const counting = [...Map.groupBy(asked, ({ check }) => check).values()].flatMap((those) => decisive(those) ?? []);
  return [...earlier, ...counting.flatMap((one) => added(one, earlier, on) ?? [])];
};

/** Whether a record is due for an observation: never observed, or longer ago than this number of days. */
export const isDue = (observation: Observation | undefined, now: Date, olderThanDays: number): boolean =>
  observation === undefined || daysBetween(observation.observed_at, now.toISOString()) > olderThanDays;
