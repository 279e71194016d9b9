import { type PartialDate, precisionOf } from '../../../domain/vocabulary/partial-date.ts';

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

/** The time that a drawing shows: whole quarters that hold every one of the dates. */
export const axisOf = (dates: readonly PartialDate[]): Period => {
  const periods = dates.map(periodOf);
  const first = new Date(Math.min(...periods.map(({ from }) => from)) * DAY_MS);
  const last = new Date((Math.max(...periods.map(({ to }) => to)) - 1) * DAY_MS);
  const quarter = (date: Date) => Math.floor(date.getUTCMonth() / 3) * 3 + 1;
  return {
    from: dayNumber(first.getUTCFullYear(), quarter(first), 1),
    to: dayNumber(last.getUTCFullYear(), quarter(last) + 3, 1),
  };
};

/** Where a day stands on an axis of that width. */
export const placeOf = (day: number, axis: Period, width: number): number =>
  ((day - axis.from) / (axis.to - axis.from)) * width;

/** The first of January of each year within the axis. */
export const yearsOf = (axis: Period): { year: number; from: number }[] => {
  const first = new Date(axis.from * DAY_MS).getUTCFullYear();
  const last = new Date((axis.to - 1) * DAY_MS).getUTCFullYear();
  return Array.from({ length: last - first + 1 }, (_, at) => ({
    year: first + at,
    from: Math.max(axis.from, dayNumber(first + at, 1, 1)),
  }));
};

/**
 * Spans in as few rows as they need, from the earliest to the latest, each in the first row in which nothing
 * covers it.
 */
export const packRows = <S extends { readonly from: number; readonly to: number }>(
  spans: readonly S[],
): (S & { readonly row: number })[] => {
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

/** A thing drawn where its date is, as wide as the date is vague. */
export interface Mark<T> {
  readonly of: T;
  readonly precise: boolean;
  readonly x: number;
  readonly width: number;
  /** The row it stands in, so that it covers no other. */
  readonly row: number;
}

/**
 * Marks of dated things, each at least `size` wide, from the earliest to the latest. A mark that would
 * cover another goes to the next row. A day is a mark around that day; a month or a year spans itself.
 */
export const placeMarks = <T extends { readonly date: PartialDate }>(
  things: readonly T[],
  axis: Period,
  width: number,
  size: number,
): Mark<T>[] => {
  const wide = things.map((of) => {
    const { from, to } = periodOf(of.date);
    const start = placeOf(from, axis, width);
    const extent = placeOf(to, axis, width) - start;
    const precise = precisionOf(of.date) === 'day';
    const span = precise ? size : Math.max(size, extent);
    // A mark at the rim stays within the drawing.
    const x = Math.min(Math.max(0, start + (extent - span) / 2), width - span);
    return { of, precise, x, width: span };
  });
  return packRows(
    wide.toSorted((a, b) => a.width - b.width).map((mark) => ({ ...mark, from: mark.x, to: mark.x + mark.width + 1 })),
  );
};

/** How many rows marks take. */
export const rowsOf = (marks: readonly Mark<unknown>[]): number =>
  marks.reduce((most, { row }) => Math.max(most, row + 1), 0);
