import { type PartialDate, precisionOf } from '../../../domain/vocabulary/timestamp.ts';

const DAY_MS = 86_400_000;

const dayNumber = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day) / DAY_MS;

/** Whole days since 1970, from the first up to but without the last. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** All the days that a date stands for: one, a month of them, or a year. */
export const periodOf = (date: PartialDate): Period => {
  const [year = 0, month, day] = date.split('-').map(Number);
  if (month === undefined) return { from: dayNumber(year, 1, 1), to: dayNumber(year + 1, 1, 1) };
  if (day === undefined) return { from: dayNumber(year, month, 1), to: dayNumber(year, month + 1, 1) };
  return { from: dayNumber(year, month, day), to: dayNumber(year, month, day + 1) };
};

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
export interface Column extends Period {
  /** The period as it stands in an address. */
  readonly name: string;
  readonly year: string;
  /** What stands under the year: `Q2`, `?` for dates that name only the year, nothing for a whole year. */
  readonly part: string;
}

const partsOf = (year: string, dates: readonly PartialDate[]): Column[] => {
  const months = dates.filter((date) => date.length > 4);
  const quarters = months.map(quarterOf);
  const [first, last] = [Math.min(...quarters), Math.max(...quarters)];
  const parts = [1, 2, 3, 4]
    .filter((quarter) => quarter >= first && quarter <= last)
    .map((quarter) => ({
      name: `${year}-q${quarter}`,
      year,
      part: `Q${quarter}`,
      from: dayNumber(Number(year), quarter * 3 - 2, 1),
      to: dayNumber(Number(year), quarter * 3 + 1, 1),
    }));
  const end = parts.at(-1)?.to ?? periodOf(year).from;
  const vague = months.length < dates.length;
  return vague ? [...parts, { name: `${year}-year`, year, part: '?', from: end, to: end }] : parts;
};

/**
 * The columns of a drawing over time, oldest first: a year each, and a quarter each in the years that hold more than
 * a tenth of the dates, so that the room is where the records are. Years without a date have no column.
 */
export const columnsOf = (dates: readonly PartialDate[]): Column[] =>
  [...Map.groupBy(dates, (date) => date.slice(0, 4))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([year, those]) =>
      those.length * 10 > dates.length ? partsOf(year, those) : [{ name: year, year, part: '', ...periodOf(year) }],
    );

/** Where a day stands on equally wide columns, as a part of their whole width, from 0 to 1. */
export const placeOn = (columns: readonly Column[], day: number): number => {
  const wide = columns.filter(({ from, to }) => to > from);
  const at = wide.findIndex(({ to }) => day < to);
  if (at === -1) return 1;
  const { from, to } = wide[at]!;
  return (at + Math.max(0, day - from) / (to - from)) / wide.length;
};

/**
 * Spans in as few rows as they need, from the earliest to the latest, each in the first row in which nothing
 * covers it.
 */
export const packRows = <S extends Period>(spans: readonly S[]): (S & { readonly row: number })[] => {
  const ends: number[] = [];
  return spans
    .toSorted((a, b) => a.from - b.from)
    .map((span) => {
      const free = ends.findIndex((end) => end <= span.from);
      const row = free === -1 ? ends.length : free;
      ends[row] = span.to;
      return { ...span, row };
    });
};

/** A period in words: `2026 Q2`. */
const periodInWords = (name: string): string => {
  const [year = '', part] = name.split('-');
  if (part === undefined) return name === UNDATED ? 'Undated' : year;
  return part === 'year' ? `${year}, no month` : `${year} ${part.toUpperCase()}`;
};

/** A choice for each period that holds one of the dates: the newest year first, each followed by its parts. */
export const periodChoices = (
  dates: readonly (PartialDate | undefined)[],
): { readonly value: string; readonly label: string; readonly count: number }[] =>
  [
    ...Map.groupBy(
      dates.flatMap((date) => periodNamesOf(date)),
      (name) => name,
    ),
  ]
    .map(([value, { length }]) => ({ value, label: periodInWords(value), count: length }))
    .toSorted(({ value: a }, { value: b }) => {
      const [yearA, yearB] = [a.slice(0, 4), b.slice(0, 4)];
      if (a === UNDATED || b === UNDATED) return Number(a === UNDATED) - Number(b === UNDATED);
      return yearA === yearB ? (a < b ? -1 : 1) : yearA < yearB ? 1 : -1;
    });
