import { z } from 'zod';

/** An instant: RFC 3339 in UTC with `Z`, seconds or milliseconds (SPEC.md §2.1). */
export const Timestamp = z
  .string()
  .regex(
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{3})?Z$/,
    // The day of what is no time is not looked at.
    { error: 'expected an RFC 3339 time in UTC, for instance 2026-01-31T12:00:00Z', abort: true },
  )
  .refine((text) => text.slice(8, 10) <= '28' || new Date(text).getUTCDate() === Number(text.slice(8, 10)), {
    message: 'expected a day that exists',
  })
  .meta({ format: 'date-time', description: 'RFC 3339 time in UTC.' });
export type Timestamp = z.infer<typeof Timestamp>;

/** A calendar day in UTC, `YYYY-MM-DD`. */
export const Day = z.iso.date().meta({ description: 'A calendar day, YYYY-MM-DD.' });
export type Day = z.infer<typeof Day>;

const DAY_MS = 86_400_000;

/** The time so many days of 24 hours after another, or after the beginning of a day: RFC 3339 in UTC with milliseconds. */
export const daysAfter = (time: Timestamp | Day, days: number): Timestamp =>
  new Date(Date.parse(time) + days * DAY_MS).toISOString();

/** How many days of 24 hours lie between two times or days. */
export const daysBetween = (from: Timestamp | Day, to: Timestamp | Day): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS;

const dayExists = (text: string) => {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
};

/**
 * A date as precise as its source: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. An uncertain date is never
 * padded. Compared as text, a shorter date comes before the days that it contains.
 */
export const PartialDate = z
  .string()
  .regex(/^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/, 'expected a date: YYYY, YYYY-MM or YYYY-MM-DD')
  .refine(dayExists, 'expected a day that exists');
export type PartialDate = z.infer<typeof PartialDate>;

/** How precise a partial date is; `unknown` for no date. */
export const precisionOf = (date: PartialDate | undefined) =>
  date === undefined ? 'unknown' : date.length === 4 ? 'year' : date.length === 7 ? 'month' : 'day';
