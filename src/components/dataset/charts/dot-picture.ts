import type { DatasetId } from '../../../dataset-files/registry.ts';
import type { Column } from './periods.ts';

/** A picture in which a dot is a record: rows by columns, over time or by another measure (Dots.astro, drawing.ts). */
export interface DotPicture {
  /** Its name in addresses. */
  readonly id: string;
  /** What it shows, computed from the records. */
  readonly title: string;
  /** What is drawn, in words. */
  readonly label: string;
  /** How to read it, below it. */
  readonly note: string;
  readonly dataset: DatasetId;
  /** The names of its table's columns: of a row, a column, a thing and a mark. */
  readonly names: readonly [string, string, string, string];
  /** The fullest first. */
  readonly rows: readonly DotRow[];
  readonly columns: readonly Column[];
  /** The filter of the list that a column stands for; without one, each dot follows the one before it. */
  readonly filter?: string;
  readonly marks: readonly { readonly look: string; readonly label: string }[];
}

interface DotRow {
  readonly label: string;
  /** What the row leads to: a query of the list, or a page. */
  readonly href: string;
  readonly things: readonly {
    readonly id: string;
    /** Those of its columns; others are not drawn. */
    readonly columns: readonly string[];
    /** The class of its mark. */
    readonly look: string;
    /** What its table says about it besides. */
    readonly facts?: Readonly<Record<string, string>>;
  }[];
}

/** The rows that are drawn at most. */
const MOST_ROWS = 16;

/** What is drawn of a picture: its fullest rows, and the columns that these use. */
export const drawnOf = (picture: DotPicture): DotPicture => {
  const rows = picture.rows.slice(0, MOST_ROWS);
  const used = new Set(rows.flatMap(({ things }) => things.flatMap((thing) => thing.columns)));
  const cut = rows.length < picture.rows.length;
  return {
    ...picture,
    rows,
    columns: picture.columns.filter(({ name }) => used.has(name)),
    label: cut ? `${picture.label}, the fullest ${rows.length} of ${picture.rows.length} rows` : picture.label,
  };
};

/** The marks of values that are not `open`. */
const looks: Readonly<Record<string, string>> = {
  native: 'full',
  partial: 'half',
  extension: 'empty',
  in_effect: 'full',
  superseded: 'half',
  withdrawn_or_rejected: 'refused',
};

/** The class of the mark of a value: a level of a layer or the outcome of a decision. */
export const lookOf = (value: string): string => looks[value] ?? 'open';

/** What stands in each column of a row, and whether the row goes on from there to a later column. */
export const cellsOf = ({ columns, filter }: DotPicture, { things }: DotRow) => {
  const cells = columns.map(({ name }) => things.filter((thing) => thing.columns.includes(name)));
  const [first, last] = [cells.findIndex(({ length }) => length > 0), cells.findLastIndex(({ length }) => length > 0)];
  return cells.map((here, at) => ({ here, goesOn: filter === undefined && at >= first && at < last }));
};
