import { describe, expect, inject, test } from 'vitest';
import { call } from '../support/call.ts';
import { SITE } from '../support/contract.ts';
import { envelope, mcp, newestHeaders, postMcpText } from '../support/mcp.ts';
import { codes, section } from '../support/specification.ts';

const demonstration = '6b7a8c7d7078425e7d8cbefc0e0ba06ac22cbff399062a52b163c2defb58fb8b';

const server = { url: inject('site') };
const ask = (method: string, params?: Record<string, unknown>) => mcp(server.url, method, params);
const listed = async <Entry>(method: string, member: string): Promise<Entry[]> =>
  (await ask(method)).result![member] as Entry[];

interface Listed {
  readonly uri: string;
  readonly mimeType: string;
}

describe('the resources', () => {
  const listAll = async (): Promise<Listed[]> => {
    const all: Listed[] = [];
    let cursor: string | undefined;
    do {
      const { result } = await ask('resources/list', cursor === undefined ? {} : { cursor });
      const { resources, nextCursor } = result as { resources: Listed[]; nextCursor?: string };
      expect(resources.length).toBeLessThanOrEqual(20);
      all.push(...resources);
      cursor = nextCursor;
    } while (cursor !== undefined);
    return all;
  };

  test('are listed in pages, each with a name of its own', async () => {
    const uris = (await listAll()).map(({ uri }) => uri);
    expect(new Set(uris).size).toBe(uris.length);
    expect(uris.length).toBeGreaterThan(20);
    for (const path of [
      '/static/status.json',
      '/static/capabilities.json',
      '/data/index.json',
      `/data/decision-receipts/${demonstration}.json`,
    ])
      expect(uris).toContain(SITE + path);
    expect(uris.filter((uri) => uri.includes('/specification#'))).toHaveLength(
      (await call(`${server.url}/specification.md`)).text.match(/^## \d/gm)!.length,
    );
  });

  test('are read, are smaller than 100 kB, and may be kept as long as the documents that they are', async () => {
    for (const { uri, mimeType } of await listAll()) {
      const { result } = await ask('resources/read', { uri });
      const [content, ...others] = result!['contents'] as { uri: string; mimeType: string; text: string }[];
      expect([content!.uri, content!.mimeType, others]).toEqual([uri, mimeType, []]);
      expect(content!.text.length).toBeLessThan(100_000);
      expect(result).toMatchObject({ ttlMs: 300_000, cacheScope: 'public' });
      if (mimeType === 'application/json') expect((await call(uri.replace(SITE, server.url))).text).toBe(content!.text);
    }
  });

  test('are records and receipts by templates', async () => {
    const templates = (await listed<{ uriTemplate: string }>('resources/templates/list', 'resourceTemplates')).map(
      ({ uriTemplate }) => uriTemplate,
    );
    expect(templates).toContain(`${SITE}/data/agent-accountability-map/records/{id}.json`);
    for (const template of templates) {
      const uri = template.replace('{id}', 'no-such-record').replace('{receipt_hash_sha256}', 'f'.repeat(64));
      expect((await ask('resources/read', { uri })).error).toMatchObject({ code: -32602, data: { uri } });
    }
    const uri = `${SITE}/data/agent-accountability-map/records/erc-8004.json`;
    expect((await ask('resources/read', { uri })).result).toHaveProperty('contents');
  });

  test.each([
    `${SITE}/static/agent-accountability-map.json`,
    `${SITE}/openapi.json`,
    `${SITE}/data/agent-accountability-map/records/../../../static/status.json`,
    `${SITE}/data/agent-accountability-map/records/a\nb.json`,
    `${SITE}/specification`,
    `${SITE}/specification#section-99`,
    `${SITE}.example.org/static/status.json`,
    '/static/status.json',
    'file:///etc/passwd',
    'no address',
    '',
  ])('%j is none', async (uri) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri, _meta: envelope } };
    const answer = await postMcpText(server.url, JSON.stringify(body), {
      ...newestHeaders('resources/read'),
      'Mcp-Name': `=?base64?${Buffer.from(uri).toString('base64')}?=`,
    });
    expect(answer.json).toMatchObject({ id: 1, error: { code: -32602 } });
  });
});

describe('the prompts', () => {
  test('are three, and each names tools that exist', async () => {
    const prompts = await listed<{ name: string; arguments: { name: string }[] }>('prompts/list', 'prompts');
    expect(prompts.map(({ name }) => name)).toEqual(codes(section('19.3')).slice(-3));
    const tools = (await listed<{ readonly name: string }>('tools/list', 'tools')).map(({ name }) => name);
    for (const { name, arguments: given } of prompts) {
      const { result } = await ask('prompts/get', { name, arguments: { [given[0]!.name]: 'what is asked' } });
      const [message] = result!['messages'] as { role: string; content: { text: string } }[];
      expect(message!.role).toBe('user');
      expect(message!.content.text).toContain('what is asked');
      const named = message!.content.text.match(/\b(search|read|get|verify|preview)[A-Z]\w+/g)!;
      expect(named.length).toBeGreaterThan(0);
      expect(named.filter((tool) => !tools.includes(tool))).toEqual([]);
    }
  });

  test.each([
    [{ name: 'unheardOf' }],
    [{ name: 'constructor' }],
    [{ name: 'checkAgent' }],
    [{ name: 'checkAgent', arguments: {} }],
    [{ name: 'checkAgent', arguments: { agent: ' ' } }],
    [{ name: 'checkAgent', arguments: { agent: 'x'.repeat(501) } }],
    [{ name: 'checkAgent', arguments: { agent: '\u{1f600}'.repeat(501) } }],
    [{ name: 'checkAgent', arguments: { toString: 'x' } }],
  ])('%j is refused', async (params) => {
    expect((await ask('prompts/get', params)).error?.code).toBe(-32602);
  });

  test('take what is asked in any script, up to 500 characters', async () => {
    const agent = '\u{1f600}'.repeat(500);
    const { result } = await ask('prompts/get', { name: 'checkAgent', arguments: { agent } });
    expect(JSON.stringify(result)).toContain(agent);
  });
});
