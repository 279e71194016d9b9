const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** A count in a sentence: a word up to twelve, digits above. */
export const numberWord = (count: number): string => words[count] ?? String(count);

/** An integer in digits, as `12,345`. A browser takes a tenth of a second of a phone to load what Intl needs for it. */
export const withCommas = (integer: number): string => String(integer).replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** A number with its noun: `1 source`, `3 sources`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${withCommas(count)} ${count === 1 ? one : many}`;

/** A text with its first letter capitalised. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A name of the interface in words for people: `uphold_acceptance` is `Uphold acceptance`. */
export const inWords = (name: string): string => capitalized(name.replaceAll('_', ' '));

/** The text, cut at a word where it is longer than a search engine shows. */
export const shortened = (text: string, length = 160): string =>
  [...text].length <= length
    ? text
    : `${[...text]
        .slice(0, length - 1)
        .join('')
        .replace(/\s+\S*$/, '')}…`;

/** The parts of a text: at odd places its dates, `2026-11-22` or `2026-11`, and what stands around them at even ones. */
export const splitAtDates = (text: string): string[] => text.split(/\b(\d{4}-(?:0[1-9]|1[0-2])(?:-\d{2})?)\b/);

/** What controls a terminal, begins a line unseen, or turns the direction of writing; all but tab and line feed. */
const unsafe =
  // eslint-disable-next-line no-control-regex -- these are the characters to find
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Replaces control characters, so that untrusted text cannot control the terminal. Its lines stay lines. */
export const printable = (text: string): string => text.replace(unsafe, '\ufffd');

/** Like {@link printable}, for text that stands within a line: it cannot begin one, and so forge what a command says. */
export const printableInLine = (text: string): string => printable(text).replaceAll(/[\t\n]/g, '\ufffd');

/** A value as JSON that cannot control the terminal: what could is escaped, so the value stays the same. */
export const printableJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, undefined, indent).replace(
    unsafe,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Compares by a text as people sort it, numbers in it as numbers; what has none comes last in both directions. */
export const comparing = <Item>(textOf: (item: Item) => string, isDown = false): ((a: Item, b: Item) => number) => {
  const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return (a, b) => {
    const [one, other] = [textOf(a), textOf(b)];
    if (one === '' || other === '') return Number(one === '') - Number(other === '');
    return compare(one, other) * (isDown ? -1 : 1);
  };
};

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text for XML 1.0; a character that XML does not allow becomes U+FFFD. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll(/[&<>"]/g, (character) => entities[character]!);
