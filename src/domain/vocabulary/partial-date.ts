import { z } from 'zod';

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
