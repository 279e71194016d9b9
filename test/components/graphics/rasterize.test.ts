import { expect, test } from 'vitest';
import { PICTURE_SANS, PICTURE_SERIF, rasterize } from '../../../src/components/graphics/rasterize.ts';

const picture = (text: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60" font-family="${PICTURE_SANS}"><text y="25" font-size="20">${text}</text><text y="50" font-size="20" font-weight="600" font-family="${PICTURE_SERIF}">${text}</text></svg>`;

test('a Latin text is drawn with the same bytes, whether the fonts of other scripts are there or not', async () => {
  const latin = picture('Straße, café – “proven” · 50 % …');
  const withAll = latin.replace('</svg>', '<!-- Ω --></svg>');
  expect((await rasterize(latin)).png).toEqual((await rasterize(withAll)).png);
});

test.each(['Ελληνικά', 'Кириллица', 'Łódź', 'Việt'])(
  'the letters of %s are drawn, each with its own form',
  async (text) => {
    const { pixels } = await rasterize(picture(text));
    const missing = await rasterize(picture(text.replaceAll(/[^a-z]/gi, '\u{10ffff}')));
    expect(pixels.some((value) => value > 0)).toBe(true);
    expect(pixels).not.toEqual(missing.pixels);
  },
);
