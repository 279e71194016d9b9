import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../support/call.ts';
import { type HostedService, hostService } from '../support/hosted-service.ts';
import { overTheWire } from '../support/wire.ts';

let server: HostedService;
beforeAll(async () => {
  server = await hostService();
});
afterAll(() => server.end());

const ask = async (text: string) => {
  const answer = await overTheWire(server.url, text);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { answer, status: Number(head.split(' ')[1]), head, body };
};

const host = 'Host: localhost\r\n';
const SECRET = 'a-word-of-the-sender';
const long = SECRET.repeat(1_000);

test.each([
  ['an address that is too long', `GET /${long} HTTP/1.1\r\n${host}\r\n`, 431, 'header_too_large'],
  ['a field that is too long', `GET / HTTP/1.1\r\n${host}Cookie: ${long}\r\n\r\n`, 431, 'header_too_large'],
  ['no HTTP', `${SECRET}\r\n\r\n`, 400, 'invalid_request'],
  ['a method that there is not', `${SECRET.toUpperCase()} / HTTP/1.1\r\n${host}\r\n`, 400, 'invalid_request'],
  [
    'two lengths',
    `POST /api/intake HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
    400,
    'invalid_request',
  ],
  [
    'a chunk without a length',
    `POST /api/intake HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n${SECRET}\r\n`,
    400,
    'invalid_request',
  ],
  ['CONNECT', `CONNECT ${SECRET}:443 HTTP/1.1\r\n${host}\r\n`, 400, 'invalid_request'],
])(
  '%s is refused with a problem document that repeats nothing, and the connection ends',
  async (_, sent, expected, code) => {
    const { status, head, body } = await ask(sent);
    expect(status).toBe(expected);
    const problem = JSON.parse(body) as { request_id: string };
    expect(problem).toMatchObject({ ok: false, status, code, type: `http://localhost:4321/errors#${code}` });
    expect(head).toContain(`X-Request-Id: ${problem.request_id}`);
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
    for (const field of [
      'Content-Type: application/problem+json',
      'Connection: close',
      'Cache-Control: no-store',
      'Content-Security-Policy: ',
    ])
      expect(head).toContain(field);
    expect((head + body).toLowerCase()).not.toContain(SECRET);
    await expect.poll(() => server.output()).toContain(problem.request_id);
    expect(server.output().toLowerCase()).not.toContain(SECRET);
  },
);

test('what was asked before on the same connection is answered, and nothing is taken for its answer', async () => {
  const body = JSON.stringify({ kind: 'question', from: 'A', contact: 'a@example.org', body: 'Is this stored?' });
  const fields = `${host}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  const { answer, status } = await ask(`POST /api/intake HTTP/1.1\r\n${fields}\r\n${body}${SECRET}\r\n\r\n${SECRET}`);
  expect(status).toBe(201);
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
});

test('what cannot be read is refused after the answers to all that was asked before it', async () => {
  const body = JSON.stringify({ body: 'Is this stored, and the next one refused?' });
  const fields = `${host}Content-Type: application/json\r\n`;
  const { answer } = await ask(
    `POST /api/intake HTTP/1.1\r\n${fields}Content-Length: ${body.length}\r\n\r\n${body}` +
      `GET /healthz HTTP/1.1\r\n${host}\r\n` +
      `POST /api/intake HTTP/1.1\r\n${fields}Transfer-Encoding: chunked\r\n\r\n${SECRET}\r\n`,
  );
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 200', 'HTTP/1.1 400']);
});

test('header fields that do not end are refused when their ten seconds are over', async () => {
  const { status, body } = await ask(`GET / HTTP/1.1\r\n${host}X-Slow: `);
  expect(status).toBe(408);
  expect(JSON.parse(body)).toMatchObject({ ok: false, code: 'request_timeout' });
}, 25_000);

test('an expectation that nobody knows is ignored', async () => {
  const { status } = await ask(`GET /healthz HTTP/1.1\r\n${host}Expect: a-cup-of-tea\r\nConnection: close\r\n\r\n`);
  expect(status).toBe(200);
  expect((await call(`${server.url}/healthz`)).status).toBe(200);
});
