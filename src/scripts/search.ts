import type { SearchEntry } from '../domain/datasets/search/search-index.ts';
import { counted, splitAtDates } from '../domain/vocabulary/words.ts';
import { element } from './build-element.ts';
import { inAddress, keepTyped, putInAddress } from './dataset-address.ts';
import { loadAtFocus, loadSearch, searchWaits } from './load-search.ts';
import { find, findAll, inWords } from './page-elements.ts';

const AT_ONCE = 25;

const form = find<HTMLFormElement>('form[data-search]');
const controls = findAll<HTMLInputElement | HTMLSelectElement>('[name]', form);
const results = find('[data-results]');
const heading = find('h2', results);
const list = find('ol', results);
const more = find<HTMLButtonElement>('[data-more]', results);
const everything = find('[data-everything]');
const labels = new Map(
  findAll<HTMLOptionElement>('[name=dataset] option', form).map(({ value, dataset }) => [value, dataset['label']]),
);

const read = () => Object.fromEntries(controls.map(({ name, value }) => [name, value.trim()]));

/** What came of the checks of a record, for those that have some. */
const checkedInWords = (results: readonly string[] | undefined): string | undefined => {
  if (results === undefined) return undefined;
  if (results.includes('fail')) return 'a check failed';
  return results.includes('pass') ? 'a check passed' : 'not checked yet';
};

/** A text whose dates are marked as such, as on the built pages, so that no line ends within one. */
const dated = (text: string): (Node | string)[] =>
  splitAtDates(text).map((part, at) => (at % 2 === 1 ? element('time', {}, [part]) : part));

const itemOf = ({ dataset, id, name, about, checks, withdrawn }: SearchEntry): HTMLLIElement => {
  const sub = [labels.get(dataset), about, checkedInWords(checks), withdrawn && 'withdrawn']
    .filter(Boolean)
    .join(' · ');
  return element('li', {}, [
    element('a', { href: `/${dataset}/${id}` }, dated(name)),
    element('span', { class: 'sub' }, dated(sub)),
  ]);
};

let left: readonly SearchEntry[] = [];

/** Adds the next results to the list. */
const show = (): HTMLLIElement[] => {
  const items = left.slice(0, AT_ONCE).map(itemOf);
  left = left.slice(AT_ONCE);
  list.append(...items);
  more.hidden = left.length === 0;
  return items;
};

const say = (text: string, isSearch: boolean): void => {
  heading.textContent = text;
  results.hidden = !isSearch;
};

const search = async (): Promise<void> => {
  const asked = read();
  /** Whether somebody went on typing while the index was on its way. */
  const isPast = (): boolean => JSON.stringify(asked) !== JSON.stringify(read());
  const isSearch = Object.values(asked).some((value) => value !== '');
  list.replaceChildren();
  left = [];
  if (!isSearch) {
    everything.hidden = false;
    say('', false);
    return;
  }
  if (searchWaits()) say('Searching …', true);
  try {
    const findRecords = await loadSearch();
    if (isPast()) return;
    left = findRecords({ ...asked, query: asked['q'] ?? '' });
    const count = left.length;
    list.replaceChildren();
    show();
    everything.hidden = true;
    const filters = inWords(controls.filter((control) => control instanceof HTMLSelectElement));
    say(
      count === 0
        ? 'No record matches: use fewer words, or fewer filters'
        : `${counted(count, 'record')}${filters && `: ${filters}`}`,
      true,
    );
  } catch {
    if (isPast()) return;
    more.hidden = true;
    everything.hidden = false;
    say('The index could not be loaded: search again, or look below', true);
  }
};

const keep = (): void => putInAddress(Object.entries(read()), false);

const restore = (): void => {
  for (const control of controls) {
    control.value = inAddress(control.name);
    // A select that lacks the value selects nothing, not even “All”.
    if (control instanceof HTMLSelectElement && control.selectedIndex === -1) control.value = '';
  }
  void search();
};

form.addEventListener('input', () => {
  keep();
  void search();
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void search().then(() => results.hidden || heading.focus());
});
more.addEventListener('click', () => show()[0]?.querySelector('a')?.focus());
addEventListener('popstate', restore);
addEventListener('pageshow', restore);
keepTyped(controls);
loadAtFocus(form);
