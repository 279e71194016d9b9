import { flip, rewritings } from './mutated-texts.ts';
import { type Draw, pick } from './seeded-draw.ts';

type Place = { readonly parent: Record<string, unknown> | unknown[]; readonly key: string | number };

/** Every member and entry of a value, those inside included. */
const placesOf = (value: unknown): Place[] => {
  if (typeof value !== 'object' || value === null) return [];
  const parent = value as Place['parent'];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((key) => [{ parent, key }, ...placesOf(Reflect.get(parent, key))]);
};

const texts = [
  '',
  'x',
  'é',
  '\u{1f600}',
  'a'.repeat(501),
  '2026-02-30T00:00:00Z',
  '2026-11-10T08:30:00.500Z',
  '2026-11-10t08:30:00Z',
  '0000-02-29T00:00:00Z',
  '9999-12-31T23:59:59Z',
  'https://shop.example:443/x',
  'https://SHOP.example',
  'https://shop.example@other.example',
  'https://',
  'https://a b/',
  'covered',
  'not_covered',
  'finalized',
  'mainnet',
  'AAAA',
  'line\n',
  '__proto__',
];
const numbers = [0, 1, -1, 2, 1.5, 1e21, 1e-7, 123456789012, 2 ** 53 - 1, 0.1, -5e-324, 1.7976931348623157e308];

const changed = (value: unknown, draw: Draw): unknown => {
  if (typeof value === 'number' && draw(2) === 0) return value + 1;
  if (typeof value === 'boolean' && draw(2) === 0) return !value;
  if (typeof value === 'string' && value !== '' && draw(2) === 0) {
    const at = draw(value.length);
    return value.slice(0, at) + pick(['0', 'f', 'A', 'é', ' ', '.', '-'], draw) + value.slice(at + 1);
  }
  return pick([null, true, false, [], {}, [null], { a: 1 }, pick(texts, draw), pick(numbers, draw)], draw);
};

type Change = (place: Place, places: readonly Place[], draw: Draw) => void;

const set = ({ parent, key }: Place, value: unknown): void => {
  Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true });
};
const get = ({ parent, key }: Place): unknown => Reflect.get(parent, key);

/** Changes of a value at a place; the document stays JSON. */
const changes: Readonly<Record<string, Change>> = {
  'value changed': (place, _, draw) => set(place, changed(get(place), draw)),
  'left out': ({ parent, key }) => {
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else Reflect.deleteProperty(parent, key);
  },
  renamed: (place, _, draw) => {
    const { parent, key } = place;
    if (Array.isArray(parent)) return;
    const value = get(place);
    Reflect.deleteProperty(parent, key);
    set(
      { parent, key: pick([`${key}s`, String(key).toUpperCase(), '__proto__', 'toString', '\u{1f600}', ''], draw) },
      value,
    );
  },
  'member added': ({ parent }, _, draw) => {
    if (Array.isArray(parent)) parent.push(changed(null, draw));
    else
      set(
        { parent, key: pick(['signatures', 'extra', '__proto__', 'constructor', '\ufb33', 'schema'], draw) },
        changed(0, draw),
      );
  },
  'entry repeated': ({ parent, key }, _, draw) => {
    if (Array.isArray(parent)) parent.splice(draw(parent.length), 0, structuredClone(parent[Number(key)]));
  },
  'entries turned': ({ parent }) => {
    if (Array.isArray(parent)) parent.reverse();
  },
  'values of one form exchanged': (place, places, draw) => {
    const value = get(place);
    const alike = places.filter((other) => {
      const one = get(other);
      return typeof one !== 'object' && typeof one === typeof value && String(one).length === String(value).length;
    });
    if (alike.length === 0) return;
    const other = pick(alike, draw);
    set(place, get(other));
    set(other, value);
  },
  'value copied': (place, places, draw) => set(place, structuredClone(get(pick(places, draw)))),
  'signature changed': (_, places, draw) => {
    const of = places.filter(({ key }) => key === 'signature' || key === 'protected');
    if (of.length === 0) return;
    const place = pick(of, draw);
    const text = String(get(place));
    if (place.key === 'signature' || draw(2) === 0) {
      const at = draw(text.length);
      return set(place, text.slice(0, at) + pick([...'AQgwz_-='], draw) + text.slice(at + 1));
    }
    const header = Buffer.from(text, 'base64url').toString();
    const other = pick<[string | RegExp, string]>(
      [
        [/"iat":\d+/, '"iat":1.5e9'],
        [/"iat":\d+/, '"iat":1.5'],
        [/"iat":\d+/, '"iat":-0'],
        [/"iat":\d+/, '"iat":99999999999999999999'],
        [/"kid":"[^"]*"/, '"kid":"unknown"'],
        [/"kid":"[^"]*"/, `"kid":"${'A'.repeat(43)}"`],
        ['"JOSE"', '"jose"'],
        ['{', ' { '],
        ['{', '{"b64":true,'],
        ['"alg"', '"al\\u0067"'],
      ],
      draw,
    );
    return set(
      place,
      Buffer.from(header.replace(...other).replace(/"kid":"[^"]*"/, draw(2) ? '$&' : '"kid":"unknown"')).toString(
        'base64url',
      ),
    );
  },
};

const parsed = (data: Buffer): object | undefined => {
  try {
    const value: unknown = JSON.parse(data.toString());
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
};

/** A document that was changed, with what was done to it. */
interface MutatedDocument {
  readonly changes: readonly string[];
  readonly data: Buffer;
}

/**
 * The document with one to three changes. A change of the value is often followed by `mend`, which may set the hashes
 * again, so that what stands behind them is looked at.
 */
export const mutateDocument = (data: Buffer, draw: Draw, mend: (document: object) => void): MutatedDocument => {
  const value = parsed(data);
  const style = draw(10);
  if (value === undefined || style < 3 || placesOf(value).length === 0) {
    if (data.length === 0 || style === 0)
      return { changes: ['byte changed'], data: data.length === 0 ? Buffer.from('{') : flip(data, draw) };
    const name = pick(Object.keys(rewritings), draw);
    return { changes: [name], data: Buffer.from(rewritings[name]!(data.toString(), draw)) };
  }
  const done: string[] = [];
  for (let left = 1 + (draw(4) === 0 ? 1 + draw(2) : 0); left > 0; left -= 1) {
    const places = placesOf(value);
    if (places.length === 0) break;
    const name = pick(Object.keys(changes), draw);
    const place = pick(places, draw);
    changes[name]!(place, places, draw);
    done.push(`${name} at ${place.key}`);
  }
  if (draw(4) > 0) {
    mend(value);
    done.push('hashes set again');
  }
  return { changes: done, data: Buffer.from(JSON.stringify(value, undefined, draw(3))) };
};
