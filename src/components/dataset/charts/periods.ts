import { type Day, type PartialDate, precisionOf } from '../../../domain/vocabulary/timestamp.ts';
import type { Choice } from '../list.ts';

/** The period of things without a date. */
export const UNDATED = 'undated';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** The month of a day, `YYYY-MM`, or the word for none. */
export const monthOf = (day: Day | undefined): string => day?.slice(0, 7) ?? UNDATED;

/** The choices of periods by their names: each that occurs with its count, the newest year first, what is undated last. */
const choicesOf = (
  names: readonly string[],
  labelOf: (name: string) => string,
  order: (a: string, b: string) => number,
) =>
  [...Map.groupBy(names, (name) => name)]
    .map(([value, { length }]) => ({ value, label: value === UNDATED ? 'Undated' : labelOf(value), count: length }))
    .toSorted(({ value: a }, { value: b }) => Number(a === UNDATED) - Number(b === UNDATED) || order(a, b));

/** A choice for each month, the newest first: `2025-09` as `Sep 2025`. */
export const monthChoices = (names: readonly string[]): Choice[] =>
  choicesOf(
    names,
    (name) => `${months[Number(name.slice(5)) - 1]!} ${name.slice(0, 4)}`,
    (a, b) => (a < b ? 1 : -1),
  );

const quarterOf = (date: PartialDate): number => Math.floor((Number(date.slice(5, 7)) - 1) / 3) + 1;

/**
 * The periods that a date belongs to, as they stand in an address: its year, then its quarter (`2026-q2`), or
 * `2026-year` for a date that names no more than the year.
 */
export const periodNamesOf = (date: PartialDate | undefined): string[] => {
  if (date === undefined) return [UNDATED];
  const year = date.slice(0, 4);
  return [year, precisionOf(date) === 'year' ? `${year}-year` : `${year}-q${quarterOf(date)}`];
};

/** A column of a drawing over time. */
export interface Column {
  /** The period as it stands in an address. */
  readonly name: string;
  readonly year: string;
  /** What stands under the year: `Q2`, `?` for dates that name only the year, nothing for a whole year. */
  readonly part: string;
}

const partsOf = (year: string, dates: readonly PartialDate[]): Column[] => {
  const dated = dates.filter((date) => date.length > 4).map(quarterOf);
  const quarters = [1, 2, 3, 4].filter((one) => one >= Math.min(...dated) && one <= Math.max(...dated));
  const vague = dated.length < dates.length;
  return [
    ...quarters.map((quarter) => ({ name: `${year}-q${quarter}`, year, part: `Q${quarter}` })),
    ...(vague ? [{ name: `${year}-year`, year, part: '?' }] : []),
  ];
};

/**
 * The columns of a drawing over time, oldest first: a year each, and a quarter each in the years that hold more than
 * a tenth of the dates, so that the room is where the records are. Years without a date have no column.
 */
export const columnsOf = (dates: readonly PartialDate[]): Column[] =>
  [...Map.groupBy(dates, (date) => date.slice(0, 4))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([year, those]) =>
      those.length * 10 > dates.length ? partsOf(year, those) : [{ name: year, year, part: '' }],
    );

/** A choice for each period: the newest year first, each followed by its parts: `2026-q2` as `2026 Q2`. */
export const periodChoices = (names: readonly string[]): Choice[] =>
  choicesOf(
    names,
    (name) => name.replace('-year', ', no month').replace('-q', ' Q'),
    (a, b) => (a.slice(0, 4) === b.slice(0, 4) ? (a < b ? -1 : 1) : a < b ? 1 : -1),
  );
