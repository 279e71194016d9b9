import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildSegments, totalOf } from '../../../../src/components/dataset/charts/stack.ts';

test('the parts of a bar follow one another and are as long as their counts', () => {
  expect(buildSegments([1, 0, 3], 8)).toEqual([
    { series: 0, count: 1, x: 0, width: 12.5 },
    { series: 2, count: 3, x: 12.5, width: 37.5 },
  ]);
});

test('a zero count has no part, even if all counts are zero', () => {
  expect(buildSegments([0, 0], 0)).toEqual([]);
});

test('the parts of a full bar fill it, and none overlaps the next', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { minLength: 1, maxLength: 8 }), (counts) => {
      const full = totalOf(counts);
      fc.pre(full > 0);
      const parts = buildSegments(counts, full);
      let end = 0;
      for (const part of parts) {
        expect(part.x).toBeCloseTo(end, 6);
        end = part.x + part.width;
      }
      expect(end).toBeCloseTo(100, 6);
    }),
  );
});
