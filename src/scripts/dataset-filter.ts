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
  const texts = new Map<HTMLElement, string>();
  const textOf = (row: HTMLElement): string => {
    let text = texts.get(row);
    if (text === undefined) {
      text = `${row.textContent} ${row.dataset['words'] ?? ''}`.toLowerCase();
      texts.set(row, text);
    }
    return text;
  };
  const shown = form.querySelector<HTMLOutputElement>('[data-shown]')!;
  const clear = form.querySelector<HTMLButtonElement>('[data-clear]')!;
  const empty = document.querySelector<HTMLElement>('[data-empty]');
  const noun = shown.dataset['noun'] ?? 'row';
  const controls = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]')];

  const read = (): Map<string, string> => new Map(controls.map(({ name, value }) => [name, value.trim()]));

  const apply = (): void => {
    const asked = read();
    const words = (asked.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
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
        words.every((word) => textOf(row).includes(word));
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
    apply();
  };

  form.addEventListener('input', () => {
    apply();
    keep();
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', (event) => {
    event.preventDefault();
    for (const control of controls) control.value = '';
    apply();
    keep();
  });
  addEventListener('popstate', restore);
  addEventListener('pageshow', restore);
  form.hidden = false;
  restore();
};

const form = document.querySelector<HTMLFormElement>('form[data-filter]');
if (form) enhance(form);
