import type { RuleProblem } from '../../vocabulary/errors.ts';
import type { Day } from '../../vocabulary/timestamp.ts';
import { type DatasetRecord, lastModifiedOf } from './record.ts';

const DAY_MS = 86_400_000;

const daysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

const observedAt = (record: DatasetRecord): Day | undefined => {
  const { observation } = record as { observation?: { observed_at?: Day } };
  return observation?.observed_at;
};

const checkAge = (record: DatasetRecord, today: Day, staleAfterDays: number): RuleProblem[] => {
  const observed = observedAt(record);
  const dates: { path: string[]; day: Day }[] = [
    { path: ['compiled_on'], day: record.compiled_on },
    ...(observed === undefined ? [] : [{ path: ['observation', 'observed_at'], day: observed }]),
  ];
  return dates
    .map(({ path, day }) => ({ path, day, age: daysBetween(day, today) }))
    .filter(({ age }) => age > staleAfterDays)
    .map(({ path, day, age }) => ({
      path,
      message: `${day} is ${age} days ago, more than ${staleAfterDays}; check whether it is still true`,
    }));
};

/**
 * The day of a record that is still to come everywhere (SPEC.md §6.6). Tomorrow has come east of Greenwich. No other
 * day of a record is later than these two.
 */
export const dayAhead = (record: DatasetRecord, today: Day): RuleProblem[] => {
  const tomorrow = new Date(Date.parse(today) + DAY_MS).toISOString().slice(0, 10);
  const days = [
    { path: ['compiled_on'], day: record.compiled_on },
    { path: ['changes'], day: lastModifiedOf(record) },
  ];
  return days
    .filter(({ day }) => day > tomorrow)
    .slice(0, 1)
    .map(({ path, day }) => ({
      path,
      message: `${day} is in the future; expected tomorrow (${tomorrow}, UTC) or an earlier day`,
    }));
};

/**
 * The warnings about a record: a day in the future and a date that is older than this number of days. Withdrawn records
 * have only the first.
 */
export const warningsOf = (record: DatasetRecord, today: Day, staleAfterDays: number): RuleProblem[] => [
  ...dayAhead(record, today),
  ...(record.withdrawn_on === undefined ? checkAge(record, today, staleAfterDays) : []),
];
