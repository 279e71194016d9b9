import type { Day } from '../../../domain/vocabulary/timestamp.ts';
import { UNDATED } from './periods.ts';

/** A month, `YYYY-MM`. */
export type Month = string;

/** The month of a day, or the word for none. */
export const monthOf = (day: Day | undefined): Month => day?.slice(0, 7) ?? UNDATED;

/** How many of the days fall in each month, the newest month first; months without a day are left out. */
export const countByMonth = (days: readonly (Day | undefined)[]): { month: Month; count: number }[] =>
  [...Map.groupBy(days.filter((day) => day !== undefined).map(monthOf), (month) => month)]
    .map(([month, { length }]) => ({ month, count: length }))
    .toSorted((a, b) => (a.month < b.month ? 1 : -1));

const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** The short name of a month with its year: `Sep 2025`. */
export const monthWithYear = (month: Month): string => `${names[Number(month.slice(5, 7)) - 1]!} ${month.slice(0, 4)}`;

/** A choice for each month that holds one of the days, the newest first. */
export const monthChoices = (
  days: readonly (Day | undefined)[],
): { readonly value: string; readonly label: string; readonly count: number }[] => {
  const undated = days.filter((day) => day === undefined).length;
  return [
    ...countByMonth(days).map(({ month, count }) => ({ value: month, label: monthWithYear(month), count })),
    ...(undated > 0 ? [{ value: UNDATED, label: 'Undated', count: undated }] : []),
  ];
};
