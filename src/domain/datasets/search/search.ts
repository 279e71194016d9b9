import MiniSearch, { type Options, type SearchOptions } from 'minisearch';

/** The address of the index, relative to the base address, and that of the texts that excerpts are cut from. */
export const SEARCH_INDEX = '/search-index.json';
export const SEARCH_TEXTS = '/search-texts.json';

/** What a search finds: records, decision receipts, and what the pages, the interface and the rules of the service say. */
export type SearchKind = 'record' | 'receipt' | 'page' | 'operation' | 'error' | 'section';

/** One thing that can be found, as it is listed. */
export interface SearchEntry {
  readonly kind: SearchKind;
  /** Where its page is, relative to the base address. */
  readonly path: string;
  readonly name: string;
  /** A few words beside its name. */
  readonly about: string;
  /** The dataset and id of a record. */
  readonly dataset?: string;
  readonly id?: string;
  readonly withdrawn?: true;
}

/** An entry with the text that it is found by. */
export interface SearchedEntry {
  readonly entry: SearchEntry;
  readonly text: string;
}

/** The file that a browser loads when somebody searches a list, and the service for all else. Its form may change with every build. */
export interface SearchIndex {
  readonly entries: readonly SearchEntry[];
  /** As MiniSearch writes it, with the places of the entries as ids. */
  readonly words: ReturnType<MiniSearch['toJSON']>;
}

/** What is searched for. */
export interface Search {
  readonly query: string;
  readonly kind?: SearchKind | undefined;
  readonly dataset?: string | undefined;
  /** Whether nothing but what has all words is found. */
  readonly whole?: boolean;
}

/** What was found, with the words of its text that match the query. */
export interface Found {
  readonly entry: SearchEntry;
  readonly place: number;
  readonly words: readonly string[];
}

/** Words of questions that say nothing of what is looked for. */
const stopWords = new Set(
  'a about an and any are as at be by can did do does for from had has have how i in into is it its let me of on or show that the their there they system systems this to was we were what when where which who why will with you your'.split(
    ' ',
  ),
);

