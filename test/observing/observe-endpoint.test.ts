import { text } from 'node:stream/consumers';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inChecksumCase } from '../../src/domain/chains/address-rules.ts';
import type { Endpoint, IndexEntry } from '../../src/domain/datasets/observatory/endpoint.ts';
import { documentFetcher } from '../../src/observing/fetch-document.ts';
import { hostTurns } from '../../src/observing/host-turns.ts';
import { registryReaders } from '../../src/observing/registry-readers.ts';
import { FINALIZED, openEvmNode } from '../support/evm-node.ts';
import { openMcpDouble } from '../support/mcp-double.ts';
import { a2aCard } from '../support/observatory.ts';
import { fetch, lookAt, observedServer, outcomes } from '../support/observed-server.ts';
import { type OddServer, openOddServer } from '../support/odd-server.ts';

const server = observedServer();
const source = 'https://example.org/agent';
const CHAIN = 'eip155:8453';

const look = async (endpoint: Omit<Endpoint, 'source'>, with_: Parameters<typeof lookAt>[2] = {}) => {
  const endpoints = [{ ...endpoint, source }];
  const verifiable = [{ check: 'endpoint_liveness', how: 'Ask it.', endpoints }];
  return (await lookAt({ verifiable }, undefined, with_))[0];
};

describe('an endpoint of HTTP', () => {
  const ask = async (body: string, more: Partial<Endpoint> = {}) => {
    server.documents['/v1/agents'] = body;
    return outcomes(await look({ url: `${server.url}/v1/agents`, protocol: 'http', has: ['/data/0/id'], ...more }));
  };

  test('answers with the members that a source names, without one, or with no JSON', async () => {
    expect((await ask('{"data":[{"id":"7"}]}'))['speaks']).toBe('match');
    expect((await ask('{"data":[]}'))['speaks']).toBe('mismatch: schema_refused');
    expect((await ask('{"data":[{"id":null}]}'))['speaks']).toBe('mismatch: schema_refused');
    expect((await ask('<p>Sold</p>'))['speaks']).toBe('mismatch: not_json');
  });

  test('is no more than reachable where no member is named', async () => {
    server.mediaType = 'text/html';
    expect(await ask('<p>A page</p>', { has: undefined })).toEqual({
      reach: 'reachable',
      speaks: 'never_checked: nothing_to_compare',
    });
  });

  test('serves an agent card', async () => {
    expect((await ask(JSON.stringify(a2aCard), { protocol: 'a2a', has: undefined }))['speaks']).toBe('match');
    expect((await ask('{}', { protocol: 'a2a', has: undefined }))['speaks']).toBe('mismatch: schema_refused');
  });

  test('is unreachable where it is not there', async () => {
    const gone = await look({ url: `${server.url}/gone`, protocol: 'http', has: ['/data'] });
    expect(outcomes(gone)).toEqual({ reach: 'unreachable: http_status', speaks: 'unread: not_fetched' });
  });
});

describe('endpoints that ask for something', () => {
  let paid: OddServer;
  const bodies: string[] = [];
  beforeAll(async () => {
    paid = await openOddServer((request, answer) => {
      void text(request).then((body) => {
        bodies.push(body);
        answer.setHeader('content-type', 'application/json');
        const isGraphql = request.method === 'POST' && request.headers['content-type'] === 'application/json';
        if (request.url === '/paid') answer.writeHead(402).end('{"x402Version":1,"accepts":[{"payTo":"0x"}]}');
        else if (request.url === '/moved') answer.writeHead(307, { location: '/graphql' }).end();
        else if (!isGraphql) answer.writeHead(405).end();
        else if (request.headers.authorization !== 'Bearer the-key')
          answer.end('{"errors":[{"message":"auth error: missing authorization header"}]}');
        else answer.end('{"data":{"_meta":{"block":{"number":7}}}}');
      });
    });
  });
  afterAll(() => paid.close());
  const graphql = (path = '/graphql') => ({
    url: `${paid.url}${path}`,
    protocol: 'graphql' as const,
    query: '{ _meta { block { number } } }',
    has: ['/data/_meta/block/number'],
  });
  const withKey = (origin: string) =>
    documentFetcher({
      userAgent: 'Test',
      allowed: 'public_or_loopback',
      turns: hostTurns(0),
      headersOf: ({ origin: asked }) => (asked === origin ? { authorization: 'Bearer the-key' } : {}),
    });

  test('answer with their price, where a source says so', async () => {
    const price = { url: `${paid.url}/paid`, protocol: 'http' as const, status: 402, has: ['/accepts/0/payTo'] };
    expect(outcomes(await look(price))['speaks']).toBe('match');
    expect(outcomes(await look({ ...price, status: undefined }))['reach']).toBe('unreachable: http_status');
  });

  test('answer a query with the key that is kept for them, and it goes nowhere else', async () => {
    const seen = await look(graphql(), { fetch: withKey(paid.url) });
    expect(outcomes(seen)['speaks']).toBe('match');
    expect(JSON.parse(bodies.at(-1)!)).toEqual({ query: graphql().query });
    expect(JSON.stringify(seen)).not.toContain('the-key');
    expect(outcomes(await look(graphql(), { fetch: withKey('https://example.org') }))['speaks']).toBe(
      'unread: request_refused',
    );
  });

  test('are not followed to another address with a query', async () => {
    expect(outcomes(await look(graphql('/moved'), { fetch }))['reach']).toBe('unreachable: http_status');
  });
});

