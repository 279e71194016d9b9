import { stringify } from 'csv-stringify/sync';
import { type RecordColumn, valueIn } from '../record/columns.ts';

const cellOf = (value: unknown): string | number | undefined => {
  if (value === undefined || typeof value === 'string' || typeof value === 'number') return value;
  return JSON.stringify(value);
};

/** What ends a line. */
export const CSV_LINE_END = '\r\n';

/**
 * Rows as CSV (RFC 4180): a header, CRLF, UTF-8 without a byte order mark. A list is JSON text in its cell, a missing
 * member is an empty cell, and a text that a spreadsheet would run as a formula has an apostrophe in front.
 */
export const csvText = (columns: readonly RecordColumn[], rows: readonly object[]): string =>
  stringify(
    rows.map((row) => columns.map((column) => cellOf(valueIn(row, column)))),
    {
      header: true,
      columns: columns.map(({ name }) => name),
      record_delimiter: CSV_LINE_END,
      escape_formulas: true,
      quoted_match: /[\r\n]/,
    },
  );
