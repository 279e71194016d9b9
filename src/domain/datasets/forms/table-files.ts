import { stringify } from 'csv-stringify/sync';
import { parquetWriteBuffer, type SchemaElement } from 'hyparquet-writer';
import { type ColumnType, type RecordColumn, valueIn } from '../record/columns.ts';

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

const text: Partial<SchemaElement> = { type: 'BYTE_ARRAY', converted_type: 'UTF8' };

const elements: Readonly<Record<ColumnType, Partial<SchemaElement>>> = {
  string: text,
  array: text,
  date: { type: 'INT32', converted_type: 'DATE' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
};

const parquetCell = (value: unknown, type: ColumnType): unknown => {
  if (value === undefined) return undefined;
  if (type === 'array') return JSON.stringify(value);
  if (type === 'date') return new Date(value as string);
  return type === 'integer' ? BigInt(value as number) : value;
};

/**
 * Rows as Apache Parquet: one column for each, with its type; a list is JSON text, and a missing member is null. Equal
 * rows give equal bytes.
 */
export const parquetBytes = (columns: readonly RecordColumn[], rows: readonly object[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    parquetWriteBuffer({
      schema: [
        { name: 'root', num_children: columns.length },
        ...columns.map(({ name, type, required }): SchemaElement => ({
          name,
          repetition_type: required ? 'REQUIRED' : 'OPTIONAL',
          ...elements[type],
        })),
      ],
      columnData: columns.map((column) => ({
        name: column.name,
        data: rows.map((row) => parquetCell(valueIn(row, column), column.type)),
      })),
    }),
  );
