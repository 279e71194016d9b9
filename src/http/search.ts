import { openSearch, SEARCH_INDEX, SEARCH_TEXTS, type SearchIndex } from '../domain/datasets/search/search.ts';
import { loadedOnce } from './loaded-once.ts';

/** The search of what a running service has built, what it finds, and the text of each entry by its place. */
export const searchOf = loadedOnce(async ({ prebuilt }) => {
  const [index, texts] = await Promise.all([prebuilt.value(SEARCH_INDEX), prebuilt.value(SEARCH_TEXTS)]);
  const { entries } = index as SearchIndex;
  return { find: openSearch(index as SearchIndex), entries, texts: texts as readonly string[] };
});
