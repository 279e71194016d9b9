import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { messageOf, rpc } from '../support/a2a.ts';
import { call, post, postText } from '../support/call.ts';
import { serviceHere } from '../support/hosted-service.ts';
import { expectProblem } from '../support/problem.ts';
import { newStore } from '../support/server.ts';
import { storedIds } from '../support/stored-requests.ts';

const store = await newStore();
const server = await serviceHere({ TRUSTED_PROXY_HOPS: '1', DATABASE_URL: store });
const intake = `${server.url}/api/intake`;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const total = async (): Promise<number> => {
  // The summary may be two seconds old.
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  return (await call(`${intake}/summary`)).json['total'] as number;
};

describe('an accepted request', () => {
  test('is answered with a receipt that anyone can recompute', async () => {
    const body = 'Grüße, 👋🏽 e\u0301 \u{1F4DC}';
    const answer = await post(intake, { kind: 'question', from: 'A reader', contact: '@reader', body });
    expect(answer.status).toBe(201);
    const { receipt_hash_sha256: hash, signatures, ...rest } = answer.json;
    expect(signatures).toHaveLength(1);
    expect(rest).toMatchObject({ ok: true, schema: 'service.intake-receipt.v1', status: 'received', kind: 'question' });
    expect(rest['body_sha256']).toBe(sha256(body));
    const sorted = JSON.stringify(Object.fromEntries(Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1))));
    expect(hash).toBe(sha256(sorted));
    expect(answer.headers.get('location')).toBe(rest['status_url']);
    expect(rest['status_url']).toBe(`http://localhost:4321/api/intake/${String(rest['id'])}`);
  });

  test('has a status without sender, contact or text', async () => {
    const receipt = (await post(intake, { from: 'Zebedee', contact: 'zeb@example.org', body: 'Quixotic wording' }))
      .json;
    const answer = await call(`${intake}/${String(receipt['id'])}`);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      schema: 'service.intake-status.v1',
      status: 'received',
      kind: 'other',
      history: [{ status: 'received', at: receipt['received_at'] }],
      receipt_hash_sha256: receipt['receipt_hash_sha256'],
    });
    const summary = await call(`${intake}/summary`);
    for (const text of [answer.text, summary.text, server.output()]) {
      expect(text).not.toMatch(/Zebedee|zeb@example|Quixotic/);
    }
  });

  test('is counted by kind, status and day', async () => {
    const before = (await call(`${intake}/summary`)).json;
    const earlier = await total();
    await post(intake, { kind: 'media', body: 'An interview?' });
    expect(await total()).toBe(earlier + 1);
    const after = (await call(`${intake}/summary`)).json;
    expect(Object.keys(after['by_kind'] as object)).toEqual([
      'question',
      'governance',
      'technical',
      'invite',
      'media',
      'bug',
      'contact',
      'other',
    ]);
    expect((after['by_kind'] as Record<string, number>)['media']).toBe(
      (before['by_kind'] as Record<string, number>)['media']! + 1,
    );
    const days = after['by_day'] as { day: string; count: number }[];
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toEqual({ day: new Date().toISOString().slice(0, 10), count: after['total'] });
    expect(after['by_status']).toEqual({ received: after['total'], in_review: 0, answered: 0, declined: 0 });
  });

  test('may hold members that the interface does not know', async () => {
    expect((await post(intake, { body: 'Hello', colour: 'green', nested: { a: [1] } })).status).toBe(201);
  });
});

const accepted: [string, object][] = [
  ['a body of 3 characters', { body: 'abc' }],
  ['a body of 4000 characters', { body: 'x'.repeat(4000) }],
  ['a body of 4000 emoji, which are 8000 UTF-16 units', { body: '😀'.repeat(4000) }],
  ['a body of 3 emoji', { body: '😀😀😀' }],
  ['a body of spaces, as sent', { body: '   ' }],
  ['a body of combining marks', { body: 'e\u0301\u0323' }],
  ['a sender of 200 characters', { body: 'abc', from: '😀'.repeat(200) }],
  ['a contact of 320 characters', { body: 'abc', contact: 'é'.repeat(320) }],
  ['an empty sender and contact', { body: 'abc', from: '', contact: '' }],
  ...['question', 'governance', 'technical', 'invite', 'media', 'bug', 'contact', 'other'].map(
    (kind): [string, object] => [`the kind ${kind}`, { kind, body: 'abc' }],
  ),
];

const refused: [string, unknown, string[]][] = [
  ['a body of 2 emoji, which are 4 UTF-16 units', { body: '😀😀' }, ['/body too_small']],
  ['a body of one letter with a combining mark', { body: 'e\u0301' }, ['/body too_small']],
  ['a body of 4001 emoji', { body: '😀'.repeat(4001) }, ['/body too_big']],
  ['a kind in capitals', { kind: 'BUG', body: 'abc' }, ['/kind not_allowed']],
  [
    'every member wrong at once',
    { kind: 1, from: [], contact: {}, body: null },
    ['/body wrong_type', '/contact wrong_type', '/from wrong_type', '/kind not_allowed'],
  ],
  [
    'null for a member',
    { kind: null, from: null, contact: null, body: 'abc' },
    ['/contact wrong_type', '/from wrong_type', '/kind not_allowed'],
  ],
  ['null', null, [' wrong_type']],
];

describe('the bounds of SPEC.md §4.1', () => {
  test.each(accepted)('accept %s', async (_, body) => expect((await post(intake, body)).status).toBe(201));

  test.each(refused)('refuse %s and name every problem', async (_, body, problems) => {
    expect(expectProblem(await post(intake, body), 'invalid_request')).toEqual(problems);
  });
});

describe('Idempotency-Key', () => {
  test('stores one of many requests that arrive at once with one key', async () => {
    const headers = { 'idempotency-key': 'at-once' };
    const before = await total();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(intake, { body: 'All at once' }, headers)));
    const receipts = new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text));
    expect(receipts.size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) expectProblem(answer, 'request_in_progress');
    expect(await total()).toBe(before + 1);
  });

  test.each([
    ['empty', ' '],
    ['256 characters', 'k'.repeat(256)],
    ['a space inside', 'a b'],
  ])('refuses a key that is %s', async (_, key) => {
    expect(
      expectProblem(await post(intake, { body: 'abc' }, { 'idempotency-key': `"${key}"` }), 'invalid_request'),
    ).toEqual([' wrong_format']);
  });
});

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

test('a client whose connection broke before its answer is the same client when it asks again', async () => {
  const { port, hostname } = new URL(server.url);
  const body = JSON.stringify({ body: 'Sent, and cut off' });
  for (const wait of [0, 0, 1, 2, 5, 20]) {
    const key = `cut-off-${wait}-${crypto.randomUUID()}`;
    const before = (await storedIds(store)).length;
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `POST /api/intake HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nIdempotency-Key: ${key}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        );
        setTimeout(() => socket.resetAndDestroy(), wait);
      });
      socket.once('close', () => resolve());
    });
    await expect
      .poll(async () => (await postText(`${server.url}/api/intake`, body, { 'idempotency-key': key })).status)
      .toBe(201);
    expect((await storedIds(store)).length, `cut off after ${wait} ms`).toBe(before + 1);
  }
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

test('an id that no request has is answered with a problem', async () => {
  expectProblem(await call(`${intake}/${'0'.repeat(24)}`), 'not_found');
  expect(expectProblem(await call(`${intake}/nonsense`), 'invalid_request')).toEqual([' wrong_format']);
});
