import { type Citation, findCited } from './citation.ts';
import { columnsBelow, type SchemaNode } from './columns.ts';
import type { DatasetRecord } from './record.ts';
import { column, rowsOfMember, type SideTable, type TableMember } from './side-table.ts';

/**
 * The side table of the citations that the entries of a member hold: a row for each, with the place of its source among
 * the sources of the record, because the address of a citation ends with the place in the source and joins to none.
 */
export const citationTable = (
  dataset: string,
  schema: SchemaNode,
  of: SideTable,
  { member, each, citations }: TableMember & Required<Pick<TableMember, 'citations'>>,
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
      { columns: [record!.name, 'source'], dataset, table: 'sources', fields: [record!.name, 'position'] },
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
