import type { RuleProblem } from '../../vocabulary/errors.ts';
import { type Day, daysAfter, daysBetween } from '../../vocabulary/timestamp.ts';
import { counted } from '../../vocabulary/words.ts';
import { type DatasetRecord, lastModifiedOf } from './record.ts';

/**
 * The day of a record that is still to come everywhere (SPEC.md §6.6). Tomorrow has come east of Greenwich. No other
 * day of a record is later than these two.
 */
export const dayAhead = (record: DatasetRecord, today: Day): RuleProblem[] => {
  const tomorrow = daysAfter(today, 1).slice(0, 10);
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

/** For so many days after a text was read, high confidence rests on it. */
const READ_DAYS = 180;

/** High confidence that rests on texts read longer ago, at the one read first (SPEC.md §6.13); a withdrawn record rests on none. */
export const agedSources = ({ confidence, sources, withdrawn_on }: DatasetRecord, today: Day): RuleProblem[] => {
  if (confidence !== 'high' || withdrawn_on !== undefined) return [];
  const aged = sources
    .map(({ retrieved }, at) => ({ retrieved, at }))
    .filter(({ retrieved }) => daysBetween(retrieved, today) > READ_DAYS)
    .toSorted((a, b) => (a.retrieved < b.retrieved ? -1 : 1));
  return aged.slice(0, 1).map(({ retrieved, at }) => ({
    path: ['sources', at, 'retrieved'],
    message: `${retrieved} is over ${READ_DAYS} days ago, and confidence is high; read ${counted(aged.length, 'source')} again`,
  }));
};
