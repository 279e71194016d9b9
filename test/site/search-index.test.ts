import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadDocuments } from '../../src/dataset-files/load.ts';
import { datasets } from '../../src/dataset-files/registry.ts';
import { findChainName } from '../../src/domain/chains/known-chains.ts';
import type { DatasetRecord } from '../../src/domain/datasets/record/record.ts';
import {
  buildSearchIndex,
  openSearch,
  SEARCH_INDEX,
  type SearchIndex,
} from '../../src/domain/datasets/search/search.ts';

const built = join(import.meta.dirname, '../../dist/client');
const index = JSON.parse(await readFile(join(built, SEARCH_INDEX), 'utf8')) as SearchIndex;
const find = openSearch(index);
const ids = (query: string) => find({ query, kind: 'record' }).map(({ entry }) => entry.id);
const records = datasets.flatMap(({ id: dataset }) =>
  loadDocuments()[dataset].entries.map((record: DatasetRecord) => ({ dataset, record })),
);

test('the index has every record, and finds each by its id before all others', () => {
  expect(index.entries.flatMap(({ kind, dataset, id }) => (kind === 'record' ? [`${dataset}/${id}`] : []))).toEqual(
    records.map(({ dataset, record }) => `${dataset}/${record.id}`),
  );
  for (const { dataset, record } of records) expect(find({ query: record.id, dataset })[0]!.entry.id).toBe(record.id);
});

test('a record is found by its doubts, its mechanisms, its checks and its addresses', () => {
  // A search for a sentence is dear: one record in ten stands for the doubts, one layer of a system for its mechanisms.
  for (const { record } of records.filter((_, at) => at % 10 === 0))
    for (const doubt of record.doubts.slice(0, 1)) expect(ids(doubt)).toContain(record.id);
  for (const [at, { id, layers, contracts = [] }] of loadDocuments()['agent-accountability-map'].entries.entries()) {
    const mechanisms = Object.values(layers).flatMap(({ mechanism }) => mechanism ?? []);
    if (mechanisms.length > 0) expect(ids(mechanisms[at % mechanisms.length]!)).toContain(id);
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
  for (const { id, chains = [] } of loadDocuments()['agent-accountability-map'].entries) {
    for (const chain of chains) {
      const name = findChainName(chain);
      expect(name, `${chain} of ${id} has no name in src/domain/chains/known-chains.ts`).toBeDefined();
      expect(ids(name!)).toContain(id);
      expect(ids(chain)).toContain(id);
    }
  }
});

const MAP = '/agent-accountability-map/';
const DECISIONS = '/governance-decision-memory/';
const OBSERVED = '/verified-agent-observatory/';
const SECTION = '/specification/';

test.each([
  // Names, ids and addresses in any notation.
  ['erc8004', `${MAP}erc-8004`],
  ['ERC-8004', `${MAP}erc-8004`],
  ['erc 8004', `${MAP}erc-8004`],
  ['erc-8004 registry', `${MAP}erc-8004`],
  ['trustless agents', `${MAP}erc-8004`],
  ['0x8004A169FB4a3325136EB29fA0ceB6D2e539a432', `${MAP}erc-8004`],
  ['8004a169fb4a3325', `${MAP}erc-8004`],
  ['x402', `${MAP}x402`],
  ['kleros', `${MAP}kleros-v2`],
  ['genlayer', `${MAP}genlayer`],
  ['did:ccd', `${MAP}concordium-did`],
  ['registerdata', `${MAP}concordium-register-data`],
  ['mcp registry', `${OBSERVED}mcp-registry`],
  // Words of records, also with one letter wrong.
  ['smart escrow', `${MAP}xrpl-xls-100`],
  ['smart escorw', `${MAP}xrpl-xls-100`],
  ['dispute outcome', `${MAP}uma-optimistic-oracle`],
  ['verdict on chain', `${MAP}scitt-ai-agent-receipt`],
  ['governance of x402', `${DECISIONS}x402-v2-merged`],
  ['x402 foundation linux', `${DECISIONS}x402-foundation-launched`],
  ['a2a agent card signatures', `${DECISIONS}a2a-agent-card-signatures`],
  ['transaction memos', `${DECISIONS}concordium-protocol-update-2`],
  ['Who keeps a public ledger of verdicts?', `${OBSERVED}invinoveritas`],
  // Decision receipts.
  ['lamp', '/receipts/6b7a8c7d7078425e7d8cbefc0e0ba06ac22cbff399062a52b163c2defb58fb8b'],
  ['floor lamp', '/receipts/00b3be063c059d0851a4fc9442a7ed24aac55fd4a02277fc1b258a598f3933ba'],
  ['6b7a8c7d7078', '/receipts/6b7a8c7d7078425e7d8cbefc0e0ba06ac22cbff399062a52b163c2defb58fb8b'],
  // Pages.
  ['how do I verify a receipt', '/verify'],
  ['verfy', '/verify'],
  ['ask a question', '/intake'],
  ['who operates the agent', '/agent'],
  ['work order runner', '/adjudicator-work-order-runner'],
  // Operations and error codes.
  ['getAnchorManifest', '/api-reference/anchors#getAnchorManifest'],
  ['budget of anchors', '/errors#budget_exhausted'],
  ['idempotency', '/errors#idempotency_key_reused'],
  ['content type', '/errors#unsupported_media_type'],
  // Sections of the specification.
  ['rate limit', `${SECTION}2#section-2-15`],
  ['retention', `${SECTION}4#section-4-7`],
  ['canonical json', `${SECTION}3#section-3-3`],
  ['python verifier', `${SECTION}11#section-11-13`],
  ['test vectors', `${SECTION}11#section-11-11`],
  ['repeating a request', `${SECTION}4#section-4-3`],
])('%s finds %s among the first three', (query, path) => {
  expect(
    find({ query })
      .slice(0, 3)
      .map(({ entry }) => entry.path),
  ).toContain(path);
});

test.each([
  ['contact', /^contact/],
  ['refund', /^refund/],
])('%s, which texts have, finds nothing by words that only look like it', (query, meant) => {
  for (const word of find({ query }).flatMap(({ words }) => words)) expect(word).toMatch(meant);
});

test.each([
  ['intake', '/intake'],
  ['mandate', `${SECTION}11#section-11-14`],
  ['receipt', '/receipts'],
  ['a2a', `${MAP}a2a-x402`],
])('%s finds %s first', (query, path) => expect(find({ query })[0]!.entry.path).toBe(path));

test('a word that is longer than any is not mended, which would cost the square of its length', () => {
  const nameOf = (letters: number) => 'lengthy'.repeat(10).slice(0, letters);
  const entry = (letters: number) => ({ kind: 'page', path: `/${letters}`, name: nameOf(letters), about: '' }) as const;
  const search = openSearch(buildSearchIndex([40, 41].map((letters) => ({ entry: entry(letters), text: '' }))));
  const found = (query: string) => search({ query }).map(({ entry: { path } }) => path);
  expect([found(nameOf(41)), found(`x${nameOf(40).slice(1)}`), found(`x${nameOf(41).slice(1)}`)]).toEqual([
    ['/41'],
    ['/40'],
    [],
  ]);
});
