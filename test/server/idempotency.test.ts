import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageOf, rpc } from '../support/a2a.ts';
import { call, post } from '../support/call.ts';
import { type HostedService, hostService } from '../support/hosted-service.ts';
import { expectProblem } from '../support/problem.ts';

let server: HostedService;
beforeAll(async () => {
  server = await hostService({ TRUSTED_PROXY_HOPS: '1' });
});
afterAll(() => server.end());

const send = (from: string, key: string, body: string) =>
  post(`${server.url}/api/intake`, { body }, { 'idempotency-key': key, 'x-forwarded-for': from });

test('a replay says that it is one, and scripts of other sites can read that', async () => {
  const first = await send('203.0.113.1', 'replayed', 'Once only');
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  // Quotes around a key are not part of it.
  const again = await send('203.0.113.1', '"replayed"', 'Once only');
  expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true']);
  expect(again.headers.get('access-control-expose-headers')).toContain('Idempotent-Replayed');
  const declared = JSON.stringify((await call(`${server.url}/openapi.json`)).json['paths']);
  expect(declared).toContain('"Idempotent-Replayed"');
});

test('the same key of another client is another key, also with the same body', async () => {
  const [ours, same, other] = [
    await send('203.0.113.1', 'k', 'Ours'),
    await send('203.0.113.2', 'k', 'Ours'),
    await send('203.0.113.3', 'k', 'Theirs'),
  ];
  for (const answer of [ours, same, other]) {
    expect(answer.status).toBe(201);
    expect(answer.headers.get('idempotent-replayed')).toBeNull();
  }
  expect(new Set([ours, same, other].map(({ json }) => json['id'])).size).toBe(3);
  expect(expectProblem(await send('203.0.113.1', 'k', 'Theirs'), 'idempotency_key_reused')).toEqual([' reused']);
  // Within its /64 network a client of IPv6 changes its address, and stays the same client.
  const six = await send('2001:db8:1:2::1', 'k', 'Ours');
  expect((await send('2001:db8:1:2:ab::9', 'k', 'Ours')).text).toBe(six.text);
});

test('the key of a request and the id of a message are never one, however they are written', async () => {
  const messageId = 'one-id';
  const body = 'Sent in both ways';
  const { json } = await send('203.0.113.4', `a2a:${messageId}`, body);
  const { task } = (
    await rpc(server.url, 'SendMessage', messageOf([{ text: body }], { messageId }), {
      'x-forwarded-for': '203.0.113.4',
    })
  ).result as { task: { id: string } };
  expect(task.id).not.toBe(json['id']);
});
