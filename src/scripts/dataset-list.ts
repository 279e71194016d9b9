import { comparing } from '../domain/vocabulary/words.ts';
import { keepText } from './kept-text.ts';
import { loadAtFocus, loadSearch, searchWaits } from './load-search.ts';
import { find, findAll, problemIn } from './page-elements.ts';

/** Rows that the page shows at first, and more with each step; paper has all. */
const STEP = findAll('[data-row]:not([data-later])').length;

/** What is asked for, by the names of the controls; empty texts ask for nothing. */
type Asked = ReadonlyMap<string, string>;

const form = find<HTMLFormElement>('form[data-filter]');
const table = find<HTMLTableElement>('table[data-order]');
const heading = find('#records-heading');
const shown = find<HTMLOutputElement>('[data-shown]', form);
const showWrong = problemIn(find('[data-wrong]'));
const taking = find('[data-take]');
const more = find<HTMLButtonElement>('[data-more]');
const order = find<HTMLSelectElement>('select[name=sort]', form);
const controls = findAll<HTMLInputElement | HTMLSelectElement>('[name]:not([name=sort])', form);
const heads = findAll<HTMLTableCellElement>('th[data-sort]', table);
const body = table.tBodies[0]!;
const rows = [...body.rows];
/** The order of the page, as the address has orders: `name`, or `-date` for a descending one. */
const usual = table.dataset['order']!;

const read = (): Asked => new Map(controls.map(({ name, value }) => [name, value.trim()]));

/** Puts what is asked for into the address: as a step to which one can go back, or in place. */
const putInAddress = (isStep: boolean): void => {
  const asked = new URLSearchParams([...read()].filter(([, value]) => value !== ''));
  if (order.value !== usual) asked.set('sort', order.value);
  const address = asked.size > 0 ? `?${asked.toString()}` : location.pathname;
  if (isStep) history.pushState(null, '', address);
  else history.replaceState(history.state, '', address);
};

let current = usual;
const nameOf = (chosen: string): string => chosen.replace(/^-/, '');
/** Puts the rows into an order. */
const sort = (chosen: string): void => {
  const isSame = current === chosen;
  current = chosen;
  const down = chosen.startsWith('-');
  const head = heads.find(({ dataset }) => dataset['sort'] === nameOf(chosen))!;
  for (const one of heads) one.ariaSort = one !== head ? null : down ? 'descending' : 'ascending';
  // Rows are moved only when they have to: a long table is laid out anew each time.
  if (isSame) return;
  const keyed = rows.map((row) => {
    const { dataset, textContent } = row.cells[head.cellIndex]!;
    return { row, value: dataset['value'] ?? textContent.trim() };
  });
  body.append(...keyed.toSorted(comparing(({ value }) => value, down)).map(({ row }) => row));
};

/** The values of a row for a filter: `data-<name>` holds them, separated by spaces. */
const valuesOf = (row: HTMLElement, name: string): string[] => (row.dataset[name] ?? '').split(' ');

/** The filters of the cells of a row, which `data-cell` holds with their words. */
const cellFilters = form.dataset['together']?.split(' ') ?? [];

/** Whether a row is among those asked for, words apart. */
const isWanted = (row: HTMLElement, asked: Asked): boolean => {
  const filters = [...asked].filter(([name, value]) => name !== 'q' && value !== '');
  // What is asked of cells together is that of one; a layer alone is one that is covered.
  const ofCells = filters.filter(([name]) => cellFilters.includes(name));
  const together = ofCells.length > 1 ? ofCells : [];
  return (
    valuesOf(row, 'cell').some((cell) => together.every(([, value]) => cell.split(':').includes(value))) &&
    filters.every((filter) => together.includes(filter) || valuesOf(row, filter[0]).includes(filter[1]))
  );
};

/** The ids of the records that have the words; undefined where none are asked for. */
const findIds = async (query: string): Promise<Set<string> | undefined> => {
  if (query === '') return undefined;
  if (searchWaits()) shown.textContent = 'Searching …';
  const found = (await loadSearch())({ query, dataset: form.dataset['filter'], whole: true });
  return new Set(found.map(({ entry }) => entry.id!));
};

