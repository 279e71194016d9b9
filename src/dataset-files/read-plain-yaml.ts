import { CORE_SCHEMA, load } from 'js-yaml';

/**
 * What plain records do without, or what the two parsers read differently. One expression for all of it would take nearly twice
 * as long. Where a rare character follows common ones, those are looked for behind it, in a third of the time.
 */
const notPlain: readonly RegExp[] = [
  // Tabs and other control characters, and bytes that are not UTF-8.
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffd]/,
  // Tags, anchors, aliases and directives, but not an ampersand or a percent sign between words; second documents; merges.
  /(?<![^\s[{,])(?:[!*?]|[&%](?! ))/,
  /(?<![\w.)] )[&%] /,
  /^(---|\.\.\.)/m,
  /<<|__proto__/,
  // Comments and members without a name that only one of them accepts; dashes with nothing behind them.
  /['"[\]{}]#|(?<=[[{,]\s*):/,
  /^[ -]*-(?: *$| +#)/m,
  // Numbers in forms that only one of them knows.
  /(?<![^\s[{,])(?:[-+]?(?:[\d.][\d.]*_|0b)|[-+](?:\.|0[a-z]))/i,
  /(?<=[:-] +|[[{,]\s*|^\s*)-0/m,
  /(?<=[\s[{,][-+]?[\d.]+)[eE][-+]?\d{3,}(?![^\s\]},])/,
  // Blocks of text that state their indentation, keep their last lines or begin with an empty one.
  /(?<!\S)[|>](?:[-+]?[\d+]|[-+]?(?: +#[^\n]*)?\n *(?:\n|$))/,
  // Lists and groups as names of members, and names in a group without a value.
  /[\]}] *:(?:[\s,\]}]|$)/,
  /(?<!\S)\{(?:[^}\n]*,)?[^:,}\n]*[,}]/,
  // Names of members that are no words: one of them takes `026` for the number 26.
  /(?:^[ -]*|[{[,]\s*-?)(?:[+.~\d]|(?:true|false|null)\b)[^\n]*:(?:[\s,\]}]|$)/im,
];

/** Whether JSON has every number of the value: not infinity, not minus zero. */
const isInJson = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  return typeof value !== 'object' || value === null || Object.values(value).every(isInJson);
};

const shareTexts = (value: unknown, known: Map<string, string>): unknown => {
  if (typeof value === 'string') {
    if (!known.has(value)) known.set(value, value);
    return known.get(value);
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Record<string, unknown>;
  for (const key of Object.keys(members)) members[key] = shareTexts(members[key], known);
  return value;
};

/**
 * The value in a third of the memory: the texts in it are parts of the whole file, which they would keep, and a record
 * repeats the addresses of its sources.
 */
const compact = (value: unknown): unknown => shareTexts(JSON.parse(JSON.stringify(value)), new Map());

/**
 * Whether a quoted text or a list in brackets goes on in lines that are not indented more than the line that it begins in:
 * only one of the parsers allows it.
 */
const isOutdented = (input: string, from: number, to: number): boolean => {
  const start = from + input.slice(from, to).search(/\S/);
  if (start < from || !`'"[{`.includes(input[start]!)) return false;
  const others = input.slice(start, to).trimEnd().split('\n').slice(1);
  if (others.length === 0) return false;
  const begin = input.lastIndexOf('\n', start) + 1;
  const lead = /^[ -]*/.exec(input.slice(begin, start))![0];
  const dash = lead.lastIndexOf('-');
  // A text with a line of its own belongs to a member above it, whose indentation is not known here but smaller.
  const indent = begin + lead.length < start ? lead.length : dash === -1 ? lead.length - 1 : dash;
  return others.some((line) => line.search(/[^ ]/) <= indent && line !== '');
};

/**
 * The value of a plain YAML text, several times faster than with the places of its members; undefined for a text that
 * is broken or uses more of YAML than records need. Never throws.
 */
export const readPlainYaml = (text: string): unknown => {
  if (notPlain.some((pattern) => pattern.test(text))) return undefined;
  try {
    let isPlain = true;
    const opened: number[] = [];
    const value = load(text, {
      schema: CORE_SCHEMA,
      listener: (event, { input, position }) => {
        if (event === 'open') opened.push(position);
        else if (isOutdented(input, opened.pop()!, position)) isPlain = false;
      },
    });
    return isPlain && isInJson(value) ? compact(value) : undefined;
  } catch {
    return undefined;
  }
};
