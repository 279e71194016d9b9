import { type Draw, pick } from '../seeded-draw.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

const texts = [
  '', 'a', 'abc', 'x'.repeat(201), 'y'.repeat(4_001), '\u0000', '\ud800', '😀'.repeat(3), 'é\u0301', '__proto__', 'null', 'a b',
  'question', 'EUR', 'test_report', '2026-02-30T00:00:00Z', '2030-01-31T12:00:00Z', 'https://shop.example/x', 'urn:x',
  'text/plain', 'f'.repeat(64), 'F'.repeat(64), 'ccd:4221332d34e1694168c2a0c0b3fd0f27:demonstration-client', '<b>&"\'',
] as const; // prettier-ignore
const numbers = [0, 1, -1, 2, 1.5, 1e21, 2 ** 53 - 1, 2 ** 53, -0, 1e-7] as const;

/** Anything of JSON. */
export const anyValue = (draw: Draw): unknown =>
  pick<unknown>(
    [null, true, false, [], {}, [null], { a: 1 }, [[[]]], pick(texts, draw), pick(texts, draw), pick(numbers, draw)],
    draw,
  );

type Resolve = (ref: string) => JsonSchema;

/** A value that looks like what the schema asks for: often right, sometimes wrong in one place. */
export const sampleOf = (schema: JsonSchema, resolve: Resolve, draw: Draw, depth = 0): unknown => {
  const of = (inner: unknown): unknown => sampleOf(inner as JsonSchema, resolve, draw, depth + 1);
  if (draw(25) === 0 || depth > 8) return anyValue(draw);
  if (typeof schema['$ref'] === 'string') return of(resolve(schema['$ref']));
  if ('const' in schema) return schema['const'];
  const choices = (schema['enum'] ?? schema['examples']) as readonly unknown[] | undefined;
  if (choices !== undefined && choices.length > 0) return pick(choices, draw);
  const among = (schema['anyOf'] ?? schema['oneOf']) as readonly unknown[] | undefined;
  if (among !== undefined) return of(pick(among, draw));
  const type = Array.isArray(schema['type']) ? (pick(schema['type'], draw) as string) : schema['type'];
  if (type === 'object') {
    const required = new Set((schema['required'] ?? []) as readonly string[]);
    const members = Object.entries((schema['properties'] ?? {}) as Record<string, unknown>);
    return Object.fromEntries(
      members
        .filter(([name]) => (required.has(name) ? draw(20) > 0 : draw(2) === 0))
        .map(([name, one]) => [name, of(one)]),
    );
  }
  if (type === 'array')
    return Array.from({ length: draw(3) + (draw(30) === 0 ? 60 : 0) }, () => of(schema['items'] ?? {}));
  if (type === 'integer' || type === 'number') return draw(3) === 0 ? pick(numbers, draw) : draw(5_000);
  if (type === 'boolean') return draw(2) === 0;
  if (type === 'string')
    return draw(4) === 0 ? pick(texts, draw) : `text ${draw(1_000)}`.slice(0, Number(schema['maxLength'] ?? 99));
  return anyValue(draw);
};
