import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { type RecordColumn, valueIn } from '../record/columns.ts';
import { describedByPackage, type WholeForm } from './form.ts';

const cellOf = (value: unknown): string | number | undefined => {
  if (value === undefined || typeof value === 'string' || typeof value === 'number') return value;
  return JSON.stringify(value);
};

const dialect = { lineTerminator: '\r\n' };

/** The number of records in one piece of a table. */
const RECORDS_A_PIECE = 1_000;

const rowsText = (columns: readonly RecordColumn[], records: readonly object[], header: boolean): string =>
  stringify(
    records.map((record) => columns.map((column) => cellOf(valueIn(record, column)))),
    {
      header,
      columns: columns.map(({ name }) => name),
      record_delimiter: dialect.lineTerminator,
      escape_formulas: true,
      quoted_match: /[\r\n]/,
    },
  );

/**
 * The records as CSV (RFC 4180): a header, CRLF, UTF-8 without a byte order mark. A list is JSON
 * text in its cell, a missing member is an empty cell, and a text that a spreadsheet would run as a
 * formula has an apostrophe in front. In pieces that end with a row.
 */
export function* csvPieces(columns: readonly RecordColumn[], records: readonly object[]): Generator<string> {
  yield rowsText(columns, records.slice(0, RECORDS_A_PIECE), true);
  for (let at = RECORDS_A_PIECE; at < records.length; at += RECORDS_A_PIECE)
    yield rowsText(columns, records.slice(at, at + RECORDS_A_PIECE), false);
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
