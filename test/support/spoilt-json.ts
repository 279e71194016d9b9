import { type Draw, pick } from './seeded-draw.ts';

const odd = [
  null, true, false, 0, -1, 1.5, 2 ** 53, 1e308, '', 'x', '\u0000', '\ud800', '__proto__', 'ROLE_USER', 'f'.repeat(64),
  'x'.repeat(5_000), [], {}, [[]], [null], { operation: 'previewRun' }, { body: 'A request' }, { text: 'A part' },
] as const; // prettier-ignore

/** Changes one place of a JSON value: a member goes, comes or gets another value. */
const changeIn = (value: unknown, draw: Draw): unknown => {
  if (typeof value !== 'object' || value === null || draw(5) === 0) return pick(odd, draw);
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value };
  const names = Object.keys(copy);
  const name =
    names.length === 0 || draw(8) === 0 ? pick(['id', 'parts', 'data', '0', '__proto__'], draw) : pick(names, draw);
  const members = copy as Record<string, unknown>;
  if (draw(6) === 0) delete members[name];
  else
    Object.defineProperty(members, name, {
      value: changeIn(members[name], draw),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return copy;
};

/** Changes one character of a text. */
const garble = (text: string, draw: Draw): string => {
  const at = draw(text.length + 1);
  return (
    text.slice(0, at) + pick(['', '"', '{', ']', ',', '\\', '\u0000', 'é', '1e999'], draw) + text.slice(at + draw(3))
  );
};

/** The text of a JSON value, as it is or changed in up to three places; every tenth text is no JSON of its own making. */
export const spoiltText = (value: unknown, draw: Draw): string => {
  let spoilt = value;
  for (let changes = draw(4); changes > 0; changes--) spoilt = changeIn(spoilt, draw);
  const text = JSON.stringify(spoilt) ?? '';
  return draw(10) === 0 ? garble(text, draw) : text;
};
