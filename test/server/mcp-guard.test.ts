import { describe, expect, onTestFinished, test } from 'vitest';
import { call } from '../support/call.ts';
import { hostService, serviceHere } from '../support/hosted-service.ts';
import { callTool, envelope, type McpAnswer, newestHeaders, postMcpText, postMcpTo } from '../support/mcp.ts';
import { expectProblem } from '../support/problem.ts';
import { rawAnswer } from '../support/raw-answer.ts';
import { newStore } from '../support/server.ts';
import { storedIds } from '../support/stored-requests.ts';

const store = await newStore();
const server = await serviceHere({ DATABASE_URL: store });

const message = (more: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', ...more });
const modern = (more: { method?: string; params?: object } & Record<string, unknown> = {}) =>
  message({ ...more, params: { ...more.params, _meta: envelope } });

describe('bad input', () => {
  test('null as id is refused', async () => {
    const { json } = await postMcpText(server.url, message({ id: null }));
    expect(json).toMatchObject({ id: null, error: { code: -32600 } });
  });

  test('a notification is accepted without an answer', async () => {
    const text = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect(await postMcpText(server.url, text)).toMatchObject({ status: 202, text: '' });
    const called = JSON.stringify({
      jsonrpc: '2.0',
      method: 'tools/call',
      params: { name: 'previewRun', arguments: {} },
    });
    expect((await postMcpText(server.url, called)).text).not.toContain('runner_receipt_hash');
  });

  test('a member that would be a prototype is refused, and not left out', async () => {
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"searchRecords","arguments":{"where":{"__proto__":"x"}}}}`;
    expect((await postMcpText(server.url, call)).json).toMatchObject({ error: { code: -32700 } });
  });

  test('another content type is refused', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'])
      expect((await postMcpText(server.url, message({}), { 'Content-Type': type })).status, type).toBe(415);
  });

  test.each([
    ['an unknown revision', modern(), { 'MCP-Protocol-Version': '1999-01-01' }],
    ['another revision in the header', modern(), { 'MCP-Protocol-Version': '2025-11-25' }],
    ['no envelope', message({}), { 'MCP-Protocol-Version': '2026-07-28' }],
    ['no method in the header', modern(), { 'Mcp-Method': '' }],
    ['another method in the header', modern(), { 'Mcp-Method': 'resources/list' }],
    [
      'another name in the header',
      modern({ method: 'tools/call', params: { name: 'previewRun', arguments: {} } }),
      { 'Mcp-Method': 'tools/call', 'Mcp-Name': 'getAnchor' },
    ],
    [
      'an envelope of an unknown revision',
      message({ params: { _meta: { ...envelope, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } } }),
      { 'MCP-Protocol-Version': '2099-01-01' },
    ],
    [
      'an envelope that is none',
      message({ params: { _meta: { ...envelope, 'io.modelcontextprotocol/clientCapabilities': 7 } } }),
      {},
    ],
  ])('%s is refused', async (_, text, headers) => {
    const answer = await postMcpText(server.url, text, { ...newestHeaders('tools/list'), ...headers });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) as string } });
    expect([-32020, -32022, -32602]).toContain((answer.json as unknown as McpAnswer).error!.code);
  });

  test('more than 1,000 values in all are refused before any of them is judged', async () => {
    const many = `[${Array(30_000).fill('0').join(',')}]`;
    const text = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"clientInfo":{"icons":${many}}}}`;
    const answer = await postMcpText(server.url, text);
    expect(answer.json).toMatchObject({ error: { code: -32700, data: { errors: [{ code: 'too_many_values' }] } } });
  });

  test.each([
    ['initialize', { protocolVersion: '2025-06-18', clientInfo: { name: 7, version: '1' }, capabilities: {} }],
    ['tools/list', { cursor: 7 }],
    ['tools/call', { name: 'previewRun', arguments: 'SECRET' }],
    ['resources/read', { uri: { SECRET: 1 } }],
  ])(
    '%s with parameters that MCP does not have is refused, and nothing of them is repeated',
    async (method, params) => {
      const answer = await postMcpText(server.url, message({ method, params }));
      expect(answer).toMatchObject({ status: 400, json: { id: 1, error: { code: -32602 } } });
      expect(answer.text).not.toContain('SECRET');
    },
  );

  test.each([
    ['an unknown method', 'tools/burn', {}, -32601],
    ['a method of the prototype', 'constructor', {}, -32601],
    ['an unknown tool', 'tools/call', { name: 'anchorLive', arguments: {} }, -32602],
    ['a tool of the prototype', 'tools/call', { name: 'constructor', arguments: {} }, -32602],
    ['a tool without a name', 'tools/call', { arguments: {} }, -32602],
    ['arguments that are a list', 'tools/call', { name: 'previewRun', arguments: [] }, -32602],
    ['an unknown resource', 'resources/read', { uri: 'test://nothing' }, -32602],
  ])('%s is refused over every revision', async (_, method, params: Record<string, unknown>, code) => {
    const name = params['name'] ?? params['uri'];
    const headers = newestHeaders(method, name === undefined ? undefined : String(name));
    for (const answer of [
      await postMcpText(server.url, message({ method, params })),
      await postMcpText(server.url, modern({ method, params }), headers),
    ]) {
      expect(answer.status).toBeLessThan(500);
      const { error } = answer.json as unknown as McpAnswer;
      expect([code, name === undefined ? -32020 : code]).toContain(error?.code);
    }
  });

  test('nothing is listened for, because nothing changes', async () => {
    const text = modern({ method: 'subscriptions/listen', params: { notifications: {} } });
    const answer = await postMcpText(server.url, text, newestHeaders('subscriptions/listen'));
    expect(answer).toMatchObject({ status: 400, json: { id: 1, error: { code: -32600 } } });
  });

  test('none of it is stored or makes the service fail', async () => {
    expect(await storedIds(store)).toEqual([]);
    expect(server.output()).not.toContain('"level":50');
  });
});

