import { expect, test } from 'vitest';
import { drawSeal, mandateMark, sealInWords, sealRings } from '../../../src/components/graphics/seal.ts';

test('each ring shows the result of its question without any colour, the inner one first', () => {
  const rings = sealRings({ intact: 'pass', from_whom: 'unverified', since_when: 'fail' });
  const radii = rings.map(({ attributes }) => Number(attributes.r));
  expect(radii).toEqual(radii.toSorted((one, other) => one - other));
  const seen = rings.map(({ attributes }, at) => {
    const [dash, gap] = attributes['stroke-dasharray'].split(' ').map(Number);
    const pieces = Math.round((2 * Math.PI * radii[at]!) / (dash! + gap!));
    if (gap === 0) return 'closed';
    return pieces <= 3 ? 'broken' : 'dotted';
  });
  expect(seen).toEqual(['closed', 'dotted', 'broken']);
});

test('its words answer the three questions, and the one of the mandate where a decision has one', () => {
  const results = { intact: 'pass', from_whom: 'unverified', since_when: 'fail' } as const;
  const words = 'Intact? pass. From whom? unverified. Since when? fail.';
  expect(sealInWords(results)).toBe(words);
  expect(sealInWords({ ...results, mandate: 'not_covered' })).toBe(`${words} Within its mandate? broken.`);
});

test('a decision outside its mandate is crossed out from edge to edge, however good its rings are', () => {
  const good = { intact: 'pass', from_whom: 'pass', since_when: 'pass' } as const;
  const [kept, broken, open, none] = (['covered', 'not_covered', 'unknown', undefined] as const).map((mandate) => {
    expect(drawSeal({ ...good, mandate })).toContain(`d="${mandateMark(mandate)['d']}"`);
    return mandateMark(mandate);
  });
  expect(broken).toMatchObject({ d: 'M2.5 24H45.5', stroke: 'var(--refuted)' });
  expect(kept).toMatchObject({ fill: 'var(--proven)' });
  expect(open).toMatchObject({ fill: 'none', stroke: 'var(--stated)' });
  expect(none!['d']).toBe('');
});
