import { coveringLevels } from '../components/dataset/layers.ts';
import { inAddress, keepTyped, putInAddress } from './dataset-address.ts';
import { openMore } from './dataset-more.ts';
import { openSort } from './dataset-sort.ts';
import { loadAtFocus, loadSearch, searchWaits } from './load-search.ts';
import { find, findAll, inWords } from './page-elements.ts';

/** What is asked for, by the names of the controls; empty texts ask for nothing. */
type Asked = ReadonlyMap<string, string>;

/** The values of a row for a filter: `data-<name>` holds them, separated by spaces. */
const valuesOf = (row: HTMLElement, name: string): string[] => (row.dataset[name] ?? '').split(' ');

/** What a layer chosen without a level means. */
const covered = new Set<string>(coveringLevels);

/** Whether a layer has a level in a row: the table names its layers, and the class of each cell is the level. */
const hasLayer = (row: HTMLElement, layers: readonly string[], layer: string, level: string): boolean =>
  [...row.querySelectorAll('.cover a')].some(
    ({ className }, at) =>
      (layer === '' || layers[at] === layer) && (level === '' ? covered.has(className) : className === level),
  );

/**
 * Whether a row is among those asked for.
 * @param ids the records that have the words asked for; undefined where none are.
 */
const isWanted = (row: HTMLElement, asked: Asked, ids: ReadonlySet<string> | undefined): boolean => {
  if (ids && !ids.has(row.dataset['id']!)) return false;
  const layers = row.closest('table')!.dataset['layers']?.split(' ') ?? [];
  const [layer = '', level = ''] = [asked.get('layer'), asked.get('level')];
  const inCells = layers.length === 0 ? [] : ['layer', 'level'];
  if (inCells.length > 0 && (layer !== '' || level !== '') && !hasLayer(row, layers, layer, level)) return false;
  return [...asked].every(
    ([name, value]) => value === '' || name === 'q' || inCells.includes(name) || valuesOf(row, name).includes(value),
  );
};

/** The page compares no more systems than fit beside one another. */
const MOST = 4;

/** Lets the boxes of a list choose what the form compares, and says how many are chosen. */
const openCompare = (form: HTMLFormElement): void => {
  const boxes = findAll<HTMLInputElement>(`input[form=${form.id}]`);
  const chosen = find<HTMLOutputElement>('[data-chosen]', form);
  const button = find<HTMLButtonElement>('button', form);
  const usual = chosen.textContent;

  const apply = (): void => {
    const count = boxes.filter(({ checked }) => checked).length;
    for (const box of boxes) box.disabled = count >= MOST && !box.checked;
    chosen.textContent =
      count === 0 ? usual : `${count} of at most ${MOST} systems chosen${count === 1 ? ': choose another' : ''}.`;
    button.disabled = count < 2;
  };

  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && boxes.includes(target)) apply();
  });
  // The bfcache and the browser's own memory of forms bring boxes back as they were.
  addEventListener('pageshow', apply);
  apply();
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

const compare = document.querySelector<HTMLFormElement>('form#compare');
if (compare) openCompare(compare);
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
  const found = (await loadSearch())({ query, dataset: form.dataset['filter'] });
  return new Set(found.map(({ id }) => id));
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
