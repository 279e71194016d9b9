import { createHash } from 'node:crypto';
import { request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, post, postText } from '../support/call.ts';
import { expectProblem } from '../support/problem.ts';
import { type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
let intake: string;

beforeAll(async () => {
  server = await startServer();
  intake = `${server.url}/api/intake`;
});
afterAll(() => server.stop());

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
    const { receipt_hash_sha256: hash, ...rest } = answer.json;
    expect(rest).toMatchObject({ ok: true, schema: 'service.intake-receipt.v1', status: 'received', kind: 'question' });
    expect(rest['body_sha256']).toBe(sha256(body));
    const sorted = JSON.stringify(Object.fromEntries(Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1))));
    expect(hash).toBe(sha256(sorted));
    expect(answer.headers.get('location')).toBe(rest['status_url']);
    expect(rest['status_url']).toBe(`http://localhost:4321/api/intake/${String(rest['id'])}`);
  });

  test('has a status that tells nothing of sender, contact or text', async () => {
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
  ['no body', {}, ['/body missing']],
  ['a body of 2 characters', { body: 'ab' }, ['/body too_small']],
  ['a body of 2 emoji, which are 4 UTF-16 units', { body: '😀😀' }, ['/body too_small']],
  ['a body of one letter with a combining mark', { body: 'e\u0301' }, ['/body too_small']],
  ['a body of 4001 characters', { body: 'x'.repeat(4001) }, ['/body too_big']],
  ['a body of 4001 emoji', { body: '😀'.repeat(4001) }, ['/body too_big']],
  ['a sender of 201 characters', { body: 'abc', from: 'x'.repeat(201) }, ['/from too_big']],
  ['a contact of 321 characters', { body: 'abc', contact: 'x'.repeat(321) }, ['/contact too_big']],
  ['an unknown kind', { kind: 'praise', body: 'abc' }, ['/kind not_allowed']],
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
  ['an array', [], [' wrong_type']],
  ['a text', 'hello', [' wrong_type']],
  ['null', null, [' wrong_type']],
];

describe('the bounds of interface.md', () => {
  test.each(accepted)('accept %s', async (_, body) => expect((await post(intake, body)).status).toBe(201));

  test.each(refused)('refuse %s and name every problem', async (_, body, problems) => {
    expect(expectProblem(await post(intake, body), 'invalid_request')).toEqual(problems);
  });
});

const malformed: [string, BodyInit, string[]][] = [
  ['an empty body', '', [' not_json']],
  ['a text that is not JSON', 'kind=bug', [' not_json']],
  ['a truncated object', '{"body":"abc"', [' not_json']],
  ['duplicate keys', '{"body":"abc","body":"def"}', ['/body duplicate_key']],
  ['a lone high surrogate', '{"body":"abc\\ud83d"}', ['/body lone_surrogate']],
  ['a lone low surrogate', '{"body":"\\ude00abc"}', ['/body lone_surrogate']],
  ['an escaped NUL', '{"body":"ab\\u0000c"}', ['/body nul_character']],
  ['an integer beyond 2^53', '{"body":"abc","n":9007199254740993}', ['/n unsafe_integer']],
  ['a number that no double holds', '{"body":"abc","n":1e400}', ['/n not_finite']],
  [
    'bytes that are not UTF-8',
    new Uint8Array([...Buffer.from('{"body":"ab'), 0xff, ...Buffer.from('c"}')]),
    [' not_utf8'],
  ],
];

describe('the door', () => {
  test.each(malformed)('refuses %s by name', async (_, text, problems) => {
    expect(expectProblem(await postText(intake, text), 'malformed_json')).toEqual(problems);
  });

  test.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '1}'],
  ])('refuses %s nested 10000 deep', async (_, open, close) => {
    const depth = 10_000;
    const text = open.repeat(depth) + close + (open === '[' ? ']' : '}').repeat(depth - 1);
    expect(expectProblem(await postText(intake, text), 'malformed_json').join()).toMatch(/too_deep/);
  });

  test('echoes nothing of what was sent', async () => {
    const secret = 'my-password-hunter2';
    for (const text of [
      JSON.stringify({ [secret]: 1, body: 1, kind: secret }),
      `{"body":"${secret}`,
      `{"${secret}":1,"${secret}":2}`,
      secret,
    ]) {
      const answer = await postText(intake, text);
      expect(answer.status).toBe(400);
      if (!text.includes(`"${secret}":2`)) expect(answer.text).not.toContain(secret);
    }
    expect(server.output()).not.toContain(secret);
  });

  test.each([
    ['no content type', undefined],
    ['text/plain', 'text/plain'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['a multipart form', 'multipart/form-data; boundary=x'],
    ['JSON in Latin-1', 'application/json; charset=iso-8859-1'],
    ['a JSON of another kind', 'application/ld+json'],
    ['nonsense', ';;;'],
  ])('refuses %s with 415', async (_, type) => {
    const body = new Blob([JSON.stringify({ body: 'abc' })]);
    const answer = await call(intake, { method: 'POST', body, ...(type ? { headers: { 'content-type': type } } : {}) });
    expectProblem(answer, 'unsupported_media_type');
    expect(answer.headers.get('accept-post')).toBe('application/json');
  });

  test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset="UTF-8"'])(
    'reads %s',
    async (type) => {
      expect((await postText(intake, '{"body":"abc"}', { 'content-type': type })).status).toBe(201);
    },
  );

  test('takes 65536 bytes and refuses one more', async () => {
    const padded = (bytes: number) => `{"body":"abc","p":"${'x'.repeat(bytes - 21)}"}`;
    expect(Buffer.byteLength(padded(65_536))).toBe(65_536);
    expect((await postText(intake, padded(65_536))).status).toBe(201);
    expectProblem(await postText(intake, padded(65_537)), 'body_too_large');
  });

  test.each([
    ['says how long it is', true],
    ['does not say how long it is', false],
  ])('cuts off a body of 1 GB that %s', async (_, announced) => {
    const size = 1_000_000_000;
    const chunk = Buffer.alloc(65_536, 'x');
    const outcome = await new Promise<{ status: number | undefined; sent: number }>((resolve, reject) => {
      let sent = 0;
      let answered = false;
      const sending = request(intake, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(announced ? { 'content-length': size } : {}) },
      });
      sending.on('response', (response) => {
        answered = true;
        response.resume().on('end', () => {
          sending.destroy();
          resolve({ status: response.statusCode, sent });
        });
      });
      sending.on('error', (fault) => answered || reject(fault));
      const send = (): void => {
        while (!answered && sent < size) {
          sent += chunk.length;
          if (!sending.write(chunk)) {
            sending.once('drain', send);
            return;
          }
        }
      };
      send();
    });
    expect(outcome.status).toBe(413);
    expect(outcome.sent).toBeLessThan(32 * 1024 * 1024);
  });

  test('answers a thousand random JSON values with a problem and never with a fault of its own', async () => {
    const values = fc.sample(fc.jsonValue({ maxDepth: 5 }), { numRuns: 1_000, seed: 20_261_120 });
    for (let start = 0; start < values.length; start += 50) {
      const answers = await Promise.all(values.slice(start, start + 50).map((value) => post(intake, value)));
      for (const answer of answers) {
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
        expect(answer.headers.get('content-type')).toBe('application/problem+json');
      }
    }
  });

  test('answers random bytes with a problem', async () => {
    for (const bytes of fc.sample(fc.uint8Array({ maxLength: 400 }), { numRuns: 200, seed: 7 })) {
      const answer = await postText(intake, new Uint8Array(bytes));
      expect(answer.status).toBe(400);
      expect(answer.json['ok']).toBe(false);
    }
  });
});

describe('Idempotency-Key', () => {
  test('answers the first receipt again for the same body and stores nothing', async () => {
    const headers = { 'idempotency-key': '"4b6c2f2e-0001"' };
    const first = await post(intake, { body: 'Once only' }, headers);
    const before = await total();
    const second = await post(intake, { body: 'Once only' }, { 'idempotency-key': '4b6c2f2e-0001' });
    expect(second.status).toBe(201);
    expect(second.text).toBe(first.text);
    expect(await total()).toBe(before);
  });

  test('refuses the same key with another body', async () => {
    const headers = { 'idempotency-key': 'key-reused' };
    await post(intake, { body: 'The first' }, headers);
    expect(expectProblem(await post(intake, { body: 'The second' }, headers), 'idempotency_key_reused')).toEqual([
      ' reused',
    ]);
  });

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

test('an id that no request has is answered with a problem', async () => {
  expectProblem(await call(`${intake}/${'0'.repeat(24)}`), 'not_found');
  expect(expectProblem(await call(`${intake}/nonsense`), 'invalid_request')).toEqual([' wrong_format']);
});
