import { beforeAll, expect, test } from 'vitest';
import type { DataPackage } from '../../src/domain/datasets/forms/data-package.ts';
import { publishedData } from '../support/published-data.ts';
import { csvRows } from '../support/rows.ts';
import { columnsOf, tableFaults, type TableSchema } from '../support/table-schema.ts';

type Resource = DataPackage['resources'][number];

const data = publishedData();
let tables: Resource[];
const rowsOf = new Map<string, string[][]>();

const faultsOf = ({ name, schema }: Resource, rows = rowsOf.get(name)!): string[] =>
  tableFaults(rows, schema as TableSchema, (resource, columns) => columnsOf(rowsOf.get(resource)!, columns));

beforeAll(async () => {
  tables = data.dataPackage.resources.filter(({ schema }) => schema !== undefined);
  for (const { name, path } of tables) rowsOf.set(name, csvRows((await data.get(`/data/${path}`)).text));
});

test('every table keeps its schema: types, required columns, lists of values, primary and foreign keys', () => {
  expect(tables.length).toBeGreaterThan(0);
  for (const table of tables) expect(faultsOf(table), table.name).toEqual([]);
});

test('a cell of another type, a missing one, an unknown value, a row twice and a row of no record break it', () => {
  const layers = tables.find(({ name }) => name === 'agent-accountability-map-layers-csv')!;
  const sources = tables.find(({ name }) => name === 'agent-accountability-map-sources-csv')!;
  const spoilt = ({ name }: Resource, column: string, value: string): string[][] => {
    const [header, first, ...others] = rowsOf.get(name)!;
    return [header!, first!.map((cell, at) => (header![at] === column ? value : cell)), ...others];
  };
  expect(faultsOf(sources, spoilt(sources, 'position', 'one'))).toContain('row 1: position is no integer');
  expect(faultsOf(layers, spoilt(layers, 'level', ''))).toContain('row 1: level is missing');
  expect(faultsOf(layers, spoilt(layers, 'level', 'much'))).toContain('row 1: level is not in the list');
  expect(faultsOf(layers, spoilt(layers, 'record', 'nobody'))).toContain('row 1: record leads nowhere');
  const citations = tables.find(({ name }) => name === 'agent-accountability-map-layer_citations-csv')!;
  expect(faultsOf(citations, spoilt(citations, 'source', '99'))).toContain('row 1: record,source leads nowhere');
  expect(faultsOf(citations, spoilt(citations, 'layer', 'weather'))).toContain('row 1: record,layer leads nowhere');
  expect(faultsOf(layers, [...rowsOf.get(layers.name)!, rowsOf.get(layers.name)![1]!]).at(-1)).toMatch(/primary key/);
});
