import type { Caip2 } from '../../chains/caip.ts';
import { wordsOf } from './words.ts';

/** The address of the index, relative to the base address. */
export const SEARCH_INDEX = '/search-index.json';

/** A record as it is listed and filtered; the members of its facets are absent where the record has none. */
export interface SearchEntry {
  readonly dataset: string;
  readonly id: string;
  readonly name: string;
  /** A few words beside its name. */
  readonly about: string;
  readonly confidence: string;
  readonly ecosystem?: string;
  readonly chains?: readonly Caip2[];
  /** The results that its checks have. */
  readonly checks?: readonly string[];
  readonly withdrawn?: true;
}

/** The file that a browser loads when somebody searches. Its form may change with every build. */
export interface SearchIndex {
  readonly entries: readonly SearchEntry[];
  /** Every word once, sorted by code units and divided by spaces. */
  readonly words: string;
  /** For each word a line: the entries that have it, as differences in base 36. */
  readonly places: string;
  /** The same of the entries that have it in their name or id; most lines are empty. */
  readonly names: string;
}

/** An entry with the texts that it is found by. */
export interface SearchedEntry {
  readonly entry: SearchEntry;
  readonly texts: readonly string[];
}

const lineOf = (places: readonly number[]): string =>
  places.map((place, at) => (place - (places[at - 1] ?? 0)).toString(36)).join(' ');

/** The places of a line of the index. */
export const placesOf = (line: string): number[] => {
  if (line === '') return [];
  let place = 0;
  return line.split(' ').map((difference) => (place += Number.parseInt(difference, 36)));
};

/** The places of every word, by the words of each place. */
const collectPlaces = (texts: readonly string[]): Map<string, number[]> => {
  const found = new Map<string, number[]>();
  const known = new Map<string, readonly string[]>();
  texts.forEach((text, place) => {
    for (const word of wordsOf(text, known)) {
      const places = found.get(word);
      if (places) places.push(place);
      else found.set(word, [place]);
    }
  });
  return found;
};

/** The index of entries, in their order. */
export const buildSearchIndex = (searched: readonly SearchedEntry[]): SearchIndex => {
  const places = collectPlaces(searched.map(({ texts }) => texts.join('\n')));
  const names = collectPlaces(searched.map(({ entry }) => `${entry.name} ${entry.id}`));
  const words = [...new Set([...places.keys(), ...names.keys()])].toSorted();
  const linesOf = (found: ReadonlyMap<string, readonly number[]>) =>
    words.map((word) => lineOf(found.get(word) ?? [])).join('\n');
  return {
    entries: searched.map(({ entry }) => entry),
    words: words.join(' '),
    places: linesOf(places),
    names: linesOf(names),
  };
};
