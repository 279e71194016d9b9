import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadDocuments } from '../../src/dataset-files/load.ts';
import { datasets } from '../../src/dataset-files/registry.ts';
import { findChainName } from '../../src/domain/chains/known-chains.ts';
import type { DatasetRecord } from '../../src/domain/datasets/record/record.ts';
import { openSearch } from '../../src/domain/datasets/search/find-records.ts';
import { SEARCH_INDEX, type SearchIndex } from '../../src/domain/datasets/search/search-index.ts';

const built = join(import.meta.dirname, '../../dist/client');
const index = JSON.parse(await readFile(join(built, SEARCH_INDEX), 'utf8')) as SearchIndex;
const find = openSearch(index);
const records = datasets.flatMap(({ id: dataset }) =>
  loadDocuments()[dataset].entries.map((record: DatasetRecord) => ({ dataset, record })),
);

test('the index has every record, and finds each by its id before all others', () => {
  expect(index.entries.map(({ dataset, id }) => `${dataset}/${id}`)).toEqual(
    records.map(({ dataset, record }) => `${dataset}/${record.id}`),
  );
  for (const { dataset, record } of records) expect(find({ query: record.id, dataset })[0]!.id).toBe(record.id);
});

test('a record is found by its doubts, its mechanisms, its checks and its addresses', () => {
  const ids = (query: string) => find({ query }).map(({ id }) => id);
  for (const { record } of records) {
    for (const doubt of record.doubts.slice(0, 1)) expect(ids(doubt)).toContain(record.id);
  }
  for (const { id, layers, contracts = [] } of loadDocuments()['agent-accountability-map'].entries) {
    for (const { mechanism } of Object.values(layers))
      if (mechanism !== undefined) expect(ids(mechanism)).toContain(id);
    for (const { caip10 } of contracts) if (caip10 !== undefined) expect(ids(caip10)).toContain(id);
  }
  for (const { id, identity, verifiable } of loadDocuments()['verified-agent-observatory'].entries) {
    for (const { method, asset_id, account } of identity) {
      for (const text of [method, asset_id, account])
        if (text !== undefined && !text.endsWith('…')) expect(ids(text)).toContain(id);
    }
    for (const { check } of verifiable) expect(ids(check)).toContain(id);
  }
});

test('every chain of a record has a name, by which the record is found', () => {
  for (const { id, chains = [] } of index.entries) {
    for (const chain of chains) {
      const name = findChainName(chain);
      expect(name, `${chain} of ${id} has no name in src/domain/chains/known-chains.ts`).toBeDefined();
      expect(find({ query: name! }).map((entry) => entry.id)).toContain(id);
      expect(find({ query: chain }).map((entry) => entry.id)).toContain(id);
    }
  }
});
