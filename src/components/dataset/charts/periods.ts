import { type PartialDate, precisionOf } from '../../../domain/vocabulary/timestamp.ts';

/** The period of things without a date. */
const UNDATED = 'undated';

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

/** The label of a period: `2026-q2` as `2026 Q2`. */
export const labelOfPeriod = (name: string): string =>
  name === UNDATED ? 'Undated' : name.replace('-year', ', no month').replace('-q', ' Q');

/** A column of a drawing. */
export interface Column {
  /** As it stands in an address. */
  readonly name: string;
  readonly words: string;
  /** What stands over it: nothing over the later columns of a year. */
  readonly head: string;
  /** What stands under the year: `Q2`, `?` for dates that name only the year. */
  readonly part?: string;
}

const partsOf = (year: string, dates: readonly PartialDate[]): Column[] => {
  const dated = dates.filter((date) => date.length > 4).map(quarterOf);
  const quarters = [1, 2, 3, 4].filter((one) => one >= Math.min(...dated) && one <= Math.max(...dated));
  const parts = [
    ...quarters.map((quarter) => ({ name: `${year}-q${quarter}`, part: `Q${quarter}` })),
    ...(dated.length < dates.length ? [{ name: `${year}-year`, part: '?' }] : []),
  ];
  return parts.map((one, at) => ({ ...one, words: labelOfPeriod(one.name), head: at === 0 ? year : '' }));
};

/**
 * The columns of a drawing over time, oldest first, what is undated last: a year each, and a quarter each in the years
 * that hold more than a share of the dates, so that the room is where the records are. Years without a date have none.
 */
export const columnsOf = (dates: readonly (PartialDate | undefined)[], share: number): Column[] =>
  [...Map.groupBy(dates, (date) => date?.slice(0, 4) ?? UNDATED)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([year, those]) =>
      year === UNDATED
        ? { name: UNDATED, words: UNDATED, head: UNDATED }
        : those.length > share * dates.length
          ? partsOf(year, those as PartialDate[])
          : { name: year, words: year, head: `’${year.slice(2)}` },
    );

/** The latest year since which more than half of the dates are, and how many these are. */
export const mostSince = (dates: readonly PartialDate[]) => {
  const year =
    dates
      .toSorted()
      .at(-Math.floor(dates.length / 2) - 1)
      ?.slice(0, 4) ?? '';
  return { year, count: dates.filter((date) => date >= year).length };
};
