import { describe, expect, test } from 'vitest';
import {
  buildSecondReading,
  type SecondReadingCell,
} from '../../../../src/domain/datasets/accountability-map/second-reading.ts';

type Level = SecondReadingCell['first'];

const roundOf = (...levels: (readonly [Level, Level, Level?])[]) => ({
  read_on: '2026-01-31',
  drawn: 'Drawn at random.',
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

const readingOf = (...levels: Parameters<typeof roundOf>) => ({ rounds: [roundOf(...levels)] });

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

  test('is told for each round and for all layers together', () => {
    const { read_on, counts, rounds, cells } = buildSecondReading({
      rounds: [
        roundOf(['native', 'native'], ['partial', 'native', 'native']),
        { ...roundOf(['partial', 'partial']), read_on: '2026-02-28', drawn: 'Every layer of a new system.' },
      ],
    });
    expect(read_on).toBe('2026-02-28');
    expect(counts).toMatchObject({ cells: 3, same_level: 2 });
    expect(rounds).toEqual([
      {
        read_on: '2026-01-31',
        drawn: 'Drawn at random.',
        counts: { cells: 2, same_level: 1, same_finding: 2, settled_for_first: 0, settled_for_second: 1 },
        cohens_kappa: 0,
      },
      {
        read_on: '2026-02-28',
        drawn: 'Every layer of a new system.',
        counts: { cells: 1, same_level: 1, same_finding: 1, settled_for_first: 0, settled_for_second: 0 },
      },
    ]);
    expect(cells.map(({ first }) => first)).toEqual(['native', 'partial', 'partial']);
  });

  test('has no kappa without cells or without any difference in level', () => {
    expect(buildSecondReading(undefined)).not.toHaveProperty('cohens_kappa');
    expect(buildSecondReading(readingOf(['native', 'native']))).not.toHaveProperty('cohens_kappa');
  });
});
