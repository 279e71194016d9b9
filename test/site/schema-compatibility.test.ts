import { describe, expect, test } from 'vitest';
import { builtSchemas, KEPT_SCHEMAS, readSchemas, rulesSaidLater, usesOf } from '../support/published-schemas.ts';
import { breakingChanges, type Schema, type Use } from '../support/schema-compatibility.ts';

test('no published schema breaks what was released under its version', () => {
  const built = builtSchemas();
  const kept = readSchemas(KEPT_SCHEMAS);
  expect(kept.size).toBeGreaterThan(0);
  expect(
    breakingChanges(kept, built, usesOf(built)),
    [
      'These changes break clients (SPEC.md §2.16). Undo them, or publish a new version of the schema',
      'beside the old one: schemaId(name, 2), with Deprecation and Sunset on the old for 12 months.',
      'A schema that was never released may change: npx node test/support/keep-schemas.ts <its name> keeps it anew.',
    ].join('\n'),
  ).toEqual(rulesSaidLater);
});

/** The closed objects in a schema, each by its identifier and the members that lead to it. */
const closedIn = (value: unknown, place: string): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const { additionalProperties, properties = {}, ...others } = value as Schema & { properties?: object };
  return [
    ...(additionalProperties === false ? [place] : []),
    ...Object.entries(properties).flatMap(([name, member]) => closedIn(member, `${place}/${name}`)),
    ...Object.values(others).flatMap((member) => closedIn(member, place)),
  ];
};

test('of what is answered, only what is hashed, signatures, keys and the agent card are closed (SPEC.md §2.17)', () => {
  const built = builtSchemas();
  const use = usesOf(built);
  const answered = [...built].filter(([id]) => use(id) === 'answered');
  const closed = answered.flatMap(([id, schema]) => closedIn(schema, id));
  expect(closed).toContain('service.intake-receipt.v1/signatures');
  const hashed =
    /^service\.(decision-receipt\.schema|work-order|pre-work-commitment)\.v1|\.receipt\.v1\/(steps|hashed_objects)/;
  const others = /\/signatures$|^service\.(keys|jwks)\.v1\/keys|^service\.agent-card\.v1/;
  expect(closed.filter((place) => !hashed.test(place) && !others.test(place))).toEqual([]);
});

const object = (properties: Record<string, unknown>, more: Schema = {}): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  ...more,
});

const compare = (before: Schema, after: Schema, use: Use = 'answered', others: Record<string, Schema> = {}) =>
  breakingChanges(
    new Map([['s', before], ...Object.entries(others)]),
    new Map([['s', after], ...Object.entries(others)]),
    () => use,
  );

const text = { type: 'string', minLength: 1, maxLength: 9, pattern: '^a', format: 'uri' };
const kinds = { type: 'string', enum: ['a', 'b'] };
const { maxLength: _, ...unboundedText } = text;

