import { type Draw, pick } from './seeded-draw.ts';

type Rewriting = (text: string, draw: Draw) => string;

const replaceOne = (text: string, pattern: RegExp, draw: Draw, by: (match: string) => string): string => {
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return text;
  const { 0: match, index } = pick(found, draw);
  return text.slice(0, index) + by(match) + text.slice(index + match.length);
};

/** Changes of a JSON text; some break it. */
export const rewritings: Readonly<Record<string, Rewriting>> = {
  'text cut off': (text, draw) => text.slice(0, draw(text.length)),
  'white space added': (text, draw) =>
    replaceOne(
      text,
      /[{}[\],:]/g,
      draw,
      (match) => match + pick([' ', '\n\t', '\r\n', '\u00a0', '\f', '\ufeff'], draw),
    ),
  'something in front': (text, draw) => pick([' ', '\n', '\ufeff', '\ufeff\n', '\u00a0', '\v', '[', 'x'], draw) + text,
  'something behind': (text, draw) => text + pick([' ', '\n', '\0', '}', ',', '\u2028', '{}'], draw),
  'letter escaped': (text, draw) =>
    replaceOne(text, /(?<=")[a-zA-Z]/g, draw, (match) => `\\u00${match.charCodeAt(0).toString(16)}`),
  'escape added': (text, draw) =>
    replaceOne(
      text,
      /(?<=[a-z])"/g,
      draw,
      (match) =>
        pick(
          [
            '\\ud83d',
            '\\ude00',
            '\\ud83d\\ude00',
            '\\u0000',
            '\\/',
            '\\x',
            '\\u007f',
            '\\u2028',
            '\u007f',
            '\u0001',
            '\t',
            '\\ud83d\\ud83d\\ude00',
          ],
          draw,
        ) + match,
    ),
  'number written in another way': (text, draw) =>
    replaceOne(text, /(?<=[:[,]\s*)-?\d+(?=\s*[,\]}])/g, draw, (match) =>
      pick(
        [
          `${match}.0`,
          `${match}e0`,
          `${match}E+2`,
          '-0',
          '1e999',
          '-1e999',
          '9007199254740992',
          `0${match}`,
          `+${match}`,
          '1.',
          '.5',
          '9'.repeat(400),
          '9'.repeat(5000),
          '0.0',
          '-0.0',
          '1e-400',
          `${match}000000000000000000000000e-24`,
        ],
        draw,
      ),
    ),
  'member repeated': (text, draw) =>
    replaceOne(text, /"[a-z_0-9]+": ?(?:"[^"\\]*"|\d+|true|null)/g, draw, (match) => `${match},${match}`),
  'nested deeper': (text, draw) => {
    const depth = pick([1, 55, 58, 59, 60, 61, 62, 63, 64, 65, 2000], draw);
    return replaceOne(text, /(?<=: ?)(?:"[^"\\]*"|\d+|true|null)/g, draw, () => '['.repeat(depth) + ']'.repeat(depth));
  },
};

/** The bytes with one of them changed. */
export const flip = (data: Buffer, draw: Draw): Buffer => {
  const flipped = Buffer.from(data);
  const at = draw(flipped.length);
  flipped[at] = draw(2) === 0 ? flipped[at]! ^ (1 << draw(8)) : draw(256);
  return flipped;
};
