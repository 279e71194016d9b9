import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { SITE } from '../support/contract.ts';

const server = { url: inject('site') };
const address = () => new URL(`${server.url}/mcp`);
const about = { name: 'test', version: '1.0.0' };

/** What both official clients can do. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>;
  listResources(): Promise<{ resources: { uri: string }[] }>;
  listResourceTemplates(): Promise<{ resourceTemplates: unknown[] }>;
  readResource(params: { uri: string }): Promise<{ contents: Record<string, unknown>[] }>;
  getServerVersion(): { name: string } | undefined;
  close(): Promise<void>;
}

describe.each<[string, () => Promise<AnyClient>]>([
  [
    'v2, newest revision',
    async () => {
      const client = new Client(about, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
      await client.connect(new StreamableHTTPClientTransport(address()));
      return client as unknown as AnyClient;
    },
  ],
  [
    'v2, as it negotiates',
    async () => {
      const client = new Client(about);
      await client.connect(new StreamableHTTPClientTransport(address()));
      return client as unknown as AnyClient;
    },
  ],
  [
    'v1, 2025 line',
    async () => {
      const client = new EarlierClient(about);
      await client.connect(new EarlierTransport(address()) as Parameters<EarlierClient['connect']>[0]);
      return client as unknown as AnyClient;
    },
  ],
])('the official client, %s', (_, open) => {
  let client: AnyClient;
  beforeAll(async () => {
    client = await open();
  });
  afterAll(() => client.close());

  test('knows who answers', () =>
    expect(client.getServerVersion()?.name).toBe('localhost/agent-accountability-service'));

  test('finds a record and reads it', async () => {
    expect((await client.listTools()).tools).toHaveLength(11);
    const found = await client.callTool({ name: 'searchRecords', arguments: { query: 'erc-8004', limit: 1 } });
    const { matches } = found['structuredContent'] as { matches: { dataset: string; id: string }[] };
    const { dataset, id } = matches[0]!;
    const read = await client.callTool({ name: 'readRecord', arguments: { dataset, id } });
    expect(read['structuredContent']).toMatchObject({ dataset, record: { id } });
    const run = await client.callTool({ name: 'previewRun', arguments: {} });
    expect(run['structuredContent']).toHaveProperty('runner_receipt_hash');
  });

  test('sees a refusal as a result', async () => {
    const refused = await client.callTool({ name: 'getAnchor', arguments: { receipt_hash_sha256: 'f'.repeat(64) } });
    expect(refused['isError']).toBe(true);
  });

  test('reads resources', async () => {
    expect((await client.listResources()).resources.length).toBeGreaterThan(0);
    expect((await client.listResourceTemplates()).resourceTemplates.length).toBeGreaterThan(0);
    const { contents } = await client.readResource({ uri: `${SITE}/static/status.json` });
    expect(JSON.parse(contents[0]!['text'] as string)).toMatchObject({ schema: 'service.status.v1' });
    await expect(client.readResource({ uri: `${SITE}/nothing` })).rejects.toThrow('no such resource');
  });
});
