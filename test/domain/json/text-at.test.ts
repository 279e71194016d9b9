import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textAt } from '../../../src/domain/json/json-object.ts';

describe('the text at a place of a JSON text', () => {
  test.each<[string, (string | number)[], string | undefined]>([
    ['{"a":2500.0}', ['a'], '2500.0'],
    [' { "a" : [ 1e2 , -0 ] } ', ['a'], '[ 1e2 , -0 ]'],
    ['{"a":[1e2,-0]}', ['a', 1], '-0'],
    ['{"a":{"b":1},"b":{"a":{},"b":"}]\\""}}', ['b', 'b'], '"}]\\""'],
    ['{"\\u0061":[[],[{"x":null}]]}', ['a', 1, 0], '{"x":null}'],
    ['{"":{"":1}}', ['', ''], '1'],
    ['{"":[]}', [''], '[]'],
    ['{"0":1,"a":[2]}', [0], undefined],
    ['{"a":[2]}', ['a', '0'], undefined],
    ['{"a":1}', ['b'], undefined],
    ['{"a":1}', ['a', 'b'], undefined],
    ['[]', [0], undefined],
    ['{"__proto__":1.0}', ['__proto__'], '1.0'],
    ['{}', ['__proto__'], undefined],
    [' 1.0 ', [], '1.0'],
  ])('%s at %j', (text, path, found) => expect(textAt(text, path)).toBe(found));

  test('is the text of the value that is read there, wherever it is', () => {
    const places = (value: unknown): (string | number)[][] => {
      if (value === null || typeof value !== 'object') return [[]];
      const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
      return [[], ...entries.flatMap(([name, inner]) => places(inner).map((path) => [name, ...path]))];
    };
    const at = (value: unknown, path: readonly (string | number)[]): unknown =>
      path.reduce<unknown>((outer, name) => (outer as Record<string | number, unknown>)[name], value);
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.constantFrom(undefined, 1, '\t'), (json, space) => {
        const value: unknown = JSON.parse(json);
        for (const path of places(value))
          expect(JSON.parse(textAt(JSON.stringify(value, null, space), path)!)).toEqual(at(value, path));
      }),
    );
  });
});
