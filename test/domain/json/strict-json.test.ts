import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalText } from '../../../src/domain/json/canonical-json.ts';
import { parseStrictJson, type StrictJsonOptions } from '../../../src/domain/json/strict-json.ts';
import { isServiceError } from '../../../src/domain/vocabulary/errors.ts';

/** The problems that a text is refused with, as `code pointer`; empty when it is accepted. */
const refusals = (source: Uint8Array | string, options?: StrictJsonOptions): string[] => {
  try {
    parseStrictJson(source, options);
    return [];
  } catch (error) {
    if (!isServiceError(error) || error.code !== 'malformed_json') throw error;
    return error.errors.map(({ code, pointer }) => `${code} ${pointer}`.trimEnd());
  }
};

const details = (source: string): string[] => {
  try {
    parseStrictJson(source);
    return [];
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return error.errors.map(({ detail }) => detail);
  }
};

describe('a JSON text that two readers could understand differently', () => {
  test.each<[string, string, string[]]>([
    ['a key that stands twice', '{"a":1,"a":1}', ['duplicate_key /a']],
    ['a key that stands twice, once escaped', '{"a":1,"\\u0061":1}', ['duplicate_key /a']],
    ['a key that stands twice far inside', '{"x":[{},{"b":{"c":1,"c":2}}]}', ['duplicate_key /x/1/b/c']],
    ['__proto__ twice', '{"__proto__":1,"__proto__":2}', ['duplicate_key /__proto__']],
    ['a lone surrogate in a string', '{"a":"\\ud800"}', ['lone_surrogate /a']],
    ['a lone low surrogate before its high one', '["\\ude00\\ud83d"]', ['lone_surrogate /0']],
    ['a lone surrogate in a key', '{"\\ud800":1}', ['lone_surrogate']],
    ['a NUL character in a string', '{"a":["\\u0000"]}', ['nul_character /a/0']],
    ['a NUL character in a key', '{"b":{"\\u0000":1}}', ['nul_character /b']],
    ['2^53', '[9007199254740992]', ['unsafe_integer /0']],
    ['2^53 + 1', '{"n":9007199254740993}', ['unsafe_integer /n']],
    ['-(2^53)', '{"n":-9007199254740992}', ['unsafe_integer /n']],
    ['a number beyond all bounds', '{"n":1e400}', ['not_finite /n']],
    ['an integer beyond all bounds', `[-1${'0'.repeat(400)}]`, ['not_finite /0']],
    ['65 levels', '['.repeat(65) + ']'.repeat(65), [`too_deep ${'/0'.repeat(64)}`]],
    [
      'what comes after 65 levels, no more',
      `[1e999,${'['.repeat(64)}1e999,`,
      ['not_finite /0', `too_deep /1${'/0'.repeat(63)}`],
    ],
    ['an empty object at level 65', `${'['.repeat(64)}{}${']'.repeat(64)}`, [`too_deep ${'/0'.repeat(64)}`]],
    ['a byte order mark', '\ufeff{}', ['byte_order_mark']],
  ])('%s is refused by name', (_, text, expected) => {
    expect(refusals(text)).toEqual(expected);
  });

  test('everything wrong with it is listed at once', () => {
    expect(refusals('{"a":"\\ud800","a":9007199254740993,"b":{"c":1e999,"c":"\\u0000"},')).toEqual([
      'lone_surrogate /a',
      'duplicate_key /a',
      'unsafe_integer /a',
      'not_finite /b/c',
      'duplicate_key /b/c',
      'nul_character /b/c',
      'not_json',
    ]);
  });

  test('names that are not plain words are not repeated in a pointer', () => {
    expect(refusals('{"a":{"<b>free text</b>":{"c":1e999}}}')).toEqual(['not_finite /a']);
  });
});

