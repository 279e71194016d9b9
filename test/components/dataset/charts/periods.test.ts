import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  columnsOf,
  packRows,
  periodChoices,
  periodNamesOf,
  periodOf,
  placeOn,
} from '../../../../src/components/dataset/charts/periods.ts';

const days = (date: string): number => {
  const { from, to } = periodOf(date);
  return to - from;
};

const date = fc
  .date({ min: new Date('2015-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
  .chain((day) => fc.constantFrom(4, 7, 10).map((length) => day.toISOString().slice(0, length)));

test('a date covers all its days', () => {
  expect(days('2026-02-03')).toBe(1);
  expect(days('2026-02')).toBe(28);
  expect(days('2024-02')).toBe(29);
  expect(days('2026')).toBe(365);
  expect(periodOf('2026-12').to).toBe(periodOf('2027').from);
});

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

test('the columns are equally wide, and time only moves to the right', () => {
  const columns = columnsOf(['2021-06-01', ...Array<string>(9).fill('2026-05-01')]);
  expect(columns.map(({ name }) => name)).toEqual(['2021', '2026-q2']);
  expect(placeOn(columns, periodOf('2021-01-01').from)).toBe(0);
  expect(placeOn(columns, periodOf('2024-01-01').from)).toBe(0.5);
  expect(placeOn(columns, periodOf('2026-07-01').from)).toBe(1);
  fc.assert(
    fc.property(fc.array(date, { minLength: 1, maxLength: 40 }), date, date, (dates, one, other) => {
      const axis = columnsOf(dates);
      if (axis.every(({ part }) => part === '?')) return;
      const [before, after] = [periodOf(one).from, periodOf(other).from].toSorted((a, b) => a - b);
      expect(placeOn(axis, before!)).toBeLessThanOrEqual(placeOn(axis, after!));
    }),
  );
});

test('the choices are the periods that occur, the newest year first and its parts after it', () => {
  expect(periodChoices(['2025-11-01', '2026-05-04', undefined, '2026', '2026-05-05'])).toEqual([
    { value: '2026', label: '2026', count: 3 },
    { value: '2026-q2', label: '2026 Q2', count: 2 },
    { value: '2026-year', label: '2026, no month', count: 1 },
    { value: '2025', label: '2025', count: 1 },
    { value: '2025-q4', label: '2025 Q4', count: 1 },
    { value: 'undated', label: 'Undated', count: 1 },
  ]);
});

test('spans that overlap stand in different rows', () => {
  const span = fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 20 }));
  fc.assert(
    fc.property(fc.array(span), (drawn) => {
      const rows = packRows(drawn.map(([from, length]) => ({ from, to: from + length })));
      for (const [at, one] of rows.entries()) {
        for (const other of rows.slice(at + 1)) {
          if (one.row === other.row) expect(other.from).toBeGreaterThanOrEqual(one.to);
        }
      }
    }),
  );
});