describe('breaking changes of a schema are found', () => {
  test.each<[string, Schema, Schema, string]>([
    ['a member that is gone', object({ a: text, b: text }), object({ a: text }), 's/b: the member is gone'],
    [
      'a member inside a list inside a member',
      object({ a: { type: 'array', items: object({ b: text }) } }),
      object({ a: { type: 'array', items: object({}) } }),
      's/a/*/b: the member is gone',
    ],
    ['a renamed member', object({ a: text }), object({ c: text }), 's/a: the member is gone'],
    [
      'a retyped member',
      object({ a: text }),
      object({ a: { type: 'integer' } }),
      's/a: the type is integer and was string',
    ],
    [
      'a member that can be null',
      object({ a: { type: 'string' } }),
      object({ a: { type: ['string', 'null'] } }),
      's/a: the type is string or null and was string',
    ],
    ['a value that is gone', kinds, { type: 'string', enum: ['b', 'c'] }, 's: the value "a" is gone'],
    ['another constant', { const: 'v1' }, { const: 'v2' }, 's: the value "v1" is gone'],
    ['values where any text was taken', { type: 'string' }, kinds, 's: takes only certain values, and took any'],
    ['a shorter text', text, { ...text, maxLength: 8 }, 's: maxLength is 8 and was 9'],
    ['a longer least text', text, { ...text, minLength: 2 }, 's: minLength is 2 and was 1'],
    ['a bound where there was none', unboundedText, text, 's: maxLength is 9 and was not set'],
    [
      'a narrower number',
      { type: 'integer', minimum: 0 },
      { type: 'integer', minimum: 1 },
      's: minimum is 1 and was 0',
    ],
    ['fewer entries', { type: 'array', maxItems: 2 }, { type: 'array', maxItems: 1 }, 's: maxItems is 1 and was 2'],
    ['another pattern', text, { ...text, pattern: '^b' }, 's: pattern is "^b" and was "^a"'],
    ['another format', text, { ...text, format: 'date' }, 's: format is "date" and was "uri"'],
    [
      'entries that were free',
      { type: 'array' },
      { type: 'array', items: text },
      's: items is set, and anything was allowed',
    ],
    [
      'an object that closes',
      object({ a: text }),
      object({ a: text }, { additionalProperties: false }),
      's: additionalProperties is set, and anything was allowed',
    ],
    [
      'an alternative that is gone',
      { anyOf: [text, kinds] },
      { anyOf: [text] },
      's: an alternative is gone: {"type":"string","enum":["a","b"]}',
    ],
    ['alternatives where there was one type', text, { ...text, anyOf: [kinds] }, 's: the type is another one (anyOf)'],
    [
      'a keyword that is not judged',
      { type: 'object', dependentRequired: {} },
      { type: 'object', dependentRequired: { a: ['b'] } },
      's: dependentRequired differs, which this comparison cannot judge',
    ],
    [
      'a member that is no longer always there',
      object({ a: text }),
      object({ a: text }, { required: [] }),
      's/a: the member may be absent, and was always there',
    ],
    [
      'a reference to something else',
      { $ref: '/schemas/one.json' },
      { $ref: '/schemas/two.json' },
      's: the type is integer and was string',
    ],
  ])('%s', (_, before, after, change) => {
    const others: Record<string, Schema> = { one: { type: 'string' }, two: { type: 'integer' } };
    expect(compare(before, after, 'answered', others)).toEqual([change]);
  });

  test('a member that clients must send from now on', () => {
    const [before, after] = [object({ a: text }), object({ a: text, b: text })];
    expect(compare(before, after, 'sent')).toEqual(['s/b: the member is demanded, and was not']);
    expect(compare(before, after, 'both')).toHaveLength(1);
    expect(compare(before, after, 'answered')).toEqual([]);
  });

  test('a schema that is gone', () => {
    expect(breakingChanges(new Map([['s', text]]), new Map(), () => 'sent')).toEqual(['s: the schema is gone']);
  });
});

describe('what adds to a schema passes', () => {
  test.each<[string, Schema, Schema, Use]>([
    ['a new member', object({ a: text }), object({ a: text, b: text }), 'answered'],
    [
      'a new optional member of a request',
      object({ a: text }),
      object({ a: text, b: text }, { required: ['a'] }),
      'sent',
    ],
    [
      'a member that a request need not have any more',
      object({ a: text }),
      object({ a: text }, { required: [] }),
      'sent',
    ],
    ['a new value', kinds, { type: 'string', enum: ['c', 'b', 'a'] }, 'answered'],
    ['wider bounds', text, { type: 'string', minLength: 0, maxLength: 10 }, 'answered'],
    ['an object that opens', object({}, { additionalProperties: false }), object({}), 'answered'],
    ['other words', { ...text, description: 'one' }, { ...text, description: 'two', title: 'T' }, 'answered'],
    ['one more alternative', { anyOf: [text] }, { anyOf: [kinds, text] }, 'answered'],
    [
      'a schema with a name of its own for one that stood inside',
      object({ a: { type: 'string' } }),
      object({ a: { $ref: '/schemas/one.json' } }),
      'answered',
    ],
  ])('%s', (_, before, after, use) => {
    expect(compare(before, after, use, { one: { type: 'string' } })).toEqual([]);
  });
});
