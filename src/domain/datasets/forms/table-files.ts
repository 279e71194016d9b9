import { parquetWriteBuffer, type SchemaElement } from 'hyparquet-writer';
import { type ColumnType, type RecordColumn, valueIn } from '../record/columns.ts';

/** What ends a line. */
export const CSV_LINE_END = '\r\n';

/** Signs with which a spreadsheet begins a formula, those of full width included (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;

const csvCell = (value: unknown): string => {
  if (value === undefined) return '';
  const plain = typeof value === 'string' ? value.replace(FORMULA, "'$&") : JSON.stringify(value);
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

/**
 * Rows as the lines of CSV (RFC 4180): a header, CRLF, UTF-8 without a byte order mark. A list is JSON text in its cell, a missing
 * member is an empty cell, and a text that a spreadsheet would run as a formula has an apostrophe in front.
 */
export function* csvLines(columns: readonly RecordColumn[], rows: readonly object[]): Generator<string> {
  yield columns.map(({ name }) => name).join() + CSV_LINE_END;
  for (const row of rows) yield columns.map((column) => csvCell(valueIn(row, column))).join() + CSV_LINE_END;
}

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
      // Bounds by which readers skip row groups: there is one.
      statistics: false,
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
