import { text } from 'node:stream/consumers';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../src/domain/datasets/observatory/endpoint.ts';
import { documentFetcher, hostTurns } from '../../src/observing/fetch-document.ts';
import { openEvmNode, REGISTRY } from '../support/evm-node.ts';
import { openMcpDouble } from '../support/mcp-double.ts';
import { a2aCard } from '../support/observatory.ts';
import { at, findingsOf, observedServer, resultOf } from '../support/observed-server.ts';
import { openOddServer } from '../support/odd-server.ts';

const server = observedServer();
const source = 'https://example.org/agent';

const ask = async (endpoint: Omit<Endpoint, 'source'>, tools: Parameters<typeof resultOf>[2] = {}) => {
  const [result] = await resultOf('endpoint_liveness', {}, tools, { endpoints: [{ ...endpoint, source }] });
  return result;
};

describe('an endpoint of HTTP', () => {
  const answered = (body: string, more: Partial<Endpoint> = {}) => {
    server.documents['/v1/agents'] = body;
    return ask({ url: `${server.url}/v1/agents`, protocol: 'http', has: ['/data/0/id'], ...more });
  };

  test('answers with the members that a source names, without one, or with no JSON', async () => {
    expect(await answered('{"data":[{"id":"7"}]}')).toBe('pass');
    expect(await answered('{"data":[]}')).toBe('fail: schema_refused');
    expect(await answered('{"data":[{"id":null}]}')).toBe('fail: schema_refused');
    expect(await answered('<p>Sold</p>')).toBe('fail: not_json');
  });

  test('is not asked where no member is named, and has no answer where it is not there', async () => {
    expect(await answered('{}', { has: undefined })).toBeUndefined();
    expect(await ask({ url: `${server.url}/gone`, protocol: 'http', has: ['/data'] })).toBe('not_run: http_status');
  });

  test('answers with its price, where a source says so', async () => {
    const paid = await openOddServer((_, answer) => answer.writeHead(402).end('{"accepts":[{"payTo":"0x"}]}'));
    const price = { url: paid.url, protocol: 'http' as const, has: ['/accepts/0/payTo'] };
    expect(await ask({ ...price, status: 402 })).toBe('pass');
    expect(await ask(price)).toBe('not_run: http_status');
    await paid.close();
  });

  test('serves an agent card', async () => {
    expect(await answered(JSON.stringify(a2aCard), { protocol: 'a2a', has: undefined })).toBe('pass');
    expect(await answered('{}', { protocol: 'a2a', has: undefined })).toBe('fail: schema_refused');
  });
});

describe('an MCP server', () => {
  test('is initialized, lists its tools, and its session is ended', async () => {
    const mcp = await openMcpDouble();
    expect(await ask({ url: `${mcp.url}/mcp`, protocol: 'mcp' })).toBe('pass');
    expect(mcp.called.slice(-4)).toEqual(['initialize', 'notifications/initialized', 'tools/list', 'DELETE']);
    expect(mcp.openSessions()).toBe(0);
    await mcp.close();
  });

  test('without tools is not asked for any', async () => {
    const mcp = await openMcpDouble(false);
    expect(await ask({ url: mcp.url, protocol: 'mcp' })).toBe('pass');
    expect(mcp.called).not.toContain('tools/list');
    await mcp.close();
  });

  test('that speaks the revision without sessions alone is discovered', async () => {
    const called: unknown[] = [];
    const handler = createMcpHandler(
      () => {
        const one = new McpServer({ name: 'double', version: '1.0.0' });
        one.registerTool('look', { description: 'Looks.' }, () => ({ content: [] }));
        return one;
      },
      { legacy: 'reject' },
    );
    const modern = await openOddServer((request, answer) => {
      void text(request).then(async (body) => {
        called.push((JSON.parse(body) as { method: string }).method);
        const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
        const response = await handler.fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }));
        answer.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
      });
    });
    expect(await ask({ url: `${modern.url}/mcp`, protocol: 'mcp' })).toBe('pass');
    expect(called).toEqual(['server/discover', 'tools/list']);
    await modern.close();
  });

  test('at an address that is not public is not asked', async () => {
    const strict = documentFetcher({ userAgent: 'Test', allowed: 'public', turns: hostTurns(0) });
    const mcp = await openMcpDouble();
    expect(await ask({ url: `${mcp.url}/mcp`, protocol: 'mcp' }, { fetch: strict })).toBe('not_run: address_refused');
    expect(mcp.called).toEqual([]);
    await mcp.close();
  });

  test.each<[string, string, number, (id: unknown) => object]>([
    [
      'refuses',
      'not_run: request_refused',
      200,
      (id) => ({ jsonrpc: '2.0', id, error: { code: -32001, message: 'No' } }),
    ],
    ['wants a key', 'not_run: http_status', 401, () => ({})],
    ['answers without a server', 'fail: schema_refused', 200, (id) => ({ jsonrpc: '2.0', id, result: {} })],
  ])('that %s: %s', async (_name, expected, status, answerTo) => {
    const odd = await openOddServer((request, answer) => {
      void text(request).then((body) => {
        const { id } = JSON.parse(body) as { id: unknown };
        answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answerTo(id)));
      });
    });
    expect(await ask({ url: `${odd.url}/mcp`, protocol: 'mcp' })).toBe(expected);
    await odd.close();
  });
});

