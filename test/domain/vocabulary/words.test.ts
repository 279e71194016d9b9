import { expect, test } from 'vitest';
import { withCommas } from '../../../src/domain/vocabulary/words.ts';

test('an integer is written as Intl writes it in English', () => {
  for (const integer of [0, 7, 999, 1_000, 65_536, 100_000, 1_234_567, Number.MAX_SAFE_INTEGER, -1, -100, -1_000_000])
    expect(withCommas(integer)).toBe(integer.toLocaleString('en-GB'));
});
