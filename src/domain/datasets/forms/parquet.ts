import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { z } from 'zod';
import { type ColumnType, type RecordColumn, valueIn } from '../record/columns.ts';
import { describedByPackage, type WholeForm } from './form.ts';
import { rowGroups } from './row-groups.ts';

/** The number of rows that are encoded together. */
const ROWS_A_GROUP = 10_000;

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
 * rows give equal bytes. In pieces that end with a group of rows.
 */
export function* parquetPieces(columns: readonly RecordColumn[], rows: Iterable<object>): Generator<Uint8Array> {
  const writer = new ByteWriter();
  const schema: SchemaElement[] = [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, type, required }): SchemaElement => ({
      name,
      repetition_type: required ? 'REQUIRED' : 'OPTIONAL',
      ...elements[type],
    })),
  ];
  const file = new ParquetWriter({ writer, schema });
  const takeBytes = (): Uint8Array => {
    const bytes = writer.getBytes().slice();
    writer.index = 0;
    return bytes;
  };
  for (const group of rowGroups(rows, ROWS_A_GROUP)) {
    const columnData = columns.map((column) => ({
      name: column.name,
      // Made when its turn comes: the cells of all columns would be old before they are let go.
      get data() {
        return group.map((row) => cellOf(valueIn(row, column), column.type));
      },
    }));
    void file.write({ columnData, rowGroupSize: ROWS_A_GROUP });
    yield takeBytes();
  }
  void file.finish();
  yield takeBytes();
}

export const parquetForm: WholeForm = {
  format: 'parquet',
  path: '/data/{dataset}.parquet',
  mediaType: 'application/vnd.apache.parquet',
  isBinary: true,
  label: 'Parquet, one record per row',
  holds: 'entries',
  listing: ({ title }) => ({
    name: 'Parquet',
    summary: `${title} as Parquet`,
    description: 'The entries as Apache Parquet, with the columns of the CSV form and their types.',
    schema: z.string(),
  }),
  links: () => [describedByPackage],
  pieces: ({ columns, document }) => parquetPieces(columns, document.entries),
};
