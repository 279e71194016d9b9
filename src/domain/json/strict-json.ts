import { type InputProblem, PROBLEMS_LISTED_MAX, ServiceError } from '../vocabulary/errors.ts';
import { type JsonProblem, scanJson } from './json-scan.ts';

/** How deeply containers may be nested (SPEC.md §3.1). */
export const MAX_JSON_DEPTH = 64;

const expectations: Record<Exclude<JsonProblem, 'not_json' | 'too_many_values'>, string> = {
  duplicate_key: 'expected each key of an object once',
  reserved_key: 'expected no key of this reserved name in a hashed object',
  lone_surrogate: 'expected well-formed Unicode, without unpaired surrogates',
  nul_character: 'expected text without NUL characters',
  unsafe_integer: 'expected an integer between -(2^53 - 1) and 2^53 - 1, or a larger one as text',
  not_finite: 'expected a finite number',
  not_an_integer: 'expected integers only in a hashed object, without fraction, exponent or negative zero',
  too_deep: `expected arrays and objects nested at most ${MAX_JSON_DEPTH} deep`,
};

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenientUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });

const BYTE_ORDER_MARK = '\ufeff';

/** Line and column (in UTF-16 code units), both from 1. */
const placeIn = (text: string, offset: number): string => {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return `line ${line}, column ${offset - before.lastIndexOf('\n')}`;
};

export interface StrictJsonOptions {
  /** `integers` for an object that is hashed: there a floating-point literal is refused (SPEC.md §3.1). */
  readonly numbers?: 'any' | 'integers';
  /** How many values the text may hold in all, those in lists and objects included; without it there is no bound. */
  readonly maxValues?: number;
}

/**
 * The value of a JSON text that every reader understands alike (SPEC.md §3.1; RFC 8259, RFC 7493).
 * A key `__proto__` becomes an own member of the value, never its prototype; with `numbers: 'integers'` it is refused.
 * @throws ServiceError `malformed_json` with the problems found (SPEC.md §3.2): `not_utf8`, `byte_order_mark`, `not_json`,
 * `duplicate_key`, `reserved_key`, `lone_surrogate`, `nul_character`, `unsafe_integer`, `not_finite`,
 * `not_an_integer`, `too_deep`, `too_many_values`. Nothing of the text is repeated but plain member names in pointers.
 */
export const parseStrictJson = (
  source: Uint8Array | string,
  { numbers = 'any', maxValues = Infinity }: StrictJsonOptions = {},
): { value: unknown } => {
  const problems: InputProblem[] = [];
  let unlisted = 0;
  const add = (code: string, detail: string, pointer: () => string = () => '') => {
    if (problems.length < PROBLEMS_LISTED_MAX) problems.push({ pointer: pointer(), code, detail });
    else unlisted++;
  };

  let text: string;
  if (typeof source === 'string') text = source;
  else {
    try {
      text = strictUtf8.decode(source);
    } catch {
      add('not_utf8', 'expected UTF-8');
      text = lenientUtf8.decode(source);
    }
  }
  if (text.startsWith(BYTE_ORDER_MARK)) {
    add('byte_order_mark', 'expected no byte order mark');
    text = text.slice(1);
  }

  let parsed: { value: unknown } | undefined;
  try {
    parsed = { value: JSON.parse(text) };
  } catch {
    parsed = undefined;
  }
  const options = { maxDepth: MAX_JSON_DEPTH, maxValues, integersOnly: numbers === 'integers' };
  scanJson(text, options, (problem, pointer, offset) => {
    if (problem === 'too_many_values') add(problem, `expected at most ${maxValues} values in all`);
    else if (problem !== 'not_json') add(problem, expectations[problem], pointer);
    else if (offset >= text.length)
      add(problem, text.trim() === '' ? 'expected a JSON text' : 'expected a whole JSON text; this one ends early');
    else add(problem, `expected JSON from ${placeIn(text, offset)} on`);
  });
  if (parsed === undefined && problems.length === 0) add('not_json', 'expected a JSON text');

  if (parsed === undefined || problems.length > 0) {
    throw new ServiceError('malformed_json', 'What was sent is not acceptable JSON; `errors` lists why.', {
      errors: problems,
      unlisted,
    });
  }
  return parsed;
};
