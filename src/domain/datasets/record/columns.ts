import { z } from 'zod';

/** Type of the cells of a column, in the words of Table Schema. A list is JSON text in one cell. */
export type ColumnType = 'string' | 'integer' | 'number' | 'boolean' | 'date' | 'array';

/** One column of the CSV form of a dataset. */
export interface RecordColumn {
  /** The member, for instance `layers.identity.level`. */
  readonly name: string;
  readonly path: readonly string[];
  readonly type: ColumnType;
  readonly description?: string;
  /** Whether every record has it. */
  readonly required: boolean;
  /** The allowed values, if they are a closed list. */
  readonly values?: readonly string[];
}

export interface SchemaNode {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: SchemaNode;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
}

const typeOf = ({ type, format }: SchemaNode): ColumnType => {
  if (type === 'string') return format === 'date' ? 'date' : 'string';
  if (type === 'integer' || type === 'number' || type === 'boolean' || type === 'array') return type;
  throw new Error(`a member of type ${String(type)} has no column`);
};

/** The columns of a member and of all below it. */
export const columnsBelow = (node: SchemaNode, path: readonly string[], required: boolean): RecordColumn[] =>
  node.properties
    ? Object.entries(node.properties).flatMap(([name, member]) =>
        columnsBelow(member, [...path, name], required && (node.required?.includes(name) ?? false)),
      )
    : [
        {
          name: path.join('.'),
          path,
          type: typeOf(node),
          ...(node.description === undefined ? {} : { description: node.description }),
          required,
          ...(node.enum ? { values: node.enum } : {}),
        },
      ];

/** The JSON Schema of a record without references: zod writes a schema with an identifier as a reference. */
export const recordSchema = (record: z.ZodType): SchemaNode => {
  const schema = z.toJSONSchema(record, { io: 'input' });
  return Object.values(schema.$defs ?? { schema })[0] as SchemaNode;
};

/**
 * The columns of a record, from its schema alone: a group of members becomes a column for each
 * member, with dots in the name; a list becomes one column. The columns do not depend on the records.
 * @throws Error when a member is neither text, number, truth value, list nor group.
 */
export const recordColumns = (record: z.ZodType): RecordColumn[] => columnsBelow(recordSchema(record), [], true);

/** The value of a record in a column, or undefined. */
export const valueIn = (record: unknown, { path }: Pick<RecordColumn, 'path'>): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], record);