/** A filter that is set, in words: `layer Dispute`, or the words that are searched for. */
const inWords = (control: HTMLInputElement | HTMLSelectElement): string => {
  if (control instanceof HTMLInputElement) return `“${control.value.trim()}”`;
  const option = control.selectedOptions[0]!;
  return `${control.labels[0]!.textContent.trim().toLowerCase()} ${option.dataset['label'] ?? option.text}`;
};

/** A button for each filter that is set, which takes it away. */
const showChips = (): void =>
  find('[data-chips]', form).replaceChildren(
    ...controls
      .filter(({ value }) => value.trim() !== '')
      .map((control) => {
        const chip = document.createElement('button');
        chip.type = 'button';
        chip.className = 'chip';
        chip.textContent = inWords(control);
        chip.ariaLabel = `Remove the filter ${chip.textContent}`;
        chip.addEventListener('click', () => {
          control.value = '';
          choose();
          control.focus({ preventScroll: true });
        });
        return chip;
      }),
  );

/** Whether the pictures show fewer records than there are. */
let areDrawn = false;

/** Draws the totals and the pictures anew, of the records that the list shows. */
const draw = (wanted: readonly HTMLElement[]): void => {
  const isFiltered = wanted.length < rows.length;
  if (!isFiltered && !areDrawn) return;
  areDrawn = isFiltered;
  const present = wanted.filter((row) => !row.classList.contains('gone'));
  const ids = new Set(present.map((row) => row.dataset['id']!));
  for (const total of findAll('[data-count]')) {
    const asked = new Map(new URLSearchParams(total.dataset['count']));
    total.textContent = String(present.filter((row) => isWanted(row, asked)).length);
  }
  // What is said and taken of a whole picture is marked as that while the list shows less.
  for (const words of findAll('[data-whole]')) words.hidden = !isFiltered;
  for (const figure of findAll('figure.chart'))
    find('[data-copy]', figure).dataset['copy'] = `${location.href.split('#')[0]!}#${figure.id}`;
  for (const row of findAll('.dots li:not(.axis)')) {
    for (const dot of findAll('i', row)) dot.hidden = !ids.has(dot.dataset['of']!);
    const dots = findAll('i:not([hidden])', row).map(({ dataset }) => dataset['of']);
    find('[data-total]', row).textContent = String(new Set(dots).size);
    for (const mark of findAll<HTMLAnchorElement>('.cells a', row)) {
      const { length: count } = findAll('i:not([hidden])', mark);
      mark.inert = count === 0;
      mark.title = mark.title.replace(/\d+$/, String(count));
    }
  }
};

/** The ids of the records that the list shows. */
let listed: ReadonlySet<string> = new Set();