describe('a text that is not JSON', () => {
  test.each([
    '',
    ' ',
    '{',
    '}',
    '[',
    '[1,]',
    '{"a":1,}',
    '{"a"}',
    '{a:1}',
    "{'a':1}",
    '"abc',
    '"\\x"',
    '"\\u12"',
    '"a\tb"',
    '01',
    '+1',
    '1.',
    '.5',
    '1e',
    '-',
    'nul',
    'true false',
    '[1 2]',
    '{"a":1 "b":2}',
    '[1}',
    '{"a":1]',
    'NaN',
    'Infinity',
    '1\0',
    '// c\n1',
    '\u00a0 1',
  ])('%j is refused as not_json', (text) => {
    expect(refusals(text)).toEqual(['not_json']);
  });

  test('the place is given by line and column, without a word of the text', () => {
    expect(details('{\n  "a": 1,\n  secret: 2\n}')).toEqual(['expected JSON from line 3, column 3 on']);
    expect(details('{"secret": "')).toEqual(['expected a whole JSON text; this one ends early']);
  });

  test('65,536 opening brackets are refused without exhausting the stack', () => {
    expect(refusals('['.repeat(65_536)).map((line) => line.split(' ')[0])).toEqual(['too_deep']);
  });
});

describe('acceptable JSON', () => {
  test.each<[string, unknown]>([
    ['9007199254740991', 9007199254740991],
    ['[-9007199254740991, 1.5e300, -0]', [-9007199254740991, 1.5e300, -0]],
    ['"\\ud83d\\ude02"', '😂'],
    ['['.repeat(64) + ']'.repeat(64), JSON.parse('['.repeat(64) + ']'.repeat(64))],
  ])('%s is read', (text, value) => {
    expect(parseStrictJson(text).value).toEqual(value);
    expect(parseStrictJson(new TextEncoder().encode(text)).value).toEqual(value);
  });
});

describe('an object that is hashed', () => {
  test.each<[string, string[]]>([
    ['{"n":1.5}', ['not_an_integer /n']],
    ['{"n":1.0}', ['not_an_integer /n']],
    ['{"n":1e2}', ['not_an_integer /n']],
    ['{"n":-0}', ['not_an_integer /n']],
    ['{"__proto__":1}', ['reserved_key']],
    ['{"n":[0,-1,42]}', []],
  ])('%s: %j', (text, expected) => {
    expect(refusals(text, { numbers: 'integers' })).toEqual(expected);
  });
});

// Node 24 and 26 read the second name as that of the text before (nodejs/node#63785).
test.each([
  [String.raw`{"h":[],"\\":0}`, String.raw`{"h":1,"\n":2}`, '\n'],
  [String.raw`{"i":[],"\\":0}`, String.raw`{"i":1,"\"":2}`, '"'],
  [String.raw`{"j":[],"\\u0041":0}`, String.raw`{"j":1,"\u0041bcdef":2}`, 'Abcdef'],
])('after %s, %s is read as it is written', (before, text, name) => {
  JSON.parse(before);
  expect(Object.keys(parseStrictJson(text).value as object)[1]).toBe(name);
});

describe('compared with the language’s own reader', () => {
  test('every well-formed value is read alike, from text and from bytes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        // JSON.stringify writes numbers from 2^53 to 1e21 as integers, which are refused by name.
        fc.pre(!/[{[,:\s]-?\d{16,}[,\s}\]]|^-?\d{16,}$/.test(text) && !text.includes('\\u0000') && text.isWellFormed());
        fc.pre(!/\\ud[89a-f]/i.test(text));
        for (const source of [text, new TextEncoder().encode(text)])
          expect(canonicalText(parseStrictJson(source).value)).toBe(canonicalText(value));
      }),
    );
  });

  test('a damaged text is refused exactly when the language’s own reader refuses it', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 4 }).map((text) => JSON.stringify(JSON.parse(text))),
        fc.nat(),
        fc.constantFrom('', ',', '"', '{', ']', '0', '\\', '\n', ':', 'e', '-', '\u0001', ' '),
        (text, place, inserted) => {
          const at = place % (text.length + 1);
          const damaged = text.slice(0, at) + inserted + text.slice(at + (inserted === '' ? 1 : 0));
          let readable = true;
          try {
            JSON.parse(damaged);
          } catch {
            readable = false;
          }
          expect(refusals(damaged).includes('not_json')).toBe(!readable);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
