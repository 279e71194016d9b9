/** What is asked for, by the names of the controls; empty texts ask for nothing. */
export type Asked = ReadonlyMap<string, string>;

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

/**
 * Whether a row is among those asked for.
 * @param ids the records that have the words asked for; undefined where none are.
 */
export const isWanted = (row: HTMLElement, asked: Asked, ids: ReadonlySet<string> | undefined): boolean => {
  const { id, layers } = row.dataset;
  if (ids && !ids.has(id!)) return false;
  const [layer = '', level = ''] = [asked.get('layer'), asked.get('level')];
  const inPairs = layers === undefined ? [] : ['layer', 'level'];
  if (inPairs.length > 0 && (layer !== '' || level !== '') && !hasLayer(row, layer, level)) return false;
  return [...asked].every(
    ([name, value]) => value === '' || name === 'q' || inPairs.includes(name) || valuesOf(row, name).includes(value),
  );
};

/** The filters that are set, in words: `chain Base, layer Identity`. */
export const inWords = (controls: readonly (HTMLInputElement | HTMLSelectElement)[]): string =>
  controls
    .filter(({ value }) => value.trim() !== '')
    .map((control) => {
      if (control instanceof HTMLInputElement) return `“${control.value.trim()}”`;
      const [option] = control.selectedOptions;
      return `${control.labels[0]!.textContent.toLowerCase()} ${option!.dataset['label'] ?? option!.text}`;
    })
    .join(', ');
