import { placesOf, type SearchEntry, type SearchIndex } from './search-index.ts';
import { isExact, otherNotation, type Term, termsOf } from './words.ts';

/** What is searched for: words, and values that the facets of a record must have. */
export interface Search {
  readonly query: string;
  readonly dataset?: string | undefined;
  readonly chain?: string | undefined;
  readonly ecosystem?: string | undefined;
  readonly confidence?: string | undefined;
  readonly check?: string | undefined;
}

/** Finds records in an index, the best first. */
export type FindRecords = (search: Search) => SearchEntry[];

/** Where the first word stands that is not before the given one. */
const startOf = (words: readonly string[], word: string): number => {
  let [from, to] = [0, words.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (words[middle]! < word) from = middle + 1;
    else to = middle;
  }
  return from;
};

const isWanted = (entry: SearchEntry, { dataset, chain, ecosystem, confidence, check }: Search): boolean =>
  (!dataset || entry.dataset === dataset) &&
  (!chain || (entry.chains ?? []).includes(chain)) &&
  (!ecosystem || entry.ecosystem === ecosystem) &&
  (!confidence || entry.confidence === confidence) &&
  (!check || (entry.checks ?? []).includes(check));

/** What is in all of the sets; there is at least one. */
const inAll = ([first, ...others]: readonly Set<number>[]): number[] =>
  [...first!].filter((place) => others.every((other) => other.has(place)));

/**
 * Opens an index. A record is found when it has every term of the query (SPEC.md §6.15). The record of exactly that id comes first; for each term count a name
 * or id that has it whole, then a text that has it whole, then a name that has the beginning of it; the order of the
 * index decides among equals.
 */
export const openSearch = ({ entries, words: allWords, places, names }: SearchIndex): FindRecords => {
  const words = allWords.split(' ');
  const lines = places.split('\n');
  const nameLines = names.split('\n');

  const placesOfWord = (word: string, exact: boolean, among = lines): Set<number> => {
    const start = startOf(words, word);
    let end = start;
    if (exact) end += Number(words[start] === word);
    else while (words[end]?.startsWith(word)) end += 1;
    return new Set(among.slice(start, end).flatMap(placesOf));
  };

  const isBeginning = (word: string): boolean => words[startOf(words, word)]?.startsWith(word) ?? false;
  /** A number that no word begins with is looked for as it is written otherwise: an address typed without its `0x`. */
  const asIndexed = (word: string): string => (isBeginning(word) ? word : (otherNotation(word) ?? word));

  const placesOfTerm = ({ parts, joined }: Term, placesOfOne: (word: string) => Set<number>): Set<number> => {
    const name = joined === undefined ? new Set<number>() : placesOfOne(joined);
    if (joined !== undefined && isExact(joined) && name.size > 0) return name;
    return new Set([...name, ...inAll(parts.map(placesOfOne))]);
  };
  const wholePlaces = (word: string): Set<number> => placesOfWord(word, true);
  const tolerantPlaces = (word: string): Set<number> => {
    const whole = isExact(word) ? wholePlaces(word) : new Set<number>();
    return whole.size > 0 ? whole : placesOfWord(word, false);
  };

  /** Where a name or id has the words of a term, or words that begin like them. */
  const namesOfTerm = ({ parts, joined }: Term, exact: boolean): Set<number> => {
    const namesOf = (word: string): Set<number> => placesOfWord(word, exact, nameLines);
    return new Set([...(joined === undefined ? [] : namesOf(joined)), ...inAll(parts.map(namesOf))]);
  };

  return (search) => {
    const terms = termsOf(search.query).map((term) => ({ ...term, parts: term.parts.map(asIndexed) }));
    const found = terms.length === 0 ? entries.keys() : inAll(terms.map((term) => placesOfTerm(term, tolerantPlaces)));
    const ranked = terms.map((term) => ({
      named: namesOfTerm(term, true),
      whole: placesOfTerm(term, wholePlaces),
      nameBegins: namesOfTerm(term, false),
    }));
    const asked = terms.map(({ parts }) => parts.join('')).join('');
    const isAsked = ({ id }: SearchEntry): boolean => id.replaceAll('-', '') === asked;
    const rankOf = (entry: SearchEntry, place: number): number =>
      Number(isAsked(entry)) +
      ranked.reduce((sum, { named, whole, nameBegins }) => {
        if (named.has(place)) return sum + 3;
        return sum + (whole.has(place) ? 2 : Number(nameBegins.has(place)));
      }, 0);
    return [...found]
      .filter((place) => isWanted(entries[place]!, search))
      .map((place) => ({ place, entry: entries[place]!, rank: rankOf(entries[place]!, place) }))
      .toSorted((a, b) => b.rank - a.rank || a.place - b.place)
      .map(({ entry }) => entry);
  };
};