/** The files that can be taken away: those records out of the file of all. A line break within quotes belongs to a row. */
const forms: Readonly<Record<string, (text: string) => string>> = {
  csv: (text) => {
    const [head = '', ...others] = text.match(/(?:[^"\n]|"(?:[^"]|"")*")+\n?/g) ?? [];
    return head + others.filter((row) => listed.has(row.slice(0, row.indexOf(',')))).join('');
  },
  json: (text) => {
    const { title, version, license, entries } = JSON.parse(text) as Readonly<Record<string, unknown>> & {
      entries: readonly { id: string }[];
    };
    const taken = entries.filter(({ id }) => listed.has(id));
    return `${JSON.stringify({ title, version, license, list: location.href, count: taken.length, entries: taken }, null, 2)}\n`;
  },
};

const take = async (name: string, file: string): Promise<void> => {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([forms[name]!(await answer.text())]));
  link.download = `${form.dataset['filter']!}-${listed.size}.${name}`;
  link.click(); // The address is not revoked: the browser may read it only after the click.
};

let room = STEP;

/** Leaves the first rows of those asked for. */
const cut = (): HTMLElement[] => {
  const wanted = [...body.rows].filter((row) => !row.hidden);
  wanted.forEach((row, at) => row.toggleAttribute('data-later', at >= room));
  more.hidden = wanted.length <= room;
  return wanted;
};

const apply = async (): Promise<void> => {
  const asked = read();
  /** Whether somebody went on typing while the index was on its way. */
  const isPast = (): boolean => String([...read()]) !== String([...asked]);
  let ids: Set<string> | undefined;
  try {
    ids = await findIds(asked.get('q') ?? '');
  } catch {
    if (!isPast()) shown.textContent = 'The index could not be loaded. Search again.';
    return;
  }
  if (isPast()) return;
  for (const row of rows) row.hidden = !isWanted(row, asked) || ids?.has(row.dataset['id']!) === false;
  const wanted = cut();
  const isAll = [...asked.values()].every((value) => value === '');
  shown.textContent = `${isAll ? '' : `${wanted.length} of `}${rows.length} ${shown.dataset['noun']!}s`;
  find('[data-clear]', form).hidden = isAll;
  find('[data-empty]').hidden = wanted.length > 0;
  showChips();
  draw(wanted);
  listed = new Set(wanted.map((row) => row.dataset['id']!));
  find('[data-taken]').textContent = `Download ${isAll ? 'all' : 'these'} ${listed.size}:`;
  find('[data-copy]', taking).dataset['copy'] = location.href;
  taking.hidden = listed.size === 0;
  // Pages of records lead back to the list as it is (pages/[dataset]/[id].astro).
  keepText(location.pathname, location.search);
};

/** Shows what the address asks for, and says what of it is no filter of this list. */
const restore = (): void => {
  const asked = new URLSearchParams(location.search);
  const all = [...controls, order];
  for (const control of all) {
    const otherwise = control === order ? usual : '';
    control.value = asked.get(control.name) ?? otherwise;
    // A select that lacks the value selects nothing.
    if (control instanceof HTMLSelectElement && control.selectedIndex === -1) control.value = otherwise;
  }
  const wrong = [...asked].flatMap(([name, value]) => {
    const control = all.find((one) => one.name === name);
    if (!control) return `This list has no filter “${name}”, so it is ignored.`;
    return control.value === value ? [] : `Nothing here has “${value}” as its ${name}, so it is ignored.`;
  });
  showWrong(wrong.length === 0 ? undefined : wrong.join(' '));
  sort(order.value);
  // Going back shows as much of the list as there was.
  room = (history.state as { room?: number } | null)?.room ?? STEP;
  void apply();
};

/** Follows what was chosen, by a step to which one can go back. */
const choose = (): void => {
  putInAddress(true);
  restore();
};

/** Leads to the first of the results, below the bar that says what they are. */
const open = (): void => {
  heading.focus({ preventScroll: true });
  heading.scrollIntoView();
};

for (const head of heads) {
  const button = document.createElement('button');
  button.type = 'button';
  button.append(...head.childNodes);
  head.append(button);
  button.addEventListener('click', () => {
    // The orders of the select by this column one after the other, then that of the page.
    const ways = [...order.options].map(({ value }) => value).filter((way) => nameOf(way) === head.dataset['sort']);
    order.value = ways[ways.indexOf(order.value) + 1] ?? usual;
    choose();
  });
}
table.classList.add('sortable');

form.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLSelectElement) choose();
  else {
    // What is typed is no step: it would be one for each letter.
    putInAddress(false);
    room = STEP;
    void apply();
  }
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  open();
});
form.addEventListener('reset', (event) => {
  event.preventDefault();
  for (const control of controls) control.value = '';
  choose();
});
more.addEventListener('click', () => {
  const next = room;
  room += STEP;
  history.replaceState({ room }, '');
  cut()[next]?.querySelector<HTMLElement>('th a')?.focus();
});
for (const link of findAll<HTMLAnchorElement>('a[data-form]', taking)) {
  const words = link.textContent.trim();
  link.addEventListener('click', (event) => {
    event.preventDefault();
    take(link.dataset['form']!, link.href).then(
      () => (link.textContent = words),
      () => (link.textContent = `${words}: not loaded, try again`),
    );
  });
}
addEventListener('popstate', restore);
addEventListener('pageshow', restore);
// What was typed or chosen before this ran counts, and is not wiped.
const early = new URL(location.href);
for (const [name, value] of read()) if (value !== '') early.searchParams.set(name, value);
history.replaceState(history.state, '', early);
loadAtFocus(find('[name=q]', form));
restore();

const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (arrival?.type === 'navigate' && [...read().values()].some((value) => value !== '')) open();
