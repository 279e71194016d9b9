import { afterAll, beforeAll, expect, test } from 'vitest';
import { postRpcText, send } from '../support/a2a.ts';
import { call } from '../support/call.ts';
import { type HostedService, hostService } from '../support/hosted-service.ts';
import { expectProblem } from '../support/problem.ts';

let server: HostedService;
beforeAll(async () => {
  server = await hostService();
});
afterAll(() => server.end());

test('the address tells other methods and addresses below it apart, and never with HTML', async () => {
  for (const method of ['GET', 'PUT', 'DELETE'])
    expectProblem(await call(`${server.url}/a2a`, { method }), 'method_not_allowed');
  expectProblem(await call(`${server.url}/a2a/message:send`), 'not_found');
});

test('the address may be followed by a slash, which some clients add', async () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ListTasks' });
  const headers = { 'Content-Type': 'application/json', 'A2A-Version': '1.0' };
  const answer = await call(`${server.url}/a2a/`, { method: 'POST', body, headers });
  expect(answer.json).toHaveProperty('result');
});

test('the address is open to scripts of any site, with the headers that clients send', async () => {
  const answer = await call(`${server.url}/a2a`, {
    method: 'OPTIONS',
    headers: { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'POST' },
  });
  expect(answer.status).toBe(204);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  const allowed = answer.headers.get('access-control-allow-headers');
  for (const name of ['A2A-Version', 'A2A-Extensions', 'traceparent', 'Content-Type']) expect(allowed).toContain(name);
  expect((await postRpcText(server.url, '')).headers.get('access-control-allow-origin')).toBe('*');
});

test('the address is in the log with its route, and nothing of a message is', async () => {
  await send(server.url, [{ text: 'A secret that no log may have' }], {
    messageId: 'a-message-id-that-no-log-may-have',
  });
  expect(server.output()).toContain('"route":"/a2a"');
  expect(server.output()).not.toContain('that no log may have');
  expect(server.output()).not.toContain('that-no-log-may-have');
});

test('what the card gives as data for an operation is answered with something', async () => {
  const { skills } = (await call(`${server.url}/.well-known/agent-card.json`)).json as {
    skills: { examples?: string[] }[];
  };
  const typed = skills.flatMap(({ examples = [] }) => examples.filter((example) => example.startsWith('{')));
  expect(typed.map((example) => (JSON.parse(example) as { operation: string }).operation)).toContain('searchRecords');
  for (const example of typed) {
    const { result } = await send(server.url, [{ data: JSON.parse(example) as object }]);
    const [{ data }] = (result!['message'] as { parts: [{ data: { matches: { id: string }[] } }] }).parts;
    expect(data.matches, example).not.toEqual([]);
  }
});

test.each([
  [{ words: 'erc-8004' }, 'expected no members but query, dataset, where, limit, offset; 1 is not known here'],
  [{ q: 'a', page: 1 }, 'expected no members but query, dataset, where, limit, offset; 2 are not known here'],
])('a search with %j is refused with the members that a search has', async (input, description) => {
  const { error } = await send(server.url, [{ data: { operation: 'searchRecords', input } }]);
  expect(error!.data[1]!.fieldViolations).toEqual([{ field: 'message.parts[0].data.input', description }]);
  expect(error!.message).toContain('`fieldViolations` names it');
});
