import { jsonPointer } from '../vocabulary/errors.ts';

/** What a scan of a JSON text can find wrong. */
export type JsonProblem =
  | 'not_json'
  | 'duplicate_key'
  | 'reserved_key'
  | 'lone_surrogate'
  | 'nul_character'
  | 'unsafe_integer'
  | 'not_finite'
  | 'not_an_integer'
  | 'too_deep'
  | 'too_many_values';

export interface JsonScanOptions {
  /** Containers inside containers that are allowed. */
  readonly maxDepth: number;
  /** Values that are allowed in all. */
  readonly maxValues: number;
  /** Whether only integer literals are allowed (SPEC.md §3.1: no floating-point number enters a hashed object). */
  readonly integersOnly: boolean;
}

/** An open object (with the names seen in it) or array (with the number of items before the present one). */
interface Frame {
  readonly names: Set<string> | undefined;
  name: string;
  index: number;
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
 * @param report is called during the scan; `pointer` gives the place of the problem only until it returns.
 */
export const scanJson = (
  text: string,
  { maxDepth, maxValues, integersOnly }: JsonScanOptions,
  report: (problem: JsonProblem, pointer: () => string, offset: number) => void,
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
    if (frame.names!.has(name)) report('duplicate_key', here, start);
    frame.names!.add(name);
    if (integersOnly && name === '__proto__') report('reserved_key', outside, start);
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
    if (frames.length === maxDepth) {
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
