import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type App, createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { ServiceError } from '../../src/domain/vocabulary/errors.ts';
import { admit, isAdminAuthorization, readJson } from '../../src/http/admission.ts';
import { endpoint, jsonText, type RequestContext, textAnswer } from '../../src/http/answer.ts';
import { refuse } from '../../src/http/refusal.ts';
import { newStore } from '../support/server.ts';

let app: App;
beforeAll(async () => {
  const settings = { DATABASE_URL: await newStore(), RATE_LIMIT_INTAKE: '5/60', LOG_LEVEL: 'silent' };
  app = await createApp(parseConfig(settings), { prebuilt: () => Promise.resolve(undefined) });
});
afterAll(() => app.close());

/** An endpoint of another protocol: every answer is 200, and a refusal is a member of it, as in JSON-RPC. */
const echo = endpoint(async (incoming) => {
  const { headers, refused } = await admit(incoming, { limit: 'intake' });
  const answered = (body: object, more = {}) =>
    textAnswer(200, jsonText(body), 'application/json', { ...headers, ...more });
  try {
    if (refused) throw refused;
    return answered({ result: readJson(incoming, 'any') });
  } catch (error) {
    const refusal = refuse(error, incoming.locals);
    return answered({ error: { message: refusal.problem.title, data: refusal.problem.code } }, refusal.headers);
  }
});

const call = async (body: string, more: Partial<RequestContext> & { type?: string } = {}) => {
  const { type = 'application/json', ...context } = more;
  const locals = { app, requestId: crypto.randomUUID(), client: 'one', body: Buffer.from(body), ...context };
  const headers = new Headers({ 'Content-Type': type });
  const answer = await echo({ request: { method: 'POST', headers }, params: {}, locals });
  expect(answer.status).toBe(200);
  return { headers: answer.headers, json: (await answer.json()) as { result?: unknown; error?: { data: string } } };
};

describe('an endpoint of another protocol', () => {
  test('gets the JSON of a request that is let in, and the fields of the limit', async () => {
    const { headers, json } = await call('{"a":1}');
    expect(json).toEqual({ result: { a: 1 } });
    expect(headers.get('ratelimit')).toContain('"intake";r=4');
  });

  test.each([
    ['JSON that two readers would not understand alike', '{"a":1,"a":2}', {}, 'malformed_json'],
    ['another type', '{}', { type: 'text/plain' }, 'unsupported_media_type'],
    ['too large', '', { bodyRefusal: new ServiceError('body_too_large', 'Too large.') }, 'body_too_large'],
  ])('says in its own form that a body is refused: %s', async (_, body, more, code) => {
    expect((await call(body, more)).json.error?.data).toBe(code);
  });

  test('says in its own form that a client has sent too many requests', async () => {
    for (let count = 0; count < 5; count++) await call('{}', { client: 'another' });
    const { headers, json } = await call('{}', { client: 'another' });
    expect(json.error?.data).toBe('rate_limited');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(headers.get('ratelimit')).toContain('r=0');
  });
});

describe('the administrator’s token', () => {
  const token = Buffer.alloc(32, 7).toString('base64url');
  const digest = sha256Hex(token);

  test('the right one is accepted, however the scheme is written', () => {
    expect(isAdminAuthorization(`Bearer ${token}`, digest)).toBe(true);
    expect(isAdminAuthorization(`bearer ${token}`, digest)).toBe(true);
  });

  test.each([
    undefined,
    null,
    '',
    'Bearer',
    'Bearer ',
    token,
    `Basic ${token}`,
    `Bearer ${token}x`,
    `Bearer ${token} x`,
    `Bearer ${digest}`,
  ])('%j is not', (header) => expect(isAdminAuthorization(header, digest)).toBe(false));

  test('none is accepted when none is configured, not even the empty one', () => {
    expect(isAdminAuthorization(`Bearer ${token}`, undefined)).toBe(false);
    expect(isAdminAuthorization('Bearer ', sha256Hex(''))).toBe(false);
    expect(isAdminAuthorization(undefined, '0'.repeat(64))).toBe(false);
  });
});
