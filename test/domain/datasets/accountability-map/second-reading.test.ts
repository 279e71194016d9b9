import { describe, expect, test } from 'vitest';
import {
  buildSecondReading,
  type SecondReadingCell,
} from '../../../../src/domain/datasets/accountability-map/second-reading.ts';

type Level = SecondReadingCell['first'];

const readingOf = (...levels: (readonly [Level, Level, Level?])[]) => ({
  read_on: '2026-01-31',
  cells: levels.map(([first, second, settled], at) => ({
    system: `system-${at}`,
    layer: 'identity' as const,
    first,
    second,
    locator: 'whole text',
    reason: 'As read.',
    sure: true,
    ...(settled === undefined ? {} : { settled: { level: settled, reason: 'As looked up.' } }),
  })),
});

describe('the agreement of two readings', () => {
  test('is counted from the cells, with the outcome of every difference', () => {
    const { counts } = buildSecondReading(
      readingOf(
        ['native', 'native'],
        ['native', 'partial', 'native'],
        ['extension', 'none_found', 'none_found'],
        ['none_found', 'none_found'],
      ),
    );
    expect(counts).toEqual({
      cells: 4,
      same_level: 2,
      same_finding: 3,
      settled_for_first: 1,
      settled_for_second: 1,
    });
  });

  // The textbook table of 50 cases: 20 and 15 in agreement, 5 and 10 not, kappa 0.4.
  test("has Cohen's kappa, which takes off what chance would give", () => {
    const cells = [
      ...Array.from({ length: 20 }, () => ['native', 'native'] as const),
      ...Array.from({ length: 5 }, () => ['native', 'partial', 'native'] as const),
      ...Array.from({ length: 10 }, () => ['partial', 'native', 'native'] as const),
      ...Array.from({ length: 15 }, () => ['partial', 'partial'] as const),
    ];
    expect(buildSecondReading(readingOf(...cells)).cohens_kappa).toBe(0.4);
  });

  test('has no kappa without cells or without any difference in level', () => {
    expect(buildSecondReading(undefined)).not.toHaveProperty('cohens_kappa');
    expect(buildSecondReading(readingOf(['native', 'native']))).not.toHaveProperty('cohens_kappa');
  });
});
