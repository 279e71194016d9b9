import { withCommas } from '../../domain/vocabulary/words.ts';
/** A text as an example shows it. */
export interface Shortened {
  readonly text: string;
  /** Whether something was left out, which an ellipsis marks. */
  readonly cut: boolean;
}

const LINES_MAX = 48;
const STRING_MAX = 160;
const PLAIN_LINES_MAX = 12;

const linesOf = (text: string): number => text.split('\n').length;

/** The number of lines of a value when it is printed whole; beyond `most`, any larger number. */
const countLines = (value: unknown, most: number): number => {
  if (typeof value !== 'object' || value === null) return 1;
  const members = Object.values(value) as unknown[];
  let lines = members.length === 0 ? 1 : 2;
  for (const one of members) {
    if (lines > most) break;
    lines += countLines(one, most - lines);
  }
  return lines;
};

const shortString = (text: string): string =>
  JSON.stringify(text.length > STRING_MAX ? `${text.slice(0, STRING_MAX)}…` : text);

const indented = (text: string): string => text.replaceAll(/^/gm, '  ');

const printWhole = (value: unknown): string =>
  JSON.stringify(
    value,
    (_, one: unknown) => (typeof one === 'string' ? (JSON.parse(shortString(one)) as string) : one),
    2,
  );

const printList = (list: readonly unknown[], lines: number): string => {
  const shown: string[] = [];
  // Two brackets, and the line that counts the others.
  let left = lines - 3;
  for (const item of list) {
    const text = indented(print(item, left));
    if (shown.length > 0 && linesOf(text) > left) break;
    shown.push(text);
    left -= linesOf(text);
    if (left <= 0) break;
  }
  const others = list.length - shown.length;
  const end = others > 0 ? `,\n  … ${others} more` : '';
  return `[\n${shown.join(',\n')}${end}\n]`;
};

const printObject = (members: readonly (readonly [string, unknown])[], lines: number): string => {
  let left = Math.max(0, lines - 2 - members.length);
  let waiting = members.filter(([, one]) => typeof one === 'object' && one !== null).length;
  const shown = members.map(([name, one]) => {
    const nested = typeof one === 'object' && one !== null;
    const text = print(one, nested ? 1 + Math.ceil(left / waiting) : 1);
    if (nested) waiting -= 1;
    left -= linesOf(text) - 1;
    return indented(`${JSON.stringify(name)}: ${text}`);
  });
  return `{\n${shown.join(',\n')}\n}`;
};

/** Prints a value in about so many lines: what is nested shares what the members above it leave. */
const print = (value: unknown, lines: number): string => {
  if (typeof value !== 'object' || value === null) return printWhole(value);
  if (countLines(value, lines) <= lines) return printWhole(value);
  if (Array.isArray(value)) return lines < 4 ? '[ … ]' : printList(value, lines);
  return lines < 4 ? '{ … }' : printObject(Object.entries(value), lines);
};

/** A JSON value with two spaces of indentation, in some forty lines where its members allow it. */
export const shortenJson = (value: unknown): Shortened => {
  const text = print(value, LINES_MAX);
  const lines = linesOf(text);
  return { text, cut: countLines(value, lines) > lines || text !== JSON.stringify(value, null, 2) };
};

const countLineEnds = (text: string): number => {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
};

/** The first lines of a text. */
const shortenLines = (text: string): Shortened => {
  const whole = text.trimEnd();
  const lines = whole.split('\n', PLAIN_LINES_MAX);
  const shown = lines.map((line) => (line.length > STRING_MAX ? `${line.slice(0, STRING_MAX)}…` : line));
  const left = countLineEnds(whole) + 1 - lines.length;
  const short = [...shown, ...(left > 0 ? [`… ${left} more lines`] : [])].join('\n');
  return { text: short, cut: left > 0 || short !== lines.join('\n') };
};

/** The content of an answer as an example shows it. @param bytes the content @param mediaType its media type */
export const shortenContent = (bytes: Uint8Array, mediaType: string): Shortened => {
  if (/parquet|octet-stream/.test(mediaType))
    return { text: `… ${withCommas(bytes.length)} bytes of ${mediaType}`, cut: true };
  const text = new TextDecoder().decode(bytes);
  if (!/json/.test(mediaType) || /ndjson|jsonl|json-seq/.test(mediaType)) return shortenLines(text);
  try {
    return shortenJson(JSON.parse(text));
  } catch {
    return shortenLines(text);
  }
};
