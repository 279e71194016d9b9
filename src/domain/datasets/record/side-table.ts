import { type z } from 'zod';
import { columnsBelow, type RecordColumn, recordSchema, type SchemaNode } from './columns.ts';
import { type DatasetRecord, linkedIds, type RecordLink } from './record.ts';
import { type Citation, findCited } from './source.ts';

/** A table beside that of the records: a row for each entry of a list, or member of a group, that a record has. */
export interface SideTable {
  /** Its name within the dataset, for instance `sources`. */
  readonly name: string;
  readonly description: string;
  /** The first is `record`, the id of the record. */
  readonly columns: readonly RecordColumn[];
  /** The columns that name a row together. */
  readonly key: readonly string[];
  /** What columns name together: a row of another table, the one of the records where none is given. */
  readonly references: readonly {
    readonly columns: readonly string[];
    readonly dataset: string;
    readonly table?: string;
    readonly fields: readonly string[];
  }[];
  /** The rows of one record, in its order. */
  readonly rowsOf: (record: DatasetRecord) => object[];
}

/** A member of a record that has a side table. */
export interface TableMember<Member extends string = string> {
  readonly name: string;
  /** A list of groups or of plain values, or a group of groups that all have the same members. */
  readonly member: Member;
  /** The column that tells the rows of one record apart: the name in the group, or `position`, the place in the list. */
  readonly each?: string;
  /** The column of the values of a list of plain values. */
  readonly value?: string;
  readonly description: string;
  /** The member of each entry that cites sources, where that is a table of its own, too. */
  readonly citations?: {
    readonly name: string;
    readonly member: string;
    readonly each: string;
    readonly description: string;
  };
}

const column = (
  name: string,
  type: RecordColumn['type'],
  description: string,
  more: Partial<RecordColumn> = {},
): RecordColumn => ({ name, path: [name], type, description, required: true, ...more });

const recordColumn = column('record', 'string', 'Id of the record.');

/** A reference to a record by its id. */
const toRecord = (name: string, dataset: string): SideTable['references'][number] => ({
  columns: [name],
  dataset,
  fields: ['id'],
});

const POSITION = 'position';

/** The entries of a member, each with its place in the list, from 1, or its name in the group. */
const rowsOfMember = (record: DatasetRecord, member: string): (readonly [string | number, unknown])[] => {
  const value = (record as unknown as Readonly<Record<string, readonly unknown[] | Record<string, unknown>>>)[member];
  return Array.isArray(value)
    ? value.map((entry: unknown, at) => [at + 1, entry] as const)
    : Object.entries(value ?? {});
};

/** The side table of a member, from the schema of the record. */
const memberTable = (
  dataset: string,
  schema: SchemaNode,
  { name, member, each = POSITION, value, description }: TableMember,
): SideTable => {
  const { items, properties = {} } = schema.properties![member]!;
  const names = Object.keys(properties);
  const eachColumn = items
    ? column(each, 'integer', 'Place in the list of the record, from 1.')
    : column(each, 'string', 'Name of the group.', { values: names });
  return {
    name,
    description,
    columns: [recordColumn, eachColumn, ...columnsBelow(items ?? properties[names[0]!]!, value ? [value] : [], true)],
    key: [recordColumn.name, each],
    references: [toRecord(recordColumn.name, dataset)],
    rowsOf: (record) =>
      rowsOfMember(record, member).map(([name, entry]) => ({
        record: record.id,
        [each]: name,
        ...(value ? { [value]: entry } : (entry as object)),
      })),
  };
};

/**
 * The side table of the citations that the entries of a member hold: a row for each, with the place of its source among
 * the sources of the record, because the address of a citation ends with the place in the source and joins to none.
 */
const citationTable = (
  dataset: string,
  schema: SchemaNode,
  of: SideTable,
  { member, each = POSITION, citations }: TableMember & Required<Pick<TableMember, 'citations'>>,
): SideTable => {
  const { items, properties = {} } = schema.properties![member]!;
  const entry = items ?? Object.values(properties)[0]!;
  const cited = citations.member;
  const [record, entryName] = of.columns.slice(0, 2);
  const order = citations.each;
  return {
    name: citations.name,
    description: citations.description,
    columns: [
      record!,
      entryName!,
      column(order, 'integer', 'Place in the list of citations, from 1.'),
      column('source', 'integer', 'The cited source: its `position` in the table `sources`.'),
      ...columnsBelow(entry.properties![cited]!.items!, [], true),
    ],
    key: [...of.key, order],
    references: [
      ...of.references,
      { columns: of.key, dataset, table: of.name, fields: of.key },
      { columns: [record!.name, 'source'], dataset, table: 'sources', fields: [record!.name, POSITION] },
    ],
    rowsOf: (whole: DatasetRecord) =>
      rowsOfMember(whole, member).flatMap(([name, one]) =>
        ((one as Record<string, readonly Citation[] | undefined>)[cited] ?? []).map((citation, at) => ({
          record: whole.id,
          [each]: name,
          [order]: at + 1,
          source: whole.sources.indexOf(findCited(citation, whole.sources)!) + 1,
          ...citation,
        })),
      ),
  };
};

/** The name of a dataset as a column. */
const columnOf = (dataset: string): string => dataset.replaceAll('-', '_');

/** The side table of the links of a dataset: a row for each id, which stands in the column of its dataset. */
const linkTable = (dataset: string, links: readonly RecordLink[]): SideTable => {
  const targets = [...new Set(links.map(({ target }) => target))];
  return {
    name: 'links',
    description: 'The records that a record names, one a row.',
    columns: [
      recordColumn,
      column('member', 'string', 'Member of the record that names the other.', {
        values: links.map(({ member }) => member),
      }),
      column(POSITION, 'integer', 'Place in that member, from 1.'),
      ...targets.map((target) =>
        column(columnOf(target), 'string', `Id of the other record, where it is in ${target}.`, { required: false }),
      ),
    ],
    key: [recordColumn.name, 'member', POSITION],
    references: [toRecord(recordColumn.name, dataset), ...targets.map((target) => toRecord(columnOf(target), target))],
    rowsOf: (record) =>
      links.flatMap(({ member, target }) =>
        linkedIds(record, member).map((id, at) => ({
          record: record.id,
          member,
          position: at + 1,
          [columnOf(target)]: id,
        })),
      ),
  };
};

/** The members of every record that have a table. */
const everyTable: readonly TableMember[] = [
  { name: 'sources', member: 'sources', description: 'The sources of the records, one a row.' },
  { name: 'doubts', member: 'doubts', value: 'doubt', description: 'What is uncertain about the records, one a row.' },
  { name: 'changes', member: 'changes', description: 'The histories of the records, one entry a row.' },
];

/** The side tables of a dataset: those of the members that have one, and that of the links, if it has any. */
export const sideTables = ({
  id,
  record,
  tables = [],
  links,
}: {
  readonly id: string;
  readonly record: z.ZodType;
  readonly tables?: readonly TableMember[] | undefined;
  readonly links: readonly RecordLink[];
}): SideTable[] => {
  const schema = recordSchema(record);
  return [
    ...[...tables, ...everyTable].flatMap((member) => {
      const { citations } = member;
      const table = memberTable(id, schema, member);
      return citations === undefined ? [table] : [table, citationTable(id, schema, table, { ...member, citations })];
    }),
    ...(links.length === 0 ? [] : [linkTable(id, links)]),
  ];
};
