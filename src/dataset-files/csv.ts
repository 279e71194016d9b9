import { stringify } from 'csv-stringify/sync';
import { type RecordColumn, valueIn } from '../domain/datasets/record/columns.ts';

const cellOf = (value: unknown): string | number | undefined => {
  if (value === undefined || typeof value === 'string' || typeof value === 'number') return value;
  return JSON.stringify(value);
};

/** Records that one piece of a table holds. */
const RECORDS_A_PIECE = 1_000;

const rowsText = (columns: readonly RecordColumn[], records: readonly object[], header: boolean): string =>
  stringify(
    records.map((record) => columns.map((column) => cellOf(valueIn(record, column)))),
    {
      header,
      columns: columns.map(({ name }) => name),
      record_delimiter: 'windows',
      escape_formulas: true,
      quoted_match: /[\r\n]/,
    },
  );

/**
 * The records as CSV (RFC 4180): a header, CRLF, UTF-8 without a byte order mark. A list is JSON
 * text in its cell, what a record does not have is an empty cell, and a text that a spreadsheet
 * would run as a formula stands behind an apostrophe. In pieces, whose end is the end of a row.
 */
export function* csvPieces(columns: readonly RecordColumn[], records: readonly object[]): Generator<string> {
  yield rowsText(columns, records.slice(0, RECORDS_A_PIECE), true);
  for (let at = RECORDS_A_PIECE; at < records.length; at += RECORDS_A_PIECE)
    yield rowsText(columns, records.slice(at, at + RECORDS_A_PIECE), false);
}

/** The records as NDJSON: one JSON text a line. */
export function* ndjsonPieces(records: readonly object[]): Generator<string> {
  for (const record of records) yield `${JSON.stringify(record)}\n`;
}
