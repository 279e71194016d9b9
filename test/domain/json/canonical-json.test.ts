import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalText } from '../../../src/domain/json/canonical-json.ts';
import { hashOf } from '../../../src/domain/json/hash.ts';
import { parseStrictJson } from '../../../src/domain/json/strict-json.ts';
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
      const { value } = parseStrictJson(readFileSync(join(folder, 'input', `${name}.json`)));
      expect(canonicalText(value)).toBe(readFileSync(join(folder, 'output', `${name}.json`), 'utf8'));
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

  test('is the one that independent code writes', () => {
    fc.assert(
      fc.property(jsonValues, (value) => {
        expect(canonicalText(value)).toBe(canonical(value));
      }),
    );
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

test('the hash of a value is what sha256sum says about a file with its canonical text', () => {
  const value = { b: [1, 'é', '😂'], a: { '\ufb33': null, '😂': true } };
  const { stdout } = spawnSync('sha256sum', { input: canonicalText(value), encoding: 'utf8' });
  expect(stdout.slice(0, 64)).toBe(hashOf(value));
});
