import { stringify } from 'csv-stringify/sync';
import { type RecordColumn, valueIn } from '../domain/record-columns.ts';

const cellOf = (value: unknown): string | number | undefined => {
  if (value === undefined || typeof value === 'string' || typeof value === 'number') return value;
  return JSON.stringify(value);
};

/**
 * The records as CSV (RFC 4180): a header, CRLF, UTF-8 without a byte order mark. A list is JSON
 * text in its cell, what a record does not have is an empty cell, and a text that a spreadsheet
 * would run as a formula stands behind an apostrophe.
 */
export const csvText = (columns: readonly RecordColumn[], records: readonly object[]): string =>
  stringify(
    records.map((record) => columns.map((column) => cellOf(valueIn(record, column)))),
    {
      header: true,
      columns: columns.map(({ name }) => name),
      record_delimiter: 'windows',
      escape_formulas: true,
      quoted_match: /[\r\n]/,
    },
  );

/** The records as NDJSON: one JSON text a line. */
export const ndjsonText = (records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');
