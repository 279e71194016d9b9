import { loadSearch } from './load-search.ts';

/** The values of a row for a filter: `data-<name>` holds them, separated by spaces. */
const valuesOf = (row: HTMLElement, name: string): string[] => (row.dataset[name] ?? '').split(' ');

/** Levels at which a layer counts as covered; a layer chosen without a level means any of these. */
const covered = new Set(['native', 'partial', 'extension']);

/** `data-layers` holds `layer:level` pairs; a layer and a level have to match in the same pair. */
const hasLayer = (row: HTMLElement, layer: string, level: string): boolean =>
  valuesOf(row, 'layers').some((pair) => {
    const [name, value = ''] = pair.split(':');
    return (layer === '' || name === layer) && (level === '' ? covered.has(value) : value === level);
  });

const enhance = (form: HTMLFormElement): void => {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const shown = form.querySelector<HTMLOutputElement>('[data-shown]')!;
  const clear = form.querySelector<HTMLButtonElement>('[data-clear]')!;
  const empty = document.querySelector<HTMLElement>('[data-empty]');
  const noun = shown.dataset['noun'] ?? 'row';
  const controls = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]')];

  const read = (): Map<string, string> => new Map(controls.map(({ name, value }) => [name, value.trim()]));

  /** The ids of the records that have the words; undefined where none are asked for. */
  const findIds = async (query: string): Promise<Set<string> | undefined> => {
    if (query === '') return undefined;
    const found = (await loadSearch())({ query, dataset: form.dataset['filter'] });
    return new Set(found.map(({ id }) => id));
  };

  const apply = async (): Promise<void> => {
    const asked = read();
    const query = asked.get('q') ?? '';
    let ids: Set<string> | undefined;
    try {
      ids = await findIds(query);
    } catch {
      shown.textContent = 'The index could not be loaded. Search again.';
      return;
    }
    // Somebody went on typing while the index was on its way.
    if (String([...read()]) !== String([...asked])) return;
    const layer = asked.get('layer') ?? '';
    const level = asked.get('level') ?? '';
    const combined = asked.has('layer');
    const plain = [...asked].filter(
      ([name, value]) => value !== '' && name !== 'q' && !(combined && (name === 'layer' || name === 'level')),
    );
    let count = 0;
    for (const row of rows) {
      const matches =
        plain.every(([name, value]) => valuesOf(row, name).includes(value)) &&
        (!combined || (layer === '' && level === '') || hasLayer(row, layer, level)) &&
        (ids === undefined || ids.has(row.dataset['id']!));
      row.hidden = !matches;
      if (matches) count += 1;
    }
    const filtered = [...asked.values()].some((value) => value !== '');
    shown.textContent = filtered ? `${count} of ${rows.length} ${noun}s` : `${rows.length} ${noun}s`;
    clear.hidden = !filtered;
    if (empty) empty.hidden = count > 0;
  };

  const keep = (): void => {
    const asked = new URLSearchParams(location.search);
    for (const [name, value] of read()) {
      if (value === '') asked.delete(name);
      else asked.set(name, value);
    }
    const query = asked.toString();
    history.replaceState(null, '', `${location.pathname}${query === '' ? '' : `?${query}`}${location.hash}`);
  };

  const restore = (): void => {
    const query = new URLSearchParams(location.search);
    for (const control of controls) {
      const value = query.get(control.name) ?? '';
      control.value = value;
      // A select that lacks the value selects nothing, not even “All”.
      if (control.value !== value) control.value = '';
    }
    void apply();
  };

  form.addEventListener('input', () => {
    void apply();
    keep();
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', (event) => {
    event.preventDefault();
    for (const control of controls) control.value = '';
    void apply();
    keep();
  });
  addEventListener('popstate', restore);
  addEventListener('pageshow', restore);
  form.hidden = false;
  restore();
};

const form = document.querySelector<HTMLFormElement>('form[data-filter]');
if (form) enhance(form);
