import { type FindRecords, openSearch } from '../domain/datasets/search/find-records.ts';
import { SEARCH_INDEX, type SearchIndex } from '../domain/datasets/search/search-index.ts';
import { afterPatience } from './patience.ts';

let loading: Promise<FindRecords> | undefined;
let isLoaded = false;

/** Whether a search has to wait for the index. */
export const searchWaits = (): boolean => !isLoaded;

/** Loads the index once, when somebody searches. @throws when it cannot be loaded; the next call tries again. */
export const loadSearch = (): Promise<FindRecords> => {
  loading ??= fetch(SEARCH_INDEX, { signal: afterPatience() })
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(`status ${answer.status}`))))
    .then((index) => openSearch(index as SearchIndex));
  loading.then(
    () => (isLoaded = true),
    () => (loading = undefined),
  );
  return loading;
};

/** Loads the index when somebody turns to a field, so that none of this is left to do between a key and its results. */
export const loadAtFocus = (field: HTMLElement): void => {
  const load = (): void => void loadSearch().catch(() => undefined);
  if (field.matches(':focus-within')) load();
  field.addEventListener('focusin', load);
};
