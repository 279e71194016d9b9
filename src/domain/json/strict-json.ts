import {
  type InputProblem,
  isServiceError,
  jsonPointer,
  PROBLEMS_LISTED_MAX,
  ServiceError,
} from '../vocabulary/errors.ts';

/** How deeply containers may be nested (SPEC.md §3.1). */
export const MAX_JSON_DEPTH = 64;

/** How many values a document may hold that is verified (SPEC.md §3.1). */
export const VERIFIED_VALUES_MAX = 20_000;

const expectations = {
  duplicate_key: 'expected each key of an object once',
  reserved_key: 'expected no key of this reserved name',
  lone_surrogate: 'expected well-formed Unicode, without unpaired surrogates',
  nul_character: 'expected text without NUL characters',
  unsafe_integer: 'expected an integer between -(2^53 - 1) and 2^53 - 1, or a larger one as text',
  not_finite: 'expected a finite number',
  not_an_integer: 'expected integers only in a hashed object, without fraction, exponent or negative zero',
  too_deep: `expected arrays and objects nested at most ${MAX_JSON_DEPTH} deep`,
};

/** What a scan of a JSON text can find wrong. */
type JsonProblem = keyof typeof expectations | 'not_json' | 'too_many_values';

/** An open object (with the names seen in it) or array (with the number of items before the present one). */
interface Frame {
  readonly names: Set<string> | undefined;
  name: string;
  index: number;
}

/** A name of an object that is written with an escape: where its string begins and ends, and what it says. */
interface EscapedName {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** The JSON Pointer of the present place, built only for a problem that is listed. */
const pointerOf = (frames: readonly Frame[], upTo: number): string =>
  jsonPointer(frames.slice(0, upTo).map((frame) => (frame.names === undefined ? frame.index : frame.name)));

const wordLiteral = /true|false|null/y;
const numberLiteral = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const integerLiteral = /^(?:0|-?[1-9]\d*)$/;
const unicodeEscape = /u[0-9a-fA-F]{4}/y;
/** Code units that may follow a backslash, but for `u`. */
const shortEscapes = new Set([...'"\\/bfnrt'].map((letter) => letter.charCodeAt(0)));

/** The literal that the sticky pattern finds at this place, or the empty text. */
const literalAt = (pattern: RegExp, text: string, at: number): string => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
};

/** Where the string that opens at `start` ends (behind its quote), or minus the place of its first problem. */
const stringEnd = (text: string, start: number): number => {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) return at + 1;
    if (unit < 0x20) return -at;
    if (unit === 0x5c) {
      if (shortEscapes.has(text.charCodeAt(at + 1))) at += 1;
      else if (literalAt(unicodeEscape, text, at + 1) !== '') at += 5;
      else return -at;
    }
  }
  return -text.length;
};

/**
 * Goes through a JSON text once, in time linear to its length and without recursion, and reports
 * every problem in it: what no two readers agree on (RFC 7493) as well as the first place where the
 * text stops being JSON or is nested too deeply, after which nothing more is looked at (SPEC.md §3.2).
 * @param options.integersOnly whether only integer literals are allowed (SPEC.md §3.1: no floating-point number is hashed).
 * @param report is called during the scan; `pointer` gives the place of the problem only until it returns.
 * @param noteEscaped is given the names that are written with an escape, in their order.
 */
