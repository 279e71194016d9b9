import type { RuleProblem } from '../../vocabulary/errors.ts';
import { type Day, daysAfter } from '../../vocabulary/timestamp.ts';
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
