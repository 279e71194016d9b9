import type { Day } from '../../../domain/vocabulary/timestamp.ts';

/** A month, `YYYY-MM`. */
export type Month = string;

const numberOf = (month: Month): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;

const monthAt = (at: number): Month =>
  `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`;

/** Every month from the first to the last, both included; those in which nothing happened too. */
export const monthsBetween = (first: Month, last: Month): Month[] =>
  Array.from({ length: Math.max(0, numberOf(last) - numberOf(first) + 1) }, (_, at) => monthAt(numberOf(first) + at));

/** Days counted by month. */
export interface MonthCounts {
  /** Days before the first month. */
  readonly earlier: number;
  /** One count a month. */
  readonly counts: readonly number[];
  /** Those that have no day. */
  readonly undated: number;
}

/** How many of the days fall in each of the months, which follow one another. */
export const countByMonth = (days: readonly (Day | undefined)[], months: readonly Month[]): MonthCounts => {
  const counts = months.map(() => 0);
  let earlier = 0;
  let undated = 0;
  for (const day of days) {
    if (day === undefined) undated += 1;
    else if (day < months[0]!) earlier += 1;
    else counts[numberOf(day) - numberOf(months[0]!)]! += 1;
  }
  return { earlier, counts, undated };
};

/** The months from the first of the days to the given day; of a long time only the last `most`. */
export const monthsOf = (days: readonly (Day | undefined)[], until: Day, most = 24): Month[] => {
  const first = days.reduce<string>((least, day) => (day !== undefined && day < least ? day : least), until);
  return monthsBetween(first.slice(0, 7), until.slice(0, 7)).slice(-most);
};

const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** The short name of a month: `Sep`. */
export const monthName = (month: Month): string => names[numberOf(month) % 12]!;

/** The short name of a month with its year: `Sep 2025`. */
export const monthWithYear = (month: Month): string => `${monthName(month)} ${month.slice(0, 4)}`;
