import { expect, test } from 'vitest';
import { sealInWords, sealRings } from '../../../src/components/graphics/seal.ts';

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

test('its words answer the three questions', () => {
  expect(sealInWords({ intact: 'pass', from_whom: 'unverified', since_when: 'fail' })).toBe(
    'Intact? pass. From whom? unverified. Since when? fail.',
  );
});
