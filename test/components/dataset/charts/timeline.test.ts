import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  axisOf,
  periodOf,
  placeMarks,
  placeOf,
  rowsOf,
  yearsOf,
} from '../../../../src/components/dataset/charts/timeline.ts';

const days = (date: string): number => {
  const { from, to } = periodOf(date);
  return to - from;
};

test('a date covers all its days', () => {
  expect(days('2026-02-03')).toBe(1);
  expect(days('2026-02')).toBe(28);
  expect(days('2024-02')).toBe(29);
  expect(days('2026')).toBe(365);
  expect(periodOf('2026-12').to).toBe(periodOf('2027').from);
});

test('an axis spans whole quarters and marks the start of each year', () => {
  const axis = axisOf(['2021-11-01', '2023-04-30']);
  expect(axis).toEqual({ from: periodOf('2021-10-01').from, to: periodOf('2023-07-01').from });
  expect(yearsOf(axis)).toEqual([
    { year: 2021, from: axis.from },
    { year: 2022, from: periodOf('2022').from },
    { year: 2023, from: periodOf('2023').from },
  ]);
  expect(placeOf(axis.from, axis, 500)).toBe(0);
  expect(placeOf(axis.to, axis, 500)).toBe(500);
});

describe('marks', () => {
  const axis = { from: periodOf('2026').from, to: periodOf('2026').to };

  test('a year is drawn as long as the year, a day as one mark around it', () => {
    const [year, day] = placeMarks([{ date: '2026' }, { date: '2026-07-02' }], axis, 365, 9);
    expect(year).toMatchObject({ precise: false, x: 0, width: 365, row: 0 });
    expect(day).toMatchObject({ precise: true, width: 9, row: 1 });
    expect(day!.x + 4.5).toBeCloseTo(182.5);
  });

  test('two decisions of one day are drawn one below the other', () => {
    const marks = placeMarks([{ date: '2026-05-05' }, { date: '2026-05-05' }], axis, 365, 9);
    expect(marks.map(({ row }) => row)).toEqual([0, 1]);
    expect(rowsOf(marks)).toBe(2);
  });

  test('marks do not overlap and stay within the drawing', () => {
    const date = fc
      .date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
      .chain((day) => fc.constantFrom(4, 7, 10).map((length) => ({ date: day.toISOString().slice(0, length) })));
    fc.assert(
      fc.property(fc.array(date, { maxLength: 60 }), (things) => {
        const marks = placeMarks(things, axis, 300, 7);
        expect(marks).toHaveLength(things.length);
        for (const [at, mark] of marks.entries()) {
          expect(mark.x).toBeGreaterThanOrEqual(0);
          expect(mark.x + mark.width).toBeLessThanOrEqual(300.001);
          for (const other of marks.slice(at + 1)) {
            if (other.row === mark.row) expect(other.x).toBeGreaterThanOrEqual(mark.x + mark.width);
          }
        }
      }),
    );
  });
});
