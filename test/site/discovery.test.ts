import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, inject, test } from 'vitest';
import { LLMS_PATH } from '../../src/domain/agent/discovery.ts';
import { ServiceInterface } from '../../src/domain/agent/interfaces.ts';
import { MCP_CARD_PATH } from '../../src/domain/agent/mcp.ts';
import { call } from '../support/call.ts';
import { SITE } from '../support/contract.ts';
import { addFormats } from '../support/formats.ts';
import { mcp } from '../support/mcp.ts';
import { section, table } from '../support/specification.ts';

const url = inject('site');

const get = (address: string, headers = {}) => call(address.replace(SITE, url), { headers });

/** Whether something answers at an address, also where it takes only POST. */
const expectThere = async (address: string): Promise<void> => {
  expect([200, 405], address).toContain((await get(address)).status);
};

/** Every address of the service in a text. */
const addressesIn = (text: string): string[] =>
  [...text.matchAll(/http:\/\/localhost:4321[^\s)"\\]*/g)].map(([all]) => all);

test('SPEC.md lists the entrances, and each is there as the type that it says', async () => {
  const entrances = table('20.1');
  expect(entrances.map(([path]) => path)).toEqual([MCP_CARD_PATH, '/mcp/server.json', LLMS_PATH]);
  for (const [path, content] of entrances) {
    const type =
      /application\/[\w+-]+/.exec(content!)?.[0] ?? (path!.endsWith('.json') ? 'application/json' : 'text/plain');
    expect((await get(SITE + path!)).headers.get('content-type')).toContain(type);
  }
});

test.each([
  '/',
  '/static/status.json',
  '/static/capabilities.json',
  '/openapi.json',
  '/.well-known/agent-card.json',
  ...table('20.1').map(([path]) => path!),
])('%s links to the description of the interface', async (path) => {
  const link = (await get(SITE + path)).headers.get('link')!;
  const relations = [...link.matchAll(/<([^>]+)>; rel="([^"]+)"/g)].map(([, target, rel]) => ({ target, rel }));
  expect(relations.map(({ rel }) => rel)).toEqual([...['service-desc', 'service-doc', 'service-meta', 'status']]);
  for (const { target } of relations) expect((await get(SITE + target!)).status, target).toBe(200);
});

describe('the MCP server card', () => {
  const read = async () => (await get(`${SITE}/mcp/server-card`)).json;

  test('follows its published schema', async () => {
    const file = join(import.meta.dirname, '../fixtures/mcp/server-card.schema.json');
    const ajv = new Ajv2020({ strict: false });
    addFormats(ajv);
    ajv.addSchema(JSON.parse(readFileSync(file, 'utf8')) as object, 'card');
    const validate = ajv.getSchema('card#/$defs/ServerCard')!;
    expect(validate(await read()), JSON.stringify(validate.errors)).toBe(true);
  });

  test('says what the running server says', async () => {
    const { name, version, title, description, remotes } = (await read()) as Record<string, string> & {
      remotes: { url: string; supportedProtocolVersions: string[] }[];
    };
    const { result } = await mcp(url, 'server/discover');
    const about = { name, version, title, description };
    expect((result!['_meta'] as Record<string, unknown>)['io.modelcontextprotocol/serverInfo']).toMatchObject(about);
    expect(remotes[0]!.url).toBe(`${SITE}/mcp`);
    expect(remotes[0]!.supportedProtocolVersions).toEqual(
      expect.arrayContaining(result!['supportedVersions'] as string[]),
    );
  });

  test('may be read by pages of any site, and is not sent again when it is known', async () => {
    const { headers } = await get(`${SITE}/mcp/server-card`);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect((await get(`${SITE}/mcp/server-card`, { 'If-None-Match': headers.get('etag') })).status).toBe(304);
  });
});

test('the entry for the MCP registry is one that it accepts', async () => {
  const entry = (await get(`${SITE}/mcp/server.json`)).json as { name: string; description: string; remotes: object[] };
  expect(entry.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(entry.description.length).toBeLessThanOrEqual(100);
  expect(entry.remotes).toEqual([{ type: 'streamable-http', url: `${SITE}/mcp` }]);
});

test('llms.txt is short, says that this is a demonstration, and its links lead somewhere', async () => {
  const { text, headers } = await get(`${SITE}/llms.txt`);
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(text.length).toBeLessThan(8_000);
  expect(text).toMatch(/^# .+\n\n> .*This is a demonstration/);
  const addresses = addressesIn(text);
  expect(addresses.length).toBeGreaterThan(10);
  for (const address of addresses) await expectThere(address.replace(/[.,:]$/, ''));
});

test('the capability map names every way to talk to the service', async () => {
  const { interfaces } = (await get(`${SITE}/static/capabilities.json`)).json as {
    interfaces: { protocol: string; url: string; description_url: string; documentation_url: string }[];
  };
  expect(interfaces.map(({ protocol }) => protocol)).toEqual(ServiceInterface.shape.protocol.options);
  for (const { url, description_url, documentation_url } of interfaces)
    for (const address of [url, description_url, documentation_url]) await expectThere(address);
  for (const { protocol, documentation_url } of interfaces.slice(1)) {
    const [, number] = /\/specification\/(\d+)$/.exec(documentation_url)!;
    expect(section(number!)).toMatch(`## ${number} ${protocol}\n`);
  }
});

test('what browsers are sent of others comes with its licence', async () => {
  const { text, headers } = await call(`${url}/licences.md`);
  expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  for (const words of ['## minisearch', 'Copyright 2022 Luca Ongaro', '## canonicalize']) expect(text).toContain(words);
  const explorer = await call(`${url}/api-reference/scalar.js`);
  expect(explorer.text).toMatch(/^\/\*!\n[^/]*Copyright[^/]*Scalar/);
});