const scanJson = (
  text: string,
  {
    maxValues,
    integersOnly,
    plainKeys,
  }: { readonly maxValues: number; readonly integersOnly: boolean; readonly plainKeys: boolean },
  report: (problem: JsonProblem, pointer: () => string, offset: number) => void,
  noteEscaped: (name: EscapedName) => void,
): void => {
  const frames: Frame[] = [];
  let at = 0;

  const here = () => pointerOf(frames, frames.length);
  const outside = () => pointerOf(frames, frames.length - 1);
  const skipSpace = () => {
    for (; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit > 0x20 || (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09)) return;
    }
  };
  const notJson = (offset: number): false => {
    report('not_json', here, offset);
    return false;
  };

  /** Reads the string at `at`; undefined where it is not JSON. `owner` is what its problems point to. */
  const readString = (owner: () => string): string | undefined => {
    const start = at;
    const end = stringEnd(text, start);
    if (end <= 0) {
      notJson(-end);
      return undefined;
    }
    at = end;
    const content = text.slice(start + 1, end - 1);
    const value = content.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : content;
    if (!value.isWellFormed()) report('lone_surrogate', owner, start);
    if (value.includes('\0')) report('nul_character', owner, start);
    return value;
  };

  const readNumber = (): boolean => {
    const literal = literalAt(numberLiteral, text, at);
    if (literal === '') return notJson(at);
    const integer = integerLiteral.test(literal);
    const value = Number(literal);
    if (!Number.isFinite(value)) report('not_finite', here, at);
    else if (/^-?\d+$/.test(literal) && !Number.isSafeInteger(value)) report('unsafe_integer', here, at);
    else if (integersOnly && !integer) report('not_an_integer', here, at);
    at += literal.length;
    return true;
  };

  /** Reads a member's name and its colon inside the innermost frame. */
  const readName = (frame: Frame): boolean => {
    const start = at;
    if (text.charCodeAt(at) !== 0x22) return notJson(at);
    const name = readString(outside);
    if (name === undefined) return false;
    frame.name = name;
    if (name.length !== at - start - 2) noteEscaped({ start, end: at, name });
    if (frame.names!.has(name)) report('duplicate_key', here, start);
    frame.names!.add(name);
    if (plainKeys && name === '__proto__') report('reserved_key', outside, start);
    skipSpace();
    if (text.charCodeAt(at) !== 0x3a) return notJson(at);
    at++;
    return true;
  };

  /** After a value: closes what ends here. True when another value follows, false at the end or where it is not JSON. */
  const toNextValue = (): boolean => {
    for (;;) {
      skipSpace();
      const frame = frames.at(-1);
      if (frame === undefined) return at < text.length ? notJson(at) : false;
      const unit = text.charCodeAt(at);
      if (unit === 0x2c) {
        at++;
        skipSpace();
        if (frame.names === undefined) {
          frame.index++;
          return true;
        }
        return readName(frame);
      }
      if (unit !== (frame.names === undefined ? 0x5d : 0x7d)) return notJson(at);
      at++;
      frames.pop();
    }
  };

  /** Opens the container at `at`: its first value follows, or it was empty, or the scan ends here. */
  const open = (isObject: boolean): 'value' | 'empty' | 'broken' => {
    if (frames.length === MAX_JSON_DEPTH) {
      report('too_deep', here, at);
      return 'broken';
    }
    at++;
    const frame: Frame = { names: isObject ? new Set() : undefined, name: '', index: 0 };
    frames.push(frame);
    skipSpace();
    if (text.charCodeAt(at) === (isObject ? 0x7d : 0x5d)) {
      at++;
      frames.pop();
      return 'empty';
    }
    return !isObject || readName(frame) ? 'value' : 'broken';
  };

  for (let values = 1; ; values++) {
    if (values > maxValues) return report('too_many_values', here, at);
    skipSpace();
    const unit = text.charCodeAt(at);
    if (unit === 0x7b || unit === 0x5b) {
      const opened = open(unit === 0x7b);
      if (opened === 'value') continue;
      if (opened === 'broken') return;
    } else if (unit === 0x22) {
      if (readString(here) === undefined) return;
    } else if (unit === 0x2d || (unit >= 0x30 && unit <= 0x39)) {
      if (!readNumber()) return;
    } else {
      const word = literalAt(wordLiteral, text, at);
      if (word === '') return void notJson(at);
      at += word.length;
    }
    if (!toNextValue()) return;
  }
};

/** Begins no name of a text that was scanned without a problem: half of a character. */
const MARK = '\udc00';

/**
 * The value of a text that was scanned without a problem. V8 may read a name that is written with an escape as another one, which an
 * earlier text had at such a place (nodejs/node#63785): these names are read under others, and then put back.
 */
const readScanned = (text: string, escaped: readonly EscapedName[]): unknown => {
  if (escaped.length === 0) return JSON.parse(text);
  const between = escaped.map(({ start }, at) => `${text.slice(escaped[at - 1]?.end ?? 0, start)}"${MARK}${at}"`);
  const putBack = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(putBack);
    const members = Object.entries(value).map(([name, inner]) => [
      name.startsWith(MARK) ? escaped[Number(name.slice(1))]!.name : name,
      putBack(inner),
    ]);
    return Object.fromEntries(members);
  };
  return putBack(JSON.parse(between.join('') + text.slice(escaped.at(-1)!.end)));
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
  /** Whether a key `__proto__` is refused, as it is in an object that is hashed. */
  readonly plainKeys?: boolean;
  /** How many values the text may hold in all, those in lists and objects included; without it there is no bound. */
  readonly maxValues?: number;
}

/**
 * The value of a JSON text that every reader understands alike (SPEC.md §3.1; RFC 8259, RFC 7493).
 * A key `__proto__` becomes an own member of the value, never its prototype, unless it is refused.
 * @throws ServiceError `malformed_json` with the problems found (SPEC.md §3.2): `not_utf8`, `byte_order_mark`, `not_json`,
 * `duplicate_key`, `reserved_key`, `lone_surrogate`, `nul_character`, `unsafe_integer`, `not_finite`,
 * `not_an_integer`, `too_deep`, `too_many_values`. Nothing of the text is repeated but plain member names in pointers.
 */
export const parseStrictJson = (
  source: Uint8Array | string,
  { numbers = 'any', plainKeys = numbers === 'integers', maxValues = Infinity }: StrictJsonOptions = {},
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

  const escaped: EscapedName[] = [];
  scanJson(
    text,
    { maxValues, integersOnly: numbers === 'integers', plainKeys },
    (problem, pointer, offset) => {
      if (problem === 'too_many_values') add(problem, `expected at most ${maxValues} values in all`);
      else if (problem !== 'not_json') add(problem, expectations[problem], pointer);
      else if (offset >= text.length)
        add(problem, text.trim() === '' ? 'expected a JSON text' : 'expected a whole JSON text; this one ends early');
      else add(problem, `expected JSON from ${placeIn(text, offset)} on`);
    },
    (name) => escaped.push(name),
  );
  if (problems.length > 0) {
    throw new ServiceError('malformed_json', 'What was sent is not acceptable JSON; `errors` lists why.', {
      errors: problems,
      unlisted,
    });
  }
  return { value: readScanned(text, escaped) };
};

/** The value of a JSON text that every reader understands alike; undefined for any other bytes. */
export const findJson = (bytes: Uint8Array): unknown => {
  try {
    return parseStrictJson(bytes).value;
  } catch (thrown) {
    if (isServiceError(thrown)) return undefined;
    throw thrown;
  }
};
