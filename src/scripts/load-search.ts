import { type FindRecords, openSearch } from '../domain/datasets/search/find-records.ts';
import { SEARCH_INDEX, type SearchIndex } from '../domain/datasets/search/search-index.ts';

let loading: Promise<FindRecords> | undefined;

/** Loads the index once, when somebody searches. @throws when it cannot be loaded; the next call tries again. */
export const loadSearch = (): Promise<FindRecords> => {
  loading ??= fetch(SEARCH_INDEX)
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(`status ${answer.status}`))))
    .then((index) => openSearch(index as SearchIndex));
  loading.catch(() => (loading = undefined));
  return loading;
};

/** Loads the index when somebody turns to a field, so that none of this is left to do between a key and its results. */
export const loadAtFocus = (field: HTMLElement): void => {
  const load = (): void => void loadSearch().catch(() => undefined);
  if (field.matches(':focus-within')) load();
  field.addEventListener('focusin', load);
};
