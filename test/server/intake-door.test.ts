import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { call, postText } from '../support/call.ts';
import { serviceHere } from '../support/hosted-service.ts';
import { expectProblem } from '../support/problem.ts';

const server = await serviceHere();
const intake = `${server.url}/api/intake`;

const malformed: [string, BodyInit, string[]][] = [
  ['an empty body', '', [' not_json']],
  ['duplicate keys', '{"body":"abc","body":"def"}', ['/body duplicate_key']],
  ['a lone high surrogate', '{"body":"abc\\ud83d"}', ['/body lone_surrogate']],
  ['an escaped NUL', '{"body":"ab\\u0000c"}', ['/body nul_character']],
  ['an integer beyond 2^53', '{"body":"abc","n":9007199254740993}', ['/n unsafe_integer']],
  [
    'bytes that are not UTF-8',
    new Uint8Array([...Buffer.from('{"body":"ab'), 0xff, ...Buffer.from('c"}')]),
    [' not_utf8'],
  ],
];

describe('the checks of an intake request', () => {
  test.each(malformed)('refuses %s by name', async (_, text, problems) => {
    expect(expectProblem(await postText(intake, text), 'malformed_json')).toEqual(problems);
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
    ['a compressed body', 'application/json', 'gzip'],
  ])('refuses %s with 415', async (_, type, coding?: string) => {
    const body = new Blob([JSON.stringify({ body: 'abc' })]);
    const headers = { ...(type && { 'content-type': type }), ...(coding && { 'content-encoding': coding }) };
    const answer = await call(intake, { method: 'POST', body, headers });
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
      sending.on('error', (error) => answered || reject(error));
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
});