/** The words of a text in lower case and without accents: `ERC-8004` and `erc8004` are `erc` and `8004`, an address stands without its `0x`. */
const partsOf = (run: string): string[] =>
  (run.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap(
    (word) => /^([a-z]{2,})(\d{2,})$/.exec(word)?.slice(1) ?? [word.replace(/^0x(?=[0-9a-f])/, '')],
  );

const runsOf = (text: string): string[] => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().split(/\s+/);

/** A name that a hyphen divides counts as one word, too: `on-chain` is found by `onchain`. */
const indexedWords = (run: string): string[] => [
  ...partsOf(run),
  ...(/\p{L}+-\p{L}+/u.exec(run) ?? []).map((name) => name.replace('-', '')),
];

/** The most words of a query that are searched for: each has its cost. */
const WORDS_MAX = 16;

/** The words of a query without those that say nothing, and without endings: `revoked` finds `revoke`, and `receipts` `receipt`. */
const askedWords = (query: string): string[] => {
  const words = runsOf(query).flatMap(partsOf);
  const telling = words.filter((word) => !stopWords.has(word));
  const counted = new Set((telling.length > 0 ? telling : words).slice(0, WORDS_MAX));
  return [...counted].map((word) => word.replace(/(?<=\p{L}{4})(s|ed|ing)$/u, ''));
};

interface Indexed {
  readonly place: number;
  readonly name: string;
  readonly text: string;
}

const options: Options<Indexed> = {
  idField: 'place',
  fields: ['name', 'text'],
  processTerm: (word) => word,
};

const searching: SearchOptions = {
  boost: { name: 4 },
  prefix: (word) => word.length >= (/\d/.test(word) ? 4 : 3),
};

/** The index of entries, in their order. */
export const buildSearchIndex = (searched: readonly SearchedEntry[]): SearchIndex => {
  // A text has most of its words from others: taken apart once, they cost a second and a half less for 10,000 records.
  const known = new Map<string, readonly string[]>();
  const wordsOf = (run: string): readonly string[] => {
    const words = known.get(run) ?? indexedWords(run);
    known.set(run, words);
    return words;
  };
  const index = new MiniSearch({ ...options, tokenize: (text) => runsOf(text).flatMap(wordsOf) });
  index.addAll(searched.map(({ entry: { name, id = '' }, text }, place) => ({ place, name: `${name} ${id}`, text })));
  return { entries: searched.map(({ entry }) => entry), words: index.toJSON() };
};

/**
 * Opens an index: a search finds what has all words of the query but stop words, or else what has some of them, the best
 * first; everything for an empty query (SPEC.md §6.15).
 */
export const openSearch = ({ entries, words }: SearchIndex): ((search: Search) => Found[]) => {
  const index = MiniSearch.loadJS(words, options);
  // Mending a word costs the square of its length, so one of more than 40 letters is looked up as it is.
  const isUnknown = (word: string): boolean =>
    /^\p{L}{5,40}$/u.test(word) && index.search(word, { ...searching, tokenize: (text) => [text] }).length === 0;
  const exchanged = (word: string): string | undefined =>
    [...word]
      .map((letter, at) => word.slice(0, at - 1) + letter + word[at - 1]! + word.slice(at + 1))
      .slice(1)
      .find((one) => !isUnknown(one));
  // In a word that nothing has, a letter may be wrong, missing or too much, or two in the wrong order.
  const fuzzy = (word: string): 1 | false => isUnknown(word) && 1;
  const tokenize = (text: string): string[] =>
    askedWords(text).map((word) => (isUnknown(word) && exchanged(word)) || word);
  const forgiving = { ...searching, tokenize, fuzzy };
  return ({ query, kind, dataset, whole = false }) => {
    const filter = ({ id }: { id: number }): boolean =>
      (!kind || entries[id]!.kind === kind) && (!dataset || entries[id]!.dataset === dataset);
    const asked = askedWords(query);
    if (asked.length === 0 && query.trim() !== '') return [];
    if (asked.length === 0)
      return entries.flatMap((entry, place) => (filter({ id: place }) ? [{ entry, place, words: [] }] : []));
    const boostDocument = (place: number): number => (entries[place]!.kind === 'page' ? 3 : 1);
    const all = { ...forgiving, boostDocument, filter: filter as unknown as NonNullable<SearchOptions['filter']> };
    const every = index.search(query, { ...all, combineWith: 'AND' });
    const found = whole || every.length > 0 ? every : index.search(query, all);
    const isAsked = (place: number): boolean =>
      askedWords(entries[place]!.id ?? entries[place]!.path).join() === asked.join();
    return found
      .map(({ id, terms }) => ({ entry: entries[id as number]!, place: id as number, words: terms }))
      .toSorted((a, b) => Number(isAsked(b.place)) - Number(isAsked(a.place)));
  };
};

/** The length of an excerpt, and how much of it comes before the first word that matches. */
const EXCERPT = 180;
const BEFORE = 50;
/** A text of more words than this is a sentence, and no code or name. */
const SENTENCE_WORDS = 4;

/** A part of an excerpt, and whether it is a word that matches. */
export type ExcerptPart = readonly [text: string, matches: boolean];

/** A text in parts, those with the words marked. */
export const marked = (text: string, words: readonly string[]): ExcerptPart[] => {
  if (words.length === 0) return [[text, false]];
  const longestFirst = words.toSorted((a, b) => b.length - a.length).join('|');
  return text
    .split(new RegExp(`(?<![\\p{L}\\p{N}])(${longestFirst})`, 'giu'))
    .flatMap((part, at) => (part === '' ? [] : [[part, at % 2 === 1] as const]));
};

/**
 * What of a text is shown of a result, around the first of the words: a sentence that has one of them; where the name has one, any
 * sentence; a code that has one, else the beginning.
 */
export const excerptOf = (whole: string, words: readonly string[], name = ''): ExcerptPart[] => {
  const parts = whole.split(' · ');
  const has = (part: string): boolean => marked(part, words).some(([, matches]) => matches);
  const isSentence = (part: string): boolean => part.split(' ').length > SENTENCE_WORDS;
  const matching = parts.filter(has);
  const sentence = matching.find(isSentence) ?? (has(name) ? parts.find(isSentence) : undefined);
  const text = sentence ?? matching[0] ?? parts.find(isSentence) ?? whole;
  const first = marked(text, words);
  const at = first[0]?.[1] === false && first.length > 1 ? first[0][0].length : 0;
  const from = at <= BEFORE ? 0 : text.indexOf(' ', at - BEFORE) + 1;
  const cut = text.slice(from, from + EXCERPT);
  const end = from + EXCERPT < text.length ? cut.lastIndexOf(' ') : cut.length;
  return marked(`${from > 0 ? '… ' : ''}${cut.slice(0, end)}${end < cut.length ? ' …' : ''}`, words);
};
