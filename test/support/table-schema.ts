import type { DataPackage } from '../../src/domain/datasets/forms/data-package.ts';

/** The members of Table Schema 2.0 that we use. */
export interface TableSchema {
  readonly fields: readonly {
    readonly name: string;
    readonly type: string;
    readonly constraints?: { readonly required?: true; readonly enum?: readonly string[] };
  }[];
  readonly primaryKey: readonly string[];
  readonly foreignKeys?: readonly {
    readonly fields: readonly string[];
    readonly reference: { readonly resource: string; readonly fields: readonly string[] };
  }[];
}

/** The schema of a table that a data package lists. */
export const tableSchemaOf = ({ resources }: DataPackage, resource: string): TableSchema =>
  resources.find(({ name }) => name === resource)!['schema'] as TableSchema;

type Rows = readonly (readonly string[])[];

const isJsonList = (text: string): boolean => {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
};

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(text).toISOString().startsWith(text);

/** Whether a cell is of a type of Table Schema 2.0, in its default format. */
const isOfType: Readonly<Record<string, (text: string) => boolean>> = {
  string: () => true,
  integer: (text) => /^[+-]?\d+$/.test(text),
  number: (text) => text !== '' && Number.isFinite(Number(text)),
  boolean: (text) => text === 'true' || text === 'false',
  date: isDay,
  array: isJsonList,
};

/**
 * What Table Schema 2.0 has against the rows of a CSV text: header, types, `required`, `enum`, primary and foreign keys.
 * @param valuesOf the values in the named columns of another table, one text a row.
 */
export const tableFaults = (
  [header = [], ...rows]: Rows,
  { fields, primaryKey, foreignKeys = [] }: TableSchema,
  valuesOf: (resource: string, columns: readonly string[]) => ReadonlySet<string>,
): string[] => {
  const faults: string[] = [];
  const names = fields.map(({ name }) => name);
  const links = foreignKeys.map(({ fields: own, reference }) => ({
    own,
    known: valuesOf(reference.resource, reference.fields),
  }));
  if (JSON.stringify(header) !== JSON.stringify(names)) faults.push('the header is not the list of fields');
  const seen = new Set<string>();
  rows.forEach((row, at) => {
    const say = (fault: string) => faults.push(`row ${at + 1}: ${fault}`);
    if (row.length !== fields.length) say(`${row.length} cells`);
    fields.forEach(({ name, type, constraints }, column) => {
      const cell = row[column] ?? '';
      if (cell === '') {
        if (constraints?.required) say(`${name} is missing`);
        return;
      }
      if (!isOfType[type]!(cell)) say(`${name} is no ${type}`);
      if (constraints?.enum && !constraints.enum.includes(cell)) say(`${name} is not in the list`);
    });
    const cellsOf = (columns: readonly string[]) => columns.map((name) => row[names.indexOf(name)] ?? '');
    const key = cellsOf(primaryKey);
    if (key.includes('') || seen.has(JSON.stringify(key))) say('the primary key is not its own');
    seen.add(JSON.stringify(key));
    for (const { own, known } of links) {
      const values = cellsOf(own);
      if (!values.includes('') && !known.has(JSON.stringify(values))) say(`${own.join()} leads nowhere`);
    }
  });
  return faults;
};

/** The values in the named columns of a table, one JSON text a row. */
export const columnsOf = ([header = [], ...rows]: Rows, columns: readonly string[]): ReadonlySet<string> =>
  new Set(rows.map((row) => JSON.stringify(columns.map((name) => row[header.indexOf(name)]))));
