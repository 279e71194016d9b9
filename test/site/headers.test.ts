import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { datasets } from '../../src/dataset-files/registry.ts';
import { addressOf, hasAddress } from '../../src/server/addresses.ts';
import { filesBelow } from '../../src/server/files-below.ts';
import { headersFile } from '../../src/server/headers-file.ts';
import { call } from '../support/call.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const folder = join(import.meta.dirname, '../../dist/client');

/** Fields that depend on the bytes, the connection or the request; a CDN sets its own. */
const ownFields = new Set([
  ...['content-length', 'content-encoding', 'vary', 'etag', 'repr-digest', 'date', 'connection', 'keep-alive'],
  ...['x-request-id', 'transfer-encoding'],
]);

interface Rule {
  readonly matches: RegExp;
  readonly takenBack: readonly string[];
  readonly fields: readonly (readonly [string, string])[];
}

/** The blocks of a `_headers` file, read as Cloudflare reads them. */
const readRules = (table: string): Rule[] =>
  table
    .trim()
    .split('\n\n')
    .map((block) => {
      const [pattern, ...lines] = block.split('\n');
      const escaped = pattern!.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
      const source = escaped.replaceAll('*', '(?<splat>.*)').replaceAll(/:([a-z]\w*)/gi, '(?<$1>[^/]+)');
      const isTakenBack = (line: string): boolean => line.startsWith('  ! ');
      return {
        matches: new RegExp(`^${source}$`),
        takenBack: lines.filter(isTakenBack).map((line) => line.slice('  ! '.length).toLowerCase()),
        fields: lines
          .filter((line) => !isTakenBack(line))
          .map((line) => {
            const [, name, value] = /^ {2}([\w-]+): (.*)$/.exec(line)!;
            return [name!.toLowerCase(), value!] as const;
          }),
      };
    });

/**
 * What a CDN sends for an address: the fields of every block that matches, in order, joined where two give the same,
 * without those that a later block takes back.
 */
const fieldsFor = (rules: readonly Rule[], address: string): Record<string, string> => {
  const fields: Record<string, string> = {};
  for (const { matches, takenBack, fields: own } of rules) {
    const found = matches.exec(address);
    if (!found) continue;
    for (const name of takenBack) Reflect.deleteProperty(fields, name);
    for (const [name, value] of own) {
      let filled = value;
      for (const [key, part] of Object.entries(found.groups ?? {})) filled = filled.replaceAll(`:${key}`, part);
      fields[name] = fields[name] === undefined ? filled : `${fields[name]}, ${filled}`;
    }
  }
  return fields;
};

const builtAddresses = async (): Promise<string[]> => filesBelow(folder).filter(hasAddress).map(addressOf);

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server.stop();
});

test('a CDN that reads the header table sends the fields that the server sends, for every built file', async () => {
  const rules = readRules(await readFile(join(folder, '_headers'), 'utf8'));
  const addresses = (await builtAddresses()).filter((address) => address !== '/404');
  const ofCdn = addresses.map((address) => [address, fieldsFor(rules, address)]);
  const ofServer = await Promise.all(
    addresses.map(async (address) => {
      const { headers } = await call(server.url + address, { method: 'HEAD' });
      return [address, Object.fromEntries([...headers].filter(([name]) => !ownFields.has(name)))];
    }),
  );
  expect(Object.fromEntries(ofCdn)).toEqual(Object.fromEntries(ofServer));
});

test('the header table keeps within the hundred blocks that a CDN takes', async () => {
  const table = await readFile(join(folder, '_headers'), 'utf8');
  expect(table.match(/^\//gm)!.length).toBeLessThanOrEqual(100);
});

test('a publication, a receipt and a record add no block', async () => {
  const addresses = await builtAddresses();
  const hash = 'b'.repeat(64);
  const added = datasets.flatMap(({ id }) => [
    `/data/${id}/${hash}.json`,
    `/data/${id}/records/new.json`,
    `/data/${id}/changes/2027-01-01.json`,
  ]);
  const receipt = ['', '.canonical'].map((what) => `/data/decision-receipts/${hash}${what}.json`);
  const grown = headersFile([...addresses, ...added, ...receipt], 'http://localhost:4321');
  expect(grown).toBe(headersFile(addresses, 'http://localhost:4321'));
});

test('one file with fields of its own takes back those of its folder', () => {
  const rules = readRules(
    headersFile(
      ['/schemas/a.json', '/schemas/b.json', '/data/x/a.json', '/data/x/b.json', '/data/x/feed.json'],
      'http://x',
    ),
  );
  expect(rules).toHaveLength(4);
  expect(fieldsFor(rules, '/data/x/feed.json')['content-type']).toBe('application/feed+json; charset=utf-8');
  expect(fieldsFor(rules, '/data/x/a.json')['content-type']).toBe('application/json; charset=utf-8');
  expect(fieldsFor(rules, '/schemas/other.json')['content-type']).toBe('application/schema+json; charset=utf-8');
});

test('the same files of several folders are one block, and a folder that differs keeps its own', () => {
  const [map, memory] = datasets.map(({ id }) => id);
  const feeds = [map, memory, 'others'].map((id) => `/data/${id}/feed.json`);
  const rules = readRules(headersFile([...feeds, '/robots.txt'], 'http://x'));
  expect(rules).toHaveLength(4);
  for (const id of [map, memory]) {
    expect(fieldsFor(rules, `/data/${id}/feed.json`)['link']).toContain(`</static/${id}.json>; rel="alternate"`);
  }
  expect(fieldsFor(rules, '/data/others/feed.json')).not.toHaveProperty('link');
});
