import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countByMonth,
  monthsBetween,
  monthsOf,
  monthWithYear,
} from '../../../../src/components/dataset/charts/months.ts';

test('months without events appear between months with events', () => {
  expect(monthsBetween('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  expect(monthsBetween('2026-02', '2026-02')).toEqual(['2026-02']);
});

test('days are counted in their months, and undated events separately', () => {
  const months = monthsBetween('2025-12', '2026-02');
  expect(countByMonth(['2025-12-31', '2026-01-01', '2026-01-31', undefined, '2025-11-30'], months)).toEqual({
    earlier: 1,
    counts: [1, 2, 0],
    undated: 1,
  });
});

test('the months range from the first day to the date of the data', () => {
  expect(monthsOf([undefined, '2026-01-09', '2025-12-24'], '2026-02-01')).toEqual(['2025-12', '2026-01', '2026-02']);
  expect(monthsOf([undefined], '2026-02-01')).toEqual(['2026-02']);
});

test('at most the last two years are shown', () => {
  const months = monthsOf(['2019-05-01'], '2026-02-01');
  expect(months).toHaveLength(24);
  expect(months.at(-1)).toBe('2026-02');
});

test('a month is written with its year', () => {
  expect(monthWithYear('2026-09')).toBe('Sep 2026');
});

test('no day is lost, whatever the range', () => {
  const day = fc
    .date({ min: new Date('2015-01-01'), max: new Date('2026-11-20'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(fc.array(fc.option(day, { nil: undefined })), (days) => {
      const { earlier, counts, undated } = countByMonth(days, monthsOf(days, '2026-11-20'));
      expect(earlier + undated + counts.reduce((sum, count) => sum + count, 0)).toBe(days.length);
    }),
  );
});
