import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildSegments, totalOf } from '../../../../src/components/dataset/charts/stack.ts';

test('the parts of a bar follow one another and are as long as their counts', () => {
  expect(buildSegments([1, 0, 3], 8, 400)).toEqual([
    { series: 0, count: 1, x: 0, width: 50 },
    { series: 2, count: 3, x: 50, width: 150 },
  ]);
});

test('a zero count has no part, even if all counts are zero', () => {
  expect(buildSegments([0, 0], 0, 100)).toEqual([]);
});

test('the parts of a full bar fill it, and none overlaps the next', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(1000), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 2000 }),
      (counts, width) => {
        const full = totalOf(counts);
        fc.pre(full > 0);
        const parts = buildSegments(counts, full, width);
        let end = 0;
        for (const part of parts) {
          expect(part.x).toBeCloseTo(end, 6);
          end = part.x + part.width;
        }
        expect(end).toBeCloseTo(width, 6);
      },
    ),
  );
});
