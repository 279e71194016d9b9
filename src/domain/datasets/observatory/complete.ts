import { nameOfChain } from '../../chains/known-chains.ts';
import type { Day } from '../../vocabulary/timestamp.ts';
import { lastModifiedOf, type RecordChange } from '../record/record.ts';
import type { Check, CheckResult } from './check.ts';
import { checkTerms } from './check-terms.ts';
import { levelOn } from './level.ts';
import { type ObservatoryFile, ObservatoryRecord } from './record.ts';

/** Who ran a check that a run answered. */
export const OBSERVER = 'the command observe of this dataset';

const answerOf = ({ check: _, address: _address, result, on, ...where }: CheckResult): Omit<Check, 'check' | 'how'> =>
  result === 'not_run' ? { result, ...where, tried_on: on } : { result, by: OBSERVER, on, ...where };

/** A check of the file with the latest answer. What a person found on the same day or later stays. */
const answered = (
  check: ObservatoryFile['verifiable'][number],
  results: readonly CheckResult[],
): ObservatoryRecord['verifiable'][number] => {
  const { check: name, how, reads, endpoints, entries, result, on, ...rest } = check;
  const asked = {
    ...(reads === undefined ? {} : { reads }),
    ...(endpoints === undefined ? {} : { endpoints }),
    ...(entries === undefined ? {} : { entries }),
  };
  const typed = { result: result ?? 'not_run', ...rest, ...(on === undefined ? {} : { on }) } as const;
  const latest = results.findLast((one) => one.check === name);
  const keeps = latest === undefined || result === 'not_applicable' || (on !== undefined && on >= latest.on);
  return { check: name, how, ...asked, ...(keeps ? typed : answerOf(latest)) };
};

const sentenceOf = ({ check, result, network, block, reason }: CheckResult): string => {
  const where = [network && nameOfChain(network), block && `block ${block}`].filter(Boolean).join(', ');
  const word = { pass: 'passed', fail: 'failed', not_run: 'could not be answered' }[result];
  const detail = [reason?.replaceAll('_', ' '), where].filter(Boolean).join('; ');
  return `${checkTerms[check].label} ${word}${detail && ` (${detail})`}`;
};

/** One event for each day on which checks were answered. */
const eventsOfResults = (results: readonly CheckResult[]): RecordChange[] =>
  [...Map.groupBy(results, ({ on }) => on)].map(([on, those]) => ({
    on,
    kind: 'changed',
    note: `Checks run: ${those.map(sentenceOf).join('; ')}.`.slice(0, 2000),
  }));

const byDay = (a: { on: Day }, b: { on: Day }): number => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0);

const members = Object.keys(ObservatoryRecord.shape) as (keyof ObservatoryRecord)[];

/** The record with its members in the order of the schema, whatever the order in its file. */
const inOrder = (record: ObservatoryRecord): ObservatoryRecord =>
  Object.fromEntries(
    members.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]])),
  ) as unknown as ObservatoryRecord;

/**
 * The records as they are published: with the answers that observations gave to their checks, an event for each day on
 * which they did, and the level that follows on the day of the version of the dataset (SPEC.md §6.8, §12.3).
 * @param resultsOf the answers for a record, oldest first.
 * @param stillNames whether a record still names what an answer is about. An answer about something else is history.
 */
export const completeRecords = (
  files: readonly ObservatoryFile[],
  resultsOf: (id: string) => readonly CheckResult[],
  stillNames: (file: ObservatoryFile, result: CheckResult) => boolean = () => true,
): ObservatoryRecord[] => {
  const answers = files.map((file) => {
    const all = resultsOf(file.id);
    const results = all.filter((result) => stillNames(file, result));
    return {
      ...file,
      verifiable: file.verifiable.map((check) => answered(check, results)),
      changes: all.length === 0 ? file.changes : [...file.changes, ...eventsOfResults(all)].toSorted(byDay),
    };
  });
  const version = answers.map(lastModifiedOf).reduce((latest, day) => (day > latest ? day : latest), '');
  return answers.map((record) => {
    const { level, basis } = levelOn(version, record);
    return inOrder({ ...record, verification_level: level, verification_basis: basis });
  });
};
