import { expect, test } from 'vitest';
import { parseStrictJson } from '../../../src/domain/json/strict-json.ts';
import { isServiceError } from '../../../src/domain/vocabulary/errors.ts';

const BYTES = 65_536;

const times = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length));

/** An array of as many of these as the bytes hold, or of the items that the places give. */
const many = (item: string | ((at: number) => string), open = '[', close = ']', bytes = BYTES): string => {
  const parts: string[] = [];
  for (let left = bytes - 2, at = 0; ; at++) {
    const part = typeof item === 'string' ? item : item(at);
    left -= part.length + 1;
    if (left < 0) return open + parts.join() + close;
    parts.push(part);
  }
};

const longName = `{"${'n'.repeat(64)}":`;

/** Texts of 64 KiB at most in which there is much to report, or much to say about each report. */
const worst: Readonly<Record<string, string>> = {
  'problems below many levels that are too deep': `${'['.repeat(5_000)}${many('-0', '', '', BYTES - 5_000)}`,
  'problems below as many levels as are allowed': `${'['.repeat(63)}${many('-0', '[', '', BYTES - 63)}`,
  'problems below long names': `${longName.repeat(63)}${many('1e999', '[', '', BYTES - 63 * longName.length)}`,
  'problems side by side': many('1e999'),
  'brackets only': '['.repeat(BYTES),
  'objects in objects': times('{"a":', BYTES),
  'many deep arrays': many('['.repeat(60) + ']'.repeat(60)),
  'one name again and again': many('"a":0', '{', '}'),
  'the empty name again and again': many('"":-0', '{', '}'),
  'a reserved name again and again': many('"__proto__":-0', '{', '}'),
  'distinct names': many((at) => `"k${at}":-0`, '{', '}'),
  'long names that are no plain words': many((at) => `"${' '.repeat(500)}${at}":-0`, '{', '}'),
  'one long name twice': `{"${'a'.repeat(32_000)}":-0,"${'a'.repeat(32_000)}":-0}`,
  'unpaired surrogates': many('"\\ud800"'),
  'a text of unpaired surrogates': `"${times('\\ud800', BYTES - 2)}"`,
  'NUL characters': many('"\\u0000"'),
  escapes: `"${times('\\n', BYTES - 2)}"`,
  'one long number': '1'.repeat(BYTES),
  'one long fraction': `1.${'1'.repeat(BYTES - 2)}`,
  'white space': `${' '.repeat(BYTES - 1)}x`,
};

/** How often one of the built-in steps is taken that looking at a text consists of. */
const countSteps = (run: () => void): number => {
  const { charCodeAt } = String.prototype;
  const { test: matches, exec } = RegExp.prototype;
  let steps = 0;
  try {
    String.prototype.charCodeAt = function (at) {
      steps++;
      return charCodeAt.call(this, at);
    };
    RegExp.prototype.test = function (text) {
      steps++;
      return matches.call(this, text);
    };
    RegExp.prototype.exec = function (text) {
      steps++;
      return exec.call(this, text);
    };
    run();
  } finally {
    Object.assign(String.prototype, { charCodeAt });
    Object.assign(RegExp.prototype, { test: matches, exec });
  }
  return steps;
};

/** What one pointer may take: a step for each level. */
const POINTER_STEPS = 65;

test.each(Object.entries(worst))('%s: judged in steps that grow with the text, and told in 64 KiB', (_, text) => {
  expect(text.length).toBeLessThanOrEqual(BYTES);
  let thrown: unknown;
  const steps = countSteps(() => {
    try {
      parseStrictJson(new TextEncoder().encode(text), { numbers: 'integers' });
    } catch (error) {
      thrown = error;
    }
  });
  expect(steps).toBeLessThan(6 * text.length + 100 * POINTER_STEPS);
  if (thrown === undefined) return;
  if (!isServiceError(thrown)) throw thrown;
  expect(thrown.errors.length).toBeLessThanOrEqual(101);
  expect(Buffer.byteLength(JSON.stringify(thrown.errors))).toBeLessThan(34_000);
});