describe('the address', () => {
  const post = (headers: Record<string, string>, url = server.url) => postMcpText(url, message({}), headers);

  test.each(['evil.example', 'localhost.evil.example', '169.254.169.254', '[::2]:80'])(
    'refuses the host %s, whose name may have been resolved to this machine',
    async (host) => {
      const answer = await postMcpTo(server.url, { Host: host });
      expect(answer.status).toBe(403);
      expect(answer.json).toMatchObject({ error: { code: -32600, data: { code: 'foreign_site' } } });
    },
  );

  test.each(['https://evil.example', 'http://localhost.evil.example', 'null', 'x', 'file:///tmp'])(
    'on a loopback address refuses the origin %s',
    async (origin) => {
      expect((await post({ Origin: origin })).status).toBe(403);
      const preflight = await call(`${server.url}/mcp`, { method: 'OPTIONS', headers: { Origin: origin } });
      expectProblem(preflight, 'foreign_site');
    },
  );

  test.each([
    [{ Host: 'localhost' }],
    [{ Host: '127.0.0.1:9' }],
    [{ Host: '[::1]:80' }],
    [{ Origin: 'http://localhost:3000' }],
    [{ Origin: 'http://127.0.0.1' }],
  ])('takes %j', async (headers) => expect((await postMcpTo(server.url, headers)).status).toBe(200));

  test('elsewhere only the host of the base address counts, and pages of any site may read', async () => {
    const site = await hostService({ SITE_URL: 'https://service.example' });
    onTestFinished(() => site.end());
    const Host = 'service.example';
    expect((await postMcpTo(site.url, { Host })).status).toBe(200);
    expect((await postMcpTo(site.url, { Host, Origin: 'https://elsewhere.example' })).status).toBe(200);
    expect((await postMcpTo(site.url, { Host: 'localhost' })).status).toBe(403);
    const answer = await rawAnswer(`${site.url}/mcp`, { Host, Origin: 'https://e.example' }, 'OPTIONS');
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([204, '*']);
    for (const name of ['Content-Type', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'])
      expect(answer.headers['access-control-allow-headers']).toContain(name);
  });

  test('counts every message under the limit of the previews', async () => {
    const limited = await hostService({ RATE_LIMIT_PREVIEW: '2/60' });
    onTestFinished(() => limited.end());
    for (const left of [1, 0]) {
      const answer = await post({}, limited.url);
      expect([answer.status, answer.headers.get('ratelimit')]).toEqual([200, expect.stringContaining(`r=${left};`)]);
    }
    const refused = await post({}, limited.url);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.json).toMatchObject({ error: { code: -32603, data: { code: 'rate_limited' } } });
  });

  test('is in the log with its route, and nothing of a message is', async () => {
    await callTool(server.url, 'searchRecords', { query: 'words that no log may have' });
    await callTool(server.url, 'searchRecords', { limit: 'words that no log may have' });
    await expect.poll(() => server.output()).toContain('"route":"/mcp"');
    expect(server.output()).not.toContain('that no log may have');
  });
});