describe('an MCP server', () => {
  test('is initialized, lists its tools, and its session is ended', async () => {
    const mcp = await openMcpDouble();
    const seen = await look({ url: `${mcp.url}/mcp`, protocol: 'mcp' });
    expect(outcomes(seen)).toEqual({ reach: 'reachable', speaks: 'match' });
    expect(seen!.answer?.format).toMatch(/^mcp-20\d\d-\d\d-\d\d$/);
    expect(mcp.called).toEqual(['initialize', 'notifications/initialized', 'tools/list', 'DELETE']);
    expect(mcp.openSessions()).toBe(0);
    await mcp.close();
  });

  test('without tools is not asked for any', async () => {
    const mcp = await openMcpDouble(false);
    expect(outcomes(await look({ url: mcp.url, protocol: 'mcp' }))['speaks']).toBe('match');
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
        const asked = new Request('http://localhost/mcp', { method: 'POST', headers, body });
        const response = await handler.fetch(asked);
        answer.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
      });
    });
    const seen = await look({ url: `${modern.url}/mcp`, protocol: 'mcp' });
    expect(outcomes(seen)).toEqual({ reach: 'reachable', speaks: 'match' });
    expect(seen!.answer?.format).toBe('mcp-2026-07-28');
    expect(called).toEqual(['initialize', 'server/discover', 'tools/list']);
    await modern.close();
  });

  test('at an address that is not public is not asked', async () => {
    const strict = documentFetcher({ userAgent: 'Test', allowed: 'public', turns: hostTurns(0) });
    const mcp = await openMcpDouble();
    const seen = await look({ url: `${mcp.url}/mcp`, protocol: 'mcp' }, { fetch: strict });
    expect(outcomes(seen)['reach']).toBe('unreachable: address_refused');
    expect(mcp.called).toEqual([]);
    await mcp.close();
  });

  test.each([
    ['refuses', 'unread: request_refused', '{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"No key"}}'],
    ['answers another request', 'mismatch: schema_refused', '{"jsonrpc":"2.0","id":9,"result":{}}'],
    ['answers without a server', 'mismatch: schema_refused', '{"jsonrpc":"2.0","id":1,"result":{}}'],
  ])('that %s: %s', async (_, expected, body) => {
    server.documents['/mcp'] = body;
    expect(outcomes(await look({ url: `${server.url}/mcp`, protocol: 'mcp' }))['speaks']).toBe(expected);
  });
});

describe('an entry of an index', () => {
  let node: Awaited<ReturnType<typeof openEvmNode>>;
  let agentId: string;
  const owner = inChecksumCase(`0x${'c0ffee'.repeat(6)}abcd`);
  const card = 'https://example.org/agent.json';
  beforeAll(async () => {
    node = await openEvmNode(8453);
    agentId = await node.register(owner, card);
  });
  afterAll(() => node.close());

  const compare = async (shown: object, more: Partial<IndexEntry> = {}, nodeUrl: string | undefined = node.url) => {
    server.documents['/agents'] = JSON.stringify({ items: [shown] });
    const entry = {
      url: `${server.url}/agents`,
      registry: `${CHAIN}:${node.contract}`,
      agent: '/items/0/token_id',
      owner: '/items/0/owner',
      card_address: '/items/0/uri',
      source,
      ...more,
    };
    const nodes = nodeUrl === undefined ? [] : [{ url: new URL(nodeUrl), chainId: CHAIN }];
    const [seen] = await lookAt(
      { verifiable: [{ check: 'index_agreement', how: 'Compare.', entries: [entry] }] },
      registryReaders(undefined, nodes, hostTurns(0)),
    );
    return seen!.checks.find(({ check }) => check === 'agrees');
  };
  const shown = () => ({ token_id: Number(agentId), owner: owner.toLowerCase(), uri: card });

  test('agrees with its registry, at a block', async () => {
    expect(await compare(shown())).toEqual({
      check: 'agrees',
      result: 'match',
      network: CHAIN,
      block: String(Number(FINALIZED.number)),
    });
  });

  test('is a mismatch with another owner, another card, or an id that the registry does not have', async () => {
    const other = inChecksumCase(`0x${'12'.repeat(20)}`);
    expect(await compare({ ...shown(), owner: other })).toMatchObject({ result: 'mismatch', reason: 'other_owner' });
    expect(await compare({ ...shown(), uri: `${card}?` })).toMatchObject({ reason: 'other_address' });
    expect(await compare({ ...shown(), uri: `${card}?` }, { card_address: undefined })).toMatchObject({
      result: 'match',
    });
    expect(await compare({ ...shown(), token_id: '999' })).toMatchObject({ reason: 'not_registered' });
    expect(await compare({ owner })).toMatchObject({ result: 'mismatch', reason: 'schema_refused' });
  });

  test('is unread where the node does not answer, and never checked where none is named', async () => {
    expect(await compare(shown(), {}, 'http://127.0.0.1:9')).toMatchObject({
      result: 'unread',
      reason: 'node_unavailable',
    });
    expect(await compare(shown(), { registry: `eip155:1:${node.contract}` })).toMatchObject({
      result: 'never_checked',
      reason: 'no_reader',
    });
  });
});
