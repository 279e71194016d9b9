import { describe, expect, test } from 'vitest';
import { postRpcText } from '../support/a2a.ts';
import { call } from '../support/call.ts';
import { serviceHere } from '../support/hosted-service.ts';
import { envelope, newestHeaders, postMcpText } from '../support/mcp.ts';
import { expectProblem } from '../support/problem.ts';

const server = await serviceHere();
const message = (more: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, ...more });

/** What both agent protocols refuse, with the code and the id that is repeated; over MCP, the SDK repeats some otherwise. */
const refused: readonly [string, (method: string) => BodyInit, number, number | null, (number | null)?][] = [
  ['no JSON', () => '{', -32700, null],
  ['nothing', () => '', -32700, null],
  ['keys twice', (method) => `{"jsonrpc":"2.0","jsonrpc":"2.0","id":1,"method":"${method}"}`, -32700, null],
  ['deep nesting', () => `${'['.repeat(65)}${']'.repeat(65)}`, -32700, null],
  ['bytes that are no UTF-8', () => new Uint8Array([0x22, 0xff, 0x22]), -32700, null],
  ['a batch', (method) => `[${message({ method })}]`, -32600, null],
  ['null', () => 'null', -32600, null],
  ['a text', (method) => `"${method}"`, -32600, null],
  ['another version of JSON-RPC', (method) => message({ jsonrpc: '1.0', method }), -32600, 1],
  ['a method that is no text', () => message({ method: 7 }), -32600, 1, null],
  ['a fractional id', (method) => message({ id: 1.5, method }), -32600, null, 1.5],
  ['an object as id', (method) => message({ id: {}, method }), -32600, null],
  ['an id that not every reader keeps', (method) => message({ id: 1e300, method }), -32600, null, 1e300],
  ['a list of params', (method) => message({ method, params: [1] }), -32602, 1],
  ['64 KiB and more', (method) => message({ method, params: { x: 'x'.repeat(65_536) } }), -32600, null],
]; // prettier-ignore

describe.each([
  { protocol: 'a2a', path: '/a2a', method: 'ListTasks', send: postRpcText, status: 200, below: 'message:send' },
  { protocol: 'mcp', path: '/mcp', method: 'tools/list', send: postMcpText, status: 400, below: 'nothing' },
] as const)('the address $path', ({ protocol, path, method, send, status, below }) => {
  test.each(refused)('refuses %s', async (what, text, code, id, overMcp = id) => {
    const answer = await send(server.url, text(method));
    expect(answer.status).toBe(what.startsWith('64 KiB') ? 413 : status);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.json).toMatchObject({ jsonrpc: '2.0', id: protocol === 'mcp' ? overMcp : id, error: { code } });
  });

  test.each([['abc'], [''], [0], [-7], [2 ** 53 - 1]])('repeats the id %j', async (id) => {
    const newest = [message({ id, method, params: { _meta: envelope } }), newestHeaders(method)] as const;
    for (const [text, headers] of [[message({ id, method }), {}] as const, ...(protocol === 'mcp' ? [newest] : [])])
      expect((await send(server.url, text, headers)).json).toMatchObject({ id, result: {} });
  });

  test('answers other methods and addresses below it with problems, and never with HTML', async () => {
    for (const other of ['GET', 'PUT', 'DELETE'])
      expectProblem(await call(server.url + path, { method: other }), 'method_not_allowed');
    expectProblem(await call(`${server.url}${path}/${below}`), 'not_found');
  });

  test('may be followed by a slash, which some clients add', async () => {
    const headers = { 'Content-Type': 'application/json', 'A2A-Version': '1.0' };
    const answer = await call(`${server.url}${path}/`, { method: 'POST', body: message({ method }), headers });
    expect(answer.json).toHaveProperty('result');
  });
});
