import { inAddress, keepTyped, putInAddress } from './dataset-address.ts';
import { openMore } from './dataset-more.ts';
import { openSort } from './dataset-sort.ts';
import { loadAtFocus, loadSearch, searchWaits } from './load-search.ts';
import { find, findAll, inWords } from './page-elements.ts';

/** What is asked for, by the names of the controls; empty texts ask for nothing. */
type Asked = ReadonlyMap<string, string>;

/** The values of a row for a filter: `data-<name>` holds them, separated by spaces. */
const valuesOf = (row: HTMLElement, name: string): string[] => (row.dataset[name] ?? '').split(' ');

/**
 * Whether a row is among those asked for.
 * @param ids the records that have the words asked for; undefined where none are.
 */
const isWanted = (row: HTMLElement, asked: Asked, ids: ReadonlySet<string> | undefined): boolean => {
  if (ids && !ids.has(row.dataset['id']!)) return false;
  const [layer, level] = [asked.get('layer'), asked.get('level')];
  // A layer and a level together are those of one cell.
  if (layer && level && !valuesOf(row, 'layerLevel').includes(`${layer}:${level}`)) return false;
  const inCell = layer && level ? ['layer', 'level'] : [];
  return [...asked].every(
    ([name, value]) => value === '' || name === 'q' || inCell.includes(name) || valuesOf(row, name).includes(value),
  );
};

const form = find<HTMLFormElement>('form[data-filter]');
const table = find<HTMLTableElement>('table[data-sortable]');
const heading = find('#records-heading');
const shown = find<HTMLOutputElement>('[data-shown]', form);
const clear = find<HTMLButtonElement>('[data-clear]', form);
const empty = find('[data-empty]');
const order = find<HTMLSelectElement>('select[name=sort]', form);
const controls = findAll<HTMLInputElement | HTMLSelectElement>('[name]:not([name=sort])', form);
const body = table.tBodies[0]!;
const noun = shown.dataset['noun']!;

const more = openMore(table);
const sorting = openSort(table, (chosen) => sort(chosen));

const sort = (chosen: string): void => {
  putInAddress([['sort', chosen === sorting.usual ? '' : chosen]], true);
  restore();
};

const read = (): Map<string, string> => new Map(controls.map(({ name, value }) => [name, value.trim()]));

/** The ids of the records that have the words; undefined where none are asked for. */
const findIds = async (query: string): Promise<Set<string> | undefined> => {
  if (query === '') return undefined;
  if (searchWaits()) shown.textContent = 'Searching …';
  const found = (await loadSearch())({ query, dataset: form.dataset['filter'], whole: true });
  return new Set(found.map(({ entry }) => entry.id!));
};

const apply = async (): Promise<void> => {
  const asked = read();
  /** Whether somebody went on typing while the index was on its way. */
  const isPast = (): boolean => String([...read()]) !== String([...asked]);
  let ids: Set<string> | undefined;
  try {
    ids = await findIds(asked.get('q') ?? '');
  } catch {
    if (isPast()) return;
    shown.textContent = 'The index could not be loaded. Search again.';
    return;
  }
  if (isPast()) return;
  const rows = [...body.rows];
  for (const row of rows) row.hidden = !isWanted(row, asked, ids);
  const count = rows.filter(({ hidden }) => !hidden).length;
  const words = inWords(controls);
  shown.textContent = words === '' ? `${rows.length} ${noun}s` : `${count} of ${rows.length} ${noun}s: ${words}`;
  clear.hidden = words === '';
  empty.hidden = count > 0;
  more.cut();
};

const restore = (): void => {
  for (const control of controls) {
    const value = inAddress(control.name);
    control.value = value;
    // A select that lacks the value selects nothing, not even “All”.
    if (control.value !== value) control.value = '';
  }
  order.value = inAddress('sort') || sorting.usual;
  sorting.sort(inAddress('sort'));
  more.restore();
  void apply();
};

/** Leads to the first of the results, below the bar that says what they are. */
const open = (): void => {
  heading.focus({ preventScroll: true });
  heading.scrollIntoView();
};

form.addEventListener('input', ({ target }) => {
  if (target === order) {
    sort(order.value);
    return;
  }
  // What is typed is one step, however many letters it has.
  putInAddress(read(), target instanceof HTMLSelectElement);
  more.restore();
  void apply();
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  open();
});
form.addEventListener('reset', (event) => {
  event.preventDefault();
  putInAddress(
    controls.map(({ name }) => [name, ''] as const),
    true,
  );
  restore();
});
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest('a[href^="?"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const { search } = new URL(link.getAttribute('href')!, location.href);
  if (search !== location.search) history.pushState(null, '', location.pathname + search);
  restore();
  open();
});
addEventListener('popstate', restore);
addEventListener('pageshow', restore);
keepTyped(controls);
loadAtFocus(find('[name=q]', form));
restore();

const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (arrival?.type === 'navigate' && [...read().values()].some((value) => value !== '')) open();
