import { expect, test } from 'vitest';
import { pageInks } from '../../../src/components/graphics/inks.ts';
import { drawSeal, SEAL_BOX, sealInWords, sealRings } from '../../../src/components/graphics/seal.ts';
import { inkOf } from '../../support/ink.ts';

const results = ['pass', 'unverified', 'fail'] as const;
const black = Object.fromEntries(Object.keys(pageInks).map((use) => [use, '#000000'])) as unknown as typeof pageInks;
const STEPS = 2_000;

const every = results.flatMap((intact) =>
  results.flatMap((from_whom) => results.map((since_when) => ({ intact, from_whom, since_when }))),
);

/** What a reader without colours sees of a ring: closed, many dots, or few pieces. */
const ringSeen = (hasInk: (x: number, y: number) => boolean, radius: number): string => {
  const round = Array.from({ length: STEPS }, (_, step) => {
    const angle = (step / STEPS) * 2 * Math.PI;
    return hasInk(SEAL_BOX / 2 + radius * Math.cos(angle), SEAL_BOX / 2 + radius * Math.sin(angle));
  });
  const pieces = round.filter((ink, at) => ink && !round.at(at - 1)).length;
  if (pieces === 0) return round[0] ? 'pass' : 'nothing';
  return pieces <= 3 ? 'fail' : 'unverified';
};

test('each ring shows the result of its question without any colour, the inner one first', async () => {
  for (const expected of every) {
    const hasInk = await inkOf(drawSeal(expected, black), SEAL_BOX);
    const radii = sealRings(expected).map(({ attributes }) => Number(attributes.r));
    expect(radii).toEqual(radii.toSorted((one, other) => one - other));
    expect(radii.map((radius) => ringSeen(hasInk, radius))).toEqual(Object.values(expected));
  }
});

test('its words answer the three questions', () => {
  expect(sealInWords({ intact: 'pass', from_whom: 'unverified', since_when: 'fail' })).toBe(
    'Intact? pass. From whom? unverified. Since when? fail.',
  );
});
