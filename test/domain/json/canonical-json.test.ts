import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalText } from '../../../src/domain/json/canonical-json.ts';
import { hashOf, textWithOwnHash } from '../../../src/domain/json/hash.ts';
import { canonical } from '../../vectors/canonical.mjs';

const folder = join(import.meta.dirname, '../../fixtures/rfc8785');

/** The same value with the members of each object in the opposite order. */
const reversed = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(reversed)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toReversed()
            .map(([name, inner]) => [name, reversed(inner)]),
        )
      : value;

const jsonValues = fc
  .jsonValue({ maxDepth: 5, stringUnit: 'binary' })
  .filter((value) => JSON.stringify(value).isWellFormed());

describe('the canonical text', () => {
  test.each(['arrays', 'french', 'structures', 'unicode', 'values', 'weird'])(
    'of the RFC 8785 vector %s is its output',
    (name) => {
      const input = JSON.parse(readFileSync(join(folder, 'input', `${name}.json`), 'utf8'));
      expect(canonicalText(input)).toBe(readFileSync(join(folder, 'output', `${name}.json`), 'utf8'));
    },
  );

  test('does not depend on the order of members', () => {
    fc.assert(
      fc.property(jsonValues, (value) => {
        expect(canonicalText(reversed(value))).toBe(canonicalText(value));
      }),
    );
  });

  test('reads back as the same value and prints the same again', () => {
    fc.assert(
      fc.property(jsonValues, (value) => {
        const text = canonicalText(value);
        expect(canonicalText(JSON.parse(text))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test.each([1, 11, 12, 13, 200])('of an object with %i members is the one that the package writes', (count) => {
    const members = Array.from({ length: count }, (_, index) => [`m${(index * 7_919) % 1_000}`, index]);
    const value = Object.fromEntries(members);
    expect(canonicalText(value)).toBe(canonicalize(value));
  });

  test('with the hash of a document in it is that of the document and its hash', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'binary' }), jsonValues),
        fc.constantFrom('m', 'hash'),
        (made, name) => {
          const document = JSON.parse(JSON.stringify(made)) as Record<string, unknown>;
          fc.pre(JSON.stringify(document).isWellFormed());
          delete document[name];
          expect(textWithOwnHash(document, name)).toBe(canonicalText({ ...document, [name]: hashOf(document) }));
        },
      ),
    );
  });

  test('is the one that independent code writes', () => {
    fc.assert(
      fc.property(jsonValues, (value) => {
        expect(canonicalText(value)).toBe(canonical(value));
      }),
    );
  });

  test('is the one that the package of RFC 8785 writes', () => {
    const keys = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('0', '10', '9', '01', '-1', '1e3', '__proto__', 'constructor', 'toJSON', '', '\ufb33', '😂'),
    );
    const { value: anyValue } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom(null, true, false, -0, 0, 1e21, 5e-324, Number.MAX_SAFE_INTEGER),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.string({ unit: 'binary' }),
        fc.array(tie('value')),
        fc.dictionary(keys, tie('value')),
      ),
    }));
    const outcome = (write: () => unknown): unknown => {
      try {
        return write();
      } catch {
        return 'refused';
      }
    };
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(outcome(() => canonicalText(value))).toBe(outcome(() => canonicalize(value)));
      }),
      { numRuns: 2000 },
    );
  });

  test.each<[string, unknown]>([
    ['whole numbers as keys', { 10: 1, 9: 2, b: { 1: 1, 0: 2 } }],
    ['a prototype as a key', JSON.parse('{"__proto__":{"a":1},"a":2}')],
    ['an object without a prototype', Object.assign(Object.create(null), { b: 1, a: 2 })],
    ['a date', { at: new Date(0) }],
    ['a boxed text', { text: new String('x') }],
    ['a value with a form of its own', { toJSON: () => ({ b: 1, a: 2 }) }],
    ['members that are nothing', { b: undefined, a: 1, c: () => 1, d: [undefined, () => 1] }],
    ['a text that looks like an escape', { text: '\\ud800', '\\udfff': 'C:\\users\\udo' }],
    ['many members', Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`k${(at * 37) % 61}`, at]))],
    ['a hole in a list', [1, , 2]], // eslint-disable-line no-sparse-arrays
    ['a thousand levels', JSON.parse(`${'['.repeat(1000)}1${']'.repeat(1000)}`)],
  ])('of %s is the one that the package writes', (_, value) => {
    expect(canonicalText(value)).toBe(canonicalize(value));
  });

  test('does not exist for a key that is not well-formed, nor for a value that contains itself', () => {
    const circle: Record<string, unknown> = {};
    circle['inner'] = { circle };
    expect(() => canonicalText({ a: [{ '\ud800': 1 }] })).toThrow();
    expect(() => canonicalText({ a: ['x\udc00'] })).toThrow();
    expect(() => canonicalText({ a: '\ud83d', b: '\\ud83d\ude02' })).toThrow();
    expect(() => canonicalText(circle)).toThrow();
  });

  test.each([
    ['a lone surrogate', '\ud800'],
    ['infinity', Infinity],
    ['nothing', undefined],
  ])('does not exist for %s', (_, value) => {
    expect(() => canonicalText(value)).toThrow();
  });
});

test('the hash of a value is what sha256sum says of a file with its canonical text', () => {
  const value = { b: [1, 'é', '😂'], a: { '\ufb33': null, '😂': true } };
  const { stdout } = spawnSync('sha256sum', { input: canonicalText(value), encoding: 'utf8' });
  expect(stdout.slice(0, 64)).toBe(hashOf(value));
});
