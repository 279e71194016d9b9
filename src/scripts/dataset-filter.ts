import { coveringLevels } from '../components/dataset/layers.ts';

/** What is asked for, by the names of the controls; empty texts ask for nothing. */
export type Asked = ReadonlyMap<string, string>;

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
export const isWanted = (row: HTMLElement, asked: Asked, ids: ReadonlySet<string> | undefined): boolean => {
  if (ids && !ids.has(row.dataset['id']!)) return false;
  const layers = row.closest('table')!.dataset['layers']?.split(' ') ?? [];
  const [layer = '', level = ''] = [asked.get('layer'), asked.get('level')];
  const inCells = layers.length === 0 ? [] : ['layer', 'level'];
  if (inCells.length > 0 && (layer !== '' || level !== '') && !hasLayer(row, layers, layer, level)) return false;
  return [...asked].every(
    ([name, value]) => value === '' || name === 'q' || inCells.includes(name) || valuesOf(row, name).includes(value),
  );
};
