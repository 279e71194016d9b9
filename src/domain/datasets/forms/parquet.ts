import { parquetWriteBuffer, type SchemaElement } from 'hyparquet-writer';
import { type ColumnType, type RecordColumn, valueIn } from '../record/columns.ts';

const text: Partial<SchemaElement> = { type: 'BYTE_ARRAY', converted_type: 'UTF8' };

const elements: Readonly<Record<ColumnType, Partial<SchemaElement>>> = {
  string: text,
  array: text,
  date: { type: 'INT32', converted_type: 'DATE' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
};

const cellOf = (value: unknown, type: ColumnType): unknown => {
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
        data: rows.map((row) => cellOf(valueIn(row, column), column.type)),
      })),
    }),
  );
