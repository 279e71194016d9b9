import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  columnsOf,
  monthChoices,
  periodChoices,
  periodNamesOf,
} from '../../../../src/components/dataset/charts/periods.ts';

const date = fc
  .date({ min: new Date('2015-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
  .chain((day) => fc.constantFrom(4, 7, 10).map((length) => day.toISOString().slice(0, length)));

test('a date belongs to its year and its quarter, and one without a month to the year alone', () => {
  expect(periodNamesOf('2026-05-04')).toEqual(['2026', '2026-q2']);
  expect(periodNamesOf('2026-12')).toEqual(['2026', '2026-q4']);
  expect(periodNamesOf('2026')).toEqual(['2026', '2026-year']);
  expect(periodNamesOf(undefined)).toEqual(['undated']);
});

test('years with many dates are divided, years with few are not, years with none are left out', () => {
  const many = ['2026-01-05', '2026-02', '2026-08-01', '2026', ...Array<string>(16).fill('2026-08-02')];
  expect(columnsOf(['2019-03-01', '2023', ...many]).map(({ name }) => name)).toEqual([
    '2019',
    '2023',
    '2026-q1',
    '2026-q2',
    '2026-q3',
    '2026-year',
  ]);
});

test('every date has exactly one column, whatever the dates', () => {
  fc.assert(
    fc.property(fc.array(date, { minLength: 1, maxLength: 80 }), (dates) => {
      const columns = columnsOf(dates).map(({ name }) => name);
      for (const each of dates) expect(periodNamesOf(each).filter((name) => columns.includes(name))).toHaveLength(1);
    }),
  );
});

test('the choices are the periods that occur, the newest year first and its parts after it', () => {
  expect(periodChoices(['2025-11-01', '2026-05-04', undefined, '2026', '2026-05-05'].flatMap(periodNamesOf))).toEqual([
    { value: '2026', label: '2026', count: 3 },
    { value: '2026-q2', label: '2026 Q2', count: 2 },
    { value: '2026-year', label: '2026, no month', count: 1 },
    { value: '2025', label: '2025', count: 1 },
    { value: '2025-q4', label: '2025 Q4', count: 1 },
    { value: 'undated', label: 'Undated', count: 1 },
  ]);
});

test('months are the newest first, and what has no date comes last', () => {
  expect(monthChoices(['2025-09', 'undated', '2026-01', '2025-09'])).toEqual([
    { value: '2026-01', label: 'Jan 2026', count: 1 },
    { value: '2025-09', label: 'Sep 2025', count: 2 },
    { value: 'undated', label: 'Undated', count: 1 },
  ]);
});
