import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { securityHeaders } from '../../src/http/response-headers.ts';
import { call, post } from '../support/call.ts';
import { serviceHere } from '../support/hosted-service.ts';
import { expectProblem } from '../support/problem.ts';
import { digest, rawAnswer } from '../support/raw-answer.ts';

const server = await serviceHere();

/** The answer as it went over the wire, not decoded. */
const raw = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  rawAnswer(server.url + path, headers, method);

const fixed = '/static/agent-accountability-map.json';
const live = '/api/intake/summary';

describe.each([
  ['a prebuilt document', fixed],
  ['a live read', live],
])('%s', (_, path) => {
  test('answers HEAD like GET, without the body', async () => {
    const [get, head] = [await raw(path), await raw(path, {}, 'HEAD')];
    expect(head.status).toBe(200);
    expect(head.bytes).toHaveLength(0);
    for (const name of ['content-length', 'content-type', 'etag', 'repr-digest', 'cache-control']) {
      expect(head.headers[name], name).toBe(get.headers[name]);
    }
  });

  test('answers OPTIONS with 204 and what it allows', async () => {
    const answer = await raw(path, {}, 'OPTIONS');
    expect(answer.status).toBe(204);
    expect(answer.headers['allow']).toBe('GET, HEAD, OPTIONS');
  });

  test.each(['PUT', 'PROPFIND', 'TRACE'])('refuses %s with 405', async (method) => {
    expectProblem(
      await call(server.url + path, { method: method === 'TRACE' ? 'DELETE' : method }),
      'method_not_allowed',
    );
    expect((await raw(path, {}, method)).headers['allow']).toBe('GET, HEAD, OPTIONS');
  });

  test('has a strong tag that is the hash of its bytes, and a digest', async () => {
    const { headers, bytes } = await raw(path);
    expect(headers['etag']).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`);
    expect(headers['repr-digest']).toBe(digest(bytes));
  });

  test('answers 304 to its own tag, to a list with it and to *', async () => {
    const etag = String((await raw(path)).headers['etag']);
    for (const value of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await raw(path, { 'if-none-match': value });
      expect(answer.status, value).toBe(304);
      expect(answer.bytes).toHaveLength(0);
      expect(answer.headers['etag']).toBe(etag);
      expect(answer.headers['cache-control']).toBeTruthy();
      expect(answer.headers['content-security-policy']).toBeTruthy();
    }
    expect((await raw(path, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('may be read by scripts of any site, without credentials', async () => {
    const { headers } = await raw(path, { origin: 'https://elsewhere.example' });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['access-control-expose-headers']).toContain('Repr-Digest');
    expect(headers['set-cookie']).toBeUndefined();
  });
});

test('caching follows the table of the contract', async () => {
  const cacheControl = async (path: string) => (await raw(path)).headers['cache-control'];
  expect(await cacheControl(fixed)).toBe('public, max-age=300, stale-while-revalidate=86400');
  expect(await cacheControl('/')).toBe('public, max-age=300, stale-while-revalidate=86400');
  expect(await cacheControl(live)).toBe('public, max-age=5');
  expect(await cacheControl('/api/nowhere')).toBe('no-store');
  const submitted = await post(`${server.url}/api/intake`, { body: 'abc' });
  expect(submitted.headers.get('cache-control')).toBe('no-store');
  const id = String(submitted.json['id']);
  for (const path of [`/api/intake/${id}`, `/intake/${id}`]) expect(await cacheControl(path), path).toBe('no-store');
});

test('every answer carries the security headers', async () => {
  for (const path of ['/', fixed, live, '/api/nowhere', '/nowhere', '/healthz']) {
    const { headers } = await raw(path);
    for (const [name, value] of Object.entries(securityHeaders('http://localhost')))
      expect(headers[name.toLowerCase()], `${path}: ${name}`).toBe(value);
    expect(headers['x-powered-by'], path).toBeUndefined();
  }
});

test.each([
  ['/static/status.json/', '*'],
  ['/schemas/service.status.v1.json/?from=elsewhere', '*'],
  ['/intake/', undefined],
  ['/intake///', undefined],
])('the redirect at %s is as readable from other sites as what it leads to', async (path, origin) => {
  const { status, headers, bytes } = await raw(path);
  expect([status, bytes.length, headers['content-length']]).toEqual([308, 0, '0']);
  const { pathname } = new URL(String(headers['location']));
  expect(headers['access-control-allow-origin']).toBe(origin);
  expect((await raw(pathname)).headers['access-control-allow-origin']).toBe(origin);
  expect(headers['cache-control']).toBe('public, max-age=300, stale-while-revalidate=86400');
});

test.each([
  ['/', undefined],
  ['/verify.mjs', '*'],
  [fixed, '*'],
])('a method that %s does not have is as readable from other sites as what is there', async (path, origin) => {
  for (const method of ['OPTIONS', 'DELETE', 'GET'])
    expect((await raw(path, {}, method)).headers['access-control-allow-origin'], method).toBe(origin);
});

test.each([fixed, live, '/api/nowhere', '/'])('the id of a refusal at %s is in the log', async (path) => {
  const { headers } = await raw(path, {}, 'DELETE');
  await expect.poll(() => server.output()).toContain(`"request_id":"${String(headers['x-request-id'])}"`);
});

describe('an unknown address', () => {
  test.each(['/api/', '/api/intake/a/b', '/static/none.html', '/.well-known/none', '/schemas/none.json', '/data/none'])(
    'for programs, %s, is a problem document',
    async (path) => void expectProblem(await call(server.url + path), 'not_found'),
  );

  test('for people is a page', async () => {
    const answer = await call(`${server.url}/nowhere`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.text).toMatch(/<a href="\/">\s*What this service offers/);
  });

  test.each([
    '/../package.json',
    '/static/../../package.json',
    '/%2e%2e/package.json',
    '/openapi.json.br',
    '/.git/config',
    '//etc/passwd',
  ])('reveals no file of the server: %s', async (path) => {
    const answer = await raw(path);
    expect(answer.status).toBe(404);
    expect(answer.bytes.toString()).not.toMatch(/devDependencies|root:|Content-Security-Policy:/);
  });
});

test.each(['/static/status.json', '/static/status.json/', '/api/nowhere'])(
  'addresses in the answer at %s come from the configured base address, whatever the Host header says',
  async (path) => {
    const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    const { bytes, headers } = await raw(path, evil);
    expect(bytes.toString() + JSON.stringify(headers)).not.toContain('evil.example');
  },
);

test('a preflight of a post from another site is allowed', async () => {
  const answer = await raw(
    '/api/intake',
    { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
    'OPTIONS',
  );
  expect(answer.status).toBe(204);
  expect(answer.headers['allow']).toBe('POST, OPTIONS');
  expect(answer.headers['access-control-allow-methods']).toContain('POST');
  expect(answer.headers['access-control-allow-headers']).toContain('Idempotency-Key');
});

test('the log tells method, route, status and time of a request and nothing about its client', async () => {
  await call(`${server.url}/api/intake/summary`, {
    headers: { 'user-agent': 'a-very-special-agent', 'x-forwarded-for': '203.0.113.77' },
  });
  await expect.poll(() => server.output()).toContain('"route":"/api/intake/summary"');
  const line = server
    .output()
    .split('\n')
    .find((one) => one.includes('"route":"/api/intake/summary"'))!;
  expect(JSON.parse(line)).toMatchObject({
    msg: 'request',
    method: 'GET',
    status: 200,
    ms: expect.any(Number) as number,
  });
  expect(server.output()).not.toMatch(/a-very-special-agent|203\.0\.113\.77|127\.0\.0\.1:\d+"?,"remote/);
});

test('live anchoring is closed to scripts of other sites, whatever is sent to it', async () => {
  const anchorLive = `${server.url}/api/agent-acceptance-kit/anchor-live`;
  for (const body of ['{}', 'x'.repeat(100_000)]) {
    const answer = await call(anchorLive, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    expectProblem(answer, 'unauthorised');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  }
  expect(
    (await raw('/api/agent-acceptance-kit/anchor-live', {}, 'OPTIONS')).headers['access-control-allow-origin'],
  ).toBeUndefined();
});
