import type { openSearch, SearchIndex } from '../domain/datasets/search/search.ts';
import { afterPatience } from './patience.ts';

type Find = ReturnType<typeof openSearch>;

/** The address of the index. It is no import, so that what searches is loaded with it and not with the page. */
const SEARCH_INDEX = '/search-index.json';

let loading: Promise<Find> | undefined;
let isLoaded = false;

/** Whether a search has to wait for the index. */
export const searchWaits = (): boolean => !isLoaded;

const load = async (): Promise<Find> => {
  const [{ openSearch }, index] = await Promise.all([
    import('../domain/datasets/search/search.ts'),
    fetch(SEARCH_INDEX, { signal: afterPatience() }).then((answer): Promise<SearchIndex> =>
      answer.ok ? answer.json() : Promise.reject(new Error(`status ${answer.status}`)),
    ),
  ]);
  return openSearch(index);
};

/** Loads the index once, when somebody searches. @throws when it cannot be loaded; the next call tries again. */
export const loadSearch = (): Promise<Find> => {
  loading ??= load();
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
