import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { type RecordColumn, valueIn } from '../record/columns.ts';
import { describedByPackage, type WholeForm } from './form.ts';
import { rowGroups } from './row-groups.ts';

const cellOf = (value: unknown): string | number | undefined => {
  if (value === undefined || typeof value === 'string' || typeof value === 'number') return value;
  return JSON.stringify(value);
};

const dialect = { lineTerminator: '\r\n' };

/** The number of rows in one piece of a table: few enough that what it leaves behind is cleared at once. */
const ROWS_A_PIECE = 100;

const rowsText = (columns: readonly RecordColumn[], rows: readonly object[], header: boolean): string =>
  stringify(
    rows.map((row) => columns.map((column) => cellOf(valueIn(row, column)))),
    {
      header,
      columns: columns.map(({ name }) => name),
      record_delimiter: dialect.lineTerminator,
      escape_formulas: true,
      quoted_match: /[\r\n]/,
    },
  );

/**
 * Rows as CSV (RFC 4180): a header, CRLF, UTF-8 without a byte order mark. A list is JSON text in its cell, a missing
 * member is an empty cell, and a text that a spreadsheet would run as a formula has an apostrophe in front. In pieces
 * that end with a row.
 */
export function* csvPieces(columns: readonly RecordColumn[], rows: Iterable<object>): Generator<string> {
  let header = true;
  for (const group of rowGroups(rows, ROWS_A_PIECE)) {
    yield rowsText(columns, group, header);
    header = false;
  }
}

export const csvForm: WholeForm = {
  format: 'csv',
  path: '/data/{dataset}.csv',
  mediaType: 'text/csv',
  mediaTypeParameter: 'header=present',
  label: 'CSV, one record per row',
  holds: 'entries',
  dialect,
  listing: ({ title }) => ({
    name: 'Csv',
    summary: `${title} as CSV`,
    description:
      'The entries as a table (RFC 4180). Each member of a group is a column, a list is JSON text in its cell, and a text that a spreadsheet would run as a formula has an apostrophe in front.',
    schema: z.string(),
  }),
  links: () => [describedByPackage],
  pieces: ({ columns, document }) => csvPieces(columns, document.entries),
};
