import { splitAtDates, xmlText } from '../../domain/vocabulary/words.ts';

/** HTML that a page takes as it is. Only this file makes it, and it escapes every text and attribute. */
export interface Html {
  readonly html: string;
}

/** What a cell, a fact or a paragraph says: pieces after one another. */
export type Said = string | Html | undefined | false | readonly Said[];

/** A name and its value. One without a value is left out. */
export type Fact = readonly [label: string, value: Said];

/** A part of a page of the datasets, shown in this order (Sections.astro). */
export interface Section {
  readonly id: string;
  /** Its heading; without one, it has none. */
  readonly title?: string;
  readonly paragraphs?: readonly Said[];
  readonly facts?: readonly Fact[];
  /** Its rows become cards on a phone. The first cell of a row is its head. */
  readonly table?: {
    /** What opens it on a phone; without this, it is open. */
    readonly summary?: string;
    readonly heads: readonly string[];
    readonly rows: readonly { readonly id?: string; readonly cells: readonly Said[] }[];
  };
  readonly list?: readonly Said[] | undefined;
}

/** The HTML of what is said. Dates in texts are marked, so that lines break only between words. */
export const htmlOf = (said: Said): string => {
  if (said === undefined || said === false) return '';
  if (typeof said === 'object') return 'html' in said ? said.html : said.map(htmlOf).join('');
  const parts = splitAtDates(said).map((part, at) => (at % 2 === 1 ? `<time>${part}</time>` : xmlText(part)));
  return parts.join('');
};

type Attributes = Readonly<Record<string, string | undefined>>;

/** An element around what is said; an attribute without a value is left out. */
export const element = (tag: string, attributes: Attributes, ...said: Said[]): Html => {
  const written = Object.entries(attributes).map(([name, value]) =>
    value === undefined ? '' : ` ${name}="${xmlText(value)}"`,
  );
  return { html: `<${tag}${written.join('')}>${htmlOf(said)}${tag === 'input' ? '' : `</${tag}>`}` };
};

/** A text that is compared character by character: no date in it is marked. */
export const code = (text: string): Html => element('code', {}, { html: xmlText(text) });

export const strong = (...said: Said[]): Html => element('strong', {}, ...said);

/** A line below, in small print. */
export const sub = (...said: Said[]): Html => element('span', { class: 'sub' }, ...said);

/** A link; one to another site says so. */
export const link = (href: string, ...said: Said[]): Html =>
  element('a', { href, rel: /^https?:/.test(href) ? 'external' : undefined }, ...said);

export const list = (items: readonly Said[], attributes: Attributes = {}): Html =>
  element('ul', { class: 'plain', role: 'list', ...attributes }, ...items.map((item) => element('li', {}, item)));

/** What is said, with something between each two. */
export const joined = (items: readonly Said[], between: string): Said =>
  items.map((item, at) => [at > 0 && between, item]);
