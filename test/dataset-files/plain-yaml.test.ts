import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { readPlainYaml } from '../../src/dataset-files/read-plain-yaml.ts';
import { readDatasetTexts } from '../../src/dataset-files/read-texts.ts';

const texts = Object.entries(readDatasetTexts(process.cwd())).filter(([file]) => file.endsWith('.yaml'));

/** What the parser with places says: the value, or undefined where anything is wrong with the text. */
const readWithPlaces = (text: string): unknown => {
  const document = parseDocument(text, { stringKeys: true, prettyErrors: false, logLevel: 'error' });
  return document.errors.length + document.warnings.length > 0 ? undefined : document.toJS({ maxAliasCount: 0 });
};

describe('the fast reading of plain YAML', () => {
  test('reads nearly every file, as the parser with places does', () => {
    const read = texts.filter(([, text]) => readPlainYaml(text) !== undefined);
    expect(read.length).toBeGreaterThan(texts.length * 0.9);
    for (const [file, text] of read) expect(readPlainYaml(text), file).toEqual(readWithPlaces(text));
  });

  test('leaves a dash with nothing behind it to the parser with places, which refuses lists that it breaks up', () => {
    expect(readWithPlaces('a:\n  - b:\n      -\n-  c\n')).toBeUndefined();
    expect(readPlainYaml('a:\n  - b:\n      -\n-  c\n')).toBeUndefined();
    expect(readWithPlaces('a:\n  - b:\n      - #c\n    d: e\n')).toEqual({ a: [{ b: [null], d: 'e' }] });
    expect(readPlainYaml('a:\n  - b:\n      - #c\n    d: e\n')).toBeUndefined();
  });

  test.each(['.inf', '-.INF', '.nan', '1e999', '-0', '-0.0'])(
    'leaves a number that JSON does not have to the parser with places: %s',
    (number) => {
      expect(readPlainYaml(`a:\n  - ${number}\n`)).toBeUndefined();
    },
  );

  test.each(['026', '-0', '0x1f', '.inf', '~', 'Null', 'TRUE', '1e3'])(
    'leaves a member whose name may be no text to the parser with places: %s',
    (name) => {
      for (const text of [`${name}: a\n`, `a:\n  - ${name}: b\n`, `a: {b: c, ${name}: d}\n`])
        expect(readPlainYaml(text), text).toBeUndefined();
    },
  );

  test.each([
    'a: -.5\n',
    'a: [+.5]\n',
    'a: +0xf\n',
    'a:\n  b: >+\n \n',
    'a: [{}:]\n',
    'a: >\n  \n #b\n',
    'a: [\nb]\n',
    'a: [#\n ]\n',
    'a: {b:\nc}\n',
    "    'a': 'b\n    c'\n",
    '[a]: b\n',
    'a:\n  {}: b\n',
    'a: {b, 0xf}\n',
    'a: [07:]\n',
  ])('leaves what it would read otherwise, or would not refuse, to the parser with places: %j', (text) => {
    expect(readPlainYaml(text)).toBeUndefined();
  });

  test('leaves a quoted text to the parser with places that goes on further left than it begins', () => {
    expect(readWithPlaces("a:\n 'b: c\nd: e'\n")).toBeUndefined();
    expect(readPlainYaml("a:\n 'b: c\nd: e'\n")).toBeUndefined();
  });

  test('says the same as the parser with places of any file in which anything was typed, or nothing', () => {
    const typed = fc.oneof(
      fc.constantFrom(
        ...'[]{}:,-#"\'|>?@`=~.<\n \t',
        ': ',
        '- ',
        ' #',
        '\n  ',
        '\n- ',
        '| ',
        '>-\n',
        'null',
        '~',
        '0x1f',
      ),
      fc.constantFrom(
        '0o17',
        '017',
        '1e3',
        '.inf',
        'TRUE',
        'yes',
        '2026-01-31',
        '1_000',
        '0b11',
        '"\\u0041"',
        "''",
        '\n\n',
      ),
      fc.constantFrom(
        ...'&%!*_',
        '& ',
        ' & ',
        '% ',
        ' % ',
        '! ',
        '-0',
        '1e999',
        ' 2e709',
        '-1_0',
        ': 1_',
        '+0b1',
        '4.5 % ',
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.nat(), typed, ([, text], place, sign) => {
        const at = place % text.length;
        const changed = text.slice(0, at) + sign + text.slice(at);
        const fast = readPlainYaml(changed);
        if (fast !== undefined) expect(fast).toEqual(readWithPlaces(changed));
      }),
      { numRuns: 1_500 },
    );
  });
});
