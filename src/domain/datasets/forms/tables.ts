import { z } from 'zod';
import type { SideTable } from '../record/side-table.ts';
import { csvForm, csvPieces } from './csv.ts';
import { describedByPackage, type FormInput, type NamedContent, type TableForm, toDocument } from './form.ts';
import { parquetForm, parquetPieces } from './parquet.ts';
import type { Keep } from './published-file.ts';

const parameter = {
  name: 'table',
  schema: z.string(),
  description: 'The side table. The index of the data lists the tables.',
};

/** The rows of a side table, those of one record after those of the other. */
function* rowsOf({ document }: Pick<FormInput, 'document'>, table: SideTable): Generator<object> {
  for (const record of document.entries) yield* table.rowsOf(record);
}

/** The forms of a side table. To add one: an entry here. */
export const tableForms: readonly TableForm[] = [
  {
    format: csvForm.format,
    label: 'CSV',
    path: '/data/{dataset}/tables/{table}.csv',
    mediaType: csvForm.mediaType,
    mediaTypeParameter: 'header=present',
    dialect: csvForm.dialect!,
    listing: ({ title }) => ({
      name: 'TableCsv',
      summary: `${title}, a side table as CSV`,
      description:
        'A list that the records have, as a table (RFC 4180): one entry a row, joined to its record by `record`.',
      schema: z.string(),
    }),
    parameter,
    links: (dataset) => [toDocument(dataset, 'collection'), describedByPackage],
    pieces: csvPieces,
  },
  {
    format: parquetForm.format,
    label: 'Parquet',
    path: '/data/{dataset}/tables/{table}.parquet',
    mediaType: parquetForm.mediaType,
    isBinary: true,
    listing: ({ title }) => ({
      name: 'TableParquet',
      summary: `${title}, a side table as Parquet`,
      description: 'The same table as Apache Parquet.',
      schema: z.string(),
    }),
    parameter,
    links: (dataset) => [toDocument(dataset, 'collection'), describedByPackage],
    pieces: parquetPieces,
  },
];

/** The files of a form, one for each side table of the dataset. */
export const tableContents = (form: TableForm, input: FormInput, keep: Keep): NamedContent[] =>
  input.dataset.tables.map((table) => ({
    name: table.name,
    ...keep(form.pieces(table.columns, rowsOf(input, table))),
  }));