describe('endpoints that a document of the subject names', () => {
  let mcp: Awaited<ReturnType<typeof openMcpDouble>>;
  beforeAll(async () => {
    mcp = await openMcpDouble();
  });
  afterAll(() => mcp.close());

  const verifiable = [{ check: 'endpoint_liveness', how: 'Complete the handshake.' }];
  const file = (...services: [string, string][]) =>
    JSON.stringify({ services: services.map(([name, endpoint]) => ({ name, endpoint })) });
  const card = () => ({ url: `${server.url}/file.json`, format: 'erc-8004-registration' as const });
  const found = (members: Parameters<typeof findingsOf>[0], tools: Parameters<typeof findingsOf>[1] = {}) =>
    findingsOf({ verifiable, ...members }, tools);

  test('are asked in their protocol, and answer for the file that names them', async () => {
    server.documents['/card'] = JSON.stringify(a2aCard);
    server.documents['/file.json'] = file(
      ['MCP', `${mcp.url}/mcp`],
      ['A2A', `${server.url}/card`],
      ['web', `${server.url}/page`],
      ['MCP', 'ipfs://bafy'],
    );
    const address = `${server.url}/file.json`;
    expect(await found({ agent_card: card() })).toEqual([{ check: 'endpoint_liveness', result: 'pass', address }]);
    expect(server.asked.slice(-2)).toEqual(['/file.json', '/card']);
  });

  test('are found through the registry, where the record names no card', async () => {
    const node = await openEvmNode(8453);
    const agentId = node.register(`0x${'c0ffee'.repeat(6)}abcd`, `${server.url}/file.json`);
    server.documents['/file.json'] = file(['MCP', `${mcp.url}/mcp`]);
    const entry = { chain_id: node.chain, registry: `${node.chain}:${REGISTRY}`, agent_ref: agentId };
    const findings = await found({ identity: [{ method: 'erc-8004', ...entry }] }, at(node));
    expect(findings).toMatchObject([{ result: 'pass', address: `${node.chain}:${REGISTRY}/${agentId}` }]);
    await node.close();
  });

  test('are four at most, and none of them an address that is no web address', async () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((name): [string, string] => ['A2A', `${server.url}/${name}`]);
    server.documents['/file.json'] = file(['A2A', 'odd'], ...many);
    const before = server.asked.length;
    await found({ agent_card: card() });
    expect(server.asked.slice(before)).toEqual(['/file.json', '/a', '/b', '/c', '/d']);
  });

  test('are the servers over Streamable HTTP of an entry in the MCP registry', async () => {
    const name = 'io.github.example/server';
    const remotes = [
      { type: 'sse', url: `${server.url}/sse` },
      { type: 'streamable-http', url: `${mcp.url}/mcp` },
    ];
    server.documents[`/v0.1/servers/${encodeURIComponent(name)}/versions/latest`] = JSON.stringify({
      server: { name, version: '1.0.0', remotes },
    });
    const identity = [{ method: 'mcp-registry-name' as const, value: name }];
    const findings = await found({ identity }, { mcpRegistry: server.url });
    expect(findings).toEqual([{ check: 'endpoint_liveness', result: 'pass', address: name }]);
  });
});
