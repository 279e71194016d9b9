import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { datasets } from '../../src/dataset-files/registry.ts';
import { listAddresses } from '../../src/server/built-files.ts';
import { headerTable } from '../../src/server/header-table.ts';
import { call } from '../support/call.ts';
import { fieldsFor, readRules } from '../support/header-table.ts';

const folder = join(import.meta.dirname, '../../dist/client');

/** Fields that depend on the bytes, the connection or the request; a CDN sets its own. */
const ownFields = new Set([
  ...['content-length', 'content-encoding', 'vary', 'etag', 'repr-digest', 'date', 'connection', 'keep-alive'],
  ...['x-request-id', 'transfer-encoding'],
]);

const builtAddresses = [...listAddresses(folder).keys()];

const AT_ONCE = 200;

const url = inject('site');

test('a CDN that reads the header table sends the fields that the server sends, for every built file', async () => {
  const rules = readRules(await readFile(join(folder, '_headers'), 'utf8'));
  const addresses = builtAddresses.filter((address) => address !== '/404');
  const ofCdn = addresses.map((address) => [address, fieldsFor(rules, address)]);
  const ofServer: (readonly [string, object])[] = [];
  // All at once would be more connections than the service keeps.
  for (let from = 0; from < addresses.length; from += AT_ONCE) {
    const asked = addresses.slice(from, from + AT_ONCE).map(async (address) => {
      const { headers } = await call(url + address, { method: 'HEAD' });
      return [address, Object.fromEntries([...headers].filter(([name]) => !ownFields.has(name)))] as const;
    });
    ofServer.push(...(await Promise.all(asked)));
  }
  expect(Object.fromEntries(ofCdn)).toEqual(Object.fromEntries(ofServer));
});

test('the header table keeps within the hundred blocks that a CDN takes', async () => {
  const table = await readFile(join(folder, '_headers'), 'utf8');
  expect(table.match(/^\//gm)!.length).toBeLessThanOrEqual(100);
});

test('a publication, a receipt and a record add no block', () => {
  const added = (digit: string, day: string) => [
    ...datasets.flatMap(({ id }) => [
      `/data/${id}/${digit.repeat(64)}.json`,
      `/data/${id}/records/new-${digit}.json`,
      `/data/${id}/changes/${day}.json`,
    ]),
    ...['', 'canonical/'].map((folder) => `/data/decision-receipts/${folder}${digit.repeat(64)}.json`),
  ];
  // A folder with one file has no block of its own yet.
  const before = [...builtAddresses, ...added('a', '2027-01-01')];
  const grown = headerTable([...before, ...added('b', '2027-01-02')], 'http://localhost:4321');
  expect(grown).toBe(headerTable(before, 'http://localhost:4321'));
});

test('one file with fields of its own takes back those of its folder', () => {
  const folderOfData = `/data/${datasets[0]!.id}`;
  const rules = readRules(
    headerTable(
      ['/schemas/a.json', '/schemas/b.json', ...['a', 'b', 'feed'].map((name) => `${folderOfData}/${name}.json`)],
      'http://x',
    ),
  );
  expect(rules).toHaveLength(4);
  expect(fieldsFor(rules, `${folderOfData}/feed.json`)['content-type']).toBe('application/feed+json; charset=utf-8');
  expect(fieldsFor(rules, `${folderOfData}/a.json`)['content-type']).toBe('application/json; charset=utf-8');
  expect(fieldsFor(rules, '/schemas/other.json')['content-type']).toBe('application/schema+json; charset=utf-8');
});

test('the same files of several folders are one block, and a folder that differs keeps its own', () => {
  const [map, memory] = datasets.map(({ id }) => id);
  const feeds = [map, memory, 'others'].map((id) => `/data/${id}.ndjson`);
  const rules = readRules(headerTable([...feeds, '/robots.txt'], 'http://x'));
  expect(rules).toHaveLength(4);
  for (const id of [map, memory]) {
    expect(fieldsFor(rules, `/data/${id}.ndjson`)['link']).toContain(
      `</schemas/service.${id}-record.v1.json>; rel="describedby"`,
    );
  }
  expect(fieldsFor(rules, '/data/others.ndjson')).not.toHaveProperty('link');
});
