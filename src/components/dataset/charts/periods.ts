import { type PartialDate, precisionOf } from '../../../domain/vocabulary/timestamp.ts';

/** The period of things without a date. */
export const UNDATED = 'undated';

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

/** The label of a period: `2026-q2` as `2026 Q2`. */
export const labelOfPeriod = (name: string): string =>
  name === UNDATED ? 'Undated' : name.replace('-year', ', no month').replace('-q', ' Q');

/** The periods that dates belong to: the newest year first, each followed by its parts, what is undated last. */
export const periodsOf = (dates: readonly (PartialDate | undefined)[]): string[] =>
  [...new Set(dates.flatMap(periodNamesOf))].toSorted(
    (a, b) =>
      Number(a === UNDATED) - Number(b === UNDATED) ||
      Number(b.slice(0, 4)) - Number(a.slice(0, 4)) ||
      (a < b ? -1 : 1),
  );
