import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countByMonth, monthChoices, monthWithYear } from '../../../../src/components/dataset/charts/months.ts';

test('days are counted in their months, the newest first, and months without a day are left out', () => {
  expect(countByMonth(['2025-12-31', '2026-02-01', '2026-02-28', undefined, '2024-01-09'])).toEqual([
    { month: '2026-02', count: 2 },
    { month: '2025-12', count: 1 },
    { month: '2024-01', count: 1 },
  ]);
});

test('a month is written with its year', () => {
  expect(monthWithYear('2026-09')).toBe('Sep 2026');
});

test('no day is lost among the choices', () => {
  const day = fc
    .date({ min: new Date('2015-01-01'), max: new Date('2026-11-20'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(fc.array(fc.option(day, { nil: undefined })), (days) => {
      expect(monthChoices(days).reduce((sum, { count }) => sum + count, 0)).toBe(days.length);
    }),
  );
});
