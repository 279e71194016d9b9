import { expect, inject, test } from 'vitest';
import { systemPicturePath } from '../../src/components/graphics/picture-size.ts';
import { entityTag, reprDigest } from '../../src/http/response-headers.ts';
import { call } from '../support/call.ts';
import { expectProblem } from '../support/problem.ts';

const server = { url: inject('site') };
const pictureOf = (id: string, init: RequestInit = {}) => call(server.url + systemPicturePath(id), init);

test('the picture of a system is drawn on request and answers like a built file', async () => {
  const { status, headers, bytes } = await pictureOf('x402');
  expect([status, headers.get('content-type'), headers.get('content-length')]).toEqual([
    200,
    'image/png',
    String(bytes.length),
  ]);
  expect(headers.get('cache-control')).toBe('public, max-age=300, stale-while-revalidate=86400');
  expect([headers.get('etag'), headers.get('repr-digest')]).toEqual([entityTag(bytes), reprDigest(bytes)]);

  const head = await pictureOf('x402', { method: 'HEAD' });
  expect([head.status, head.bytes.length, head.headers.get('etag')]).toEqual([200, 0, entityTag(bytes)]);
  expect(head.headers.get('content-length')).toBe(String(bytes.length));

  const unchanged = await pictureOf('x402', { headers: { 'if-none-match': `"other", ${entityTag(bytes)}` } });
  expect([unchanged.status, unchanged.bytes.length]).toEqual([304, 0]);
  expect([unchanged.headers.get('etag'), unchanged.headers.get('content-type')]).toEqual([entityTag(bytes), null]);
  expect((await pictureOf('x402', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
});

test('each system has a picture of its own, and that of one stays the same after all were drawn', async () => {
  const { bytes } = await pictureOf('x402');
  const { entries } = (await call(`${server.url}/static/agent-accountability-map.json`)).json as {
    entries: { id: string }[];
  };
  expect(entries.length).toBeGreaterThan(50);
  const tags = new Set<string | null>();
  for (const { id } of entries) tags.add((await pictureOf(id)).headers.get('etag'));
  expect(tags.size).toBe(entries.length);
  expect((await pictureOf('x402')).bytes).toEqual(bytes);
});

test('no picture is drawn for a name that no system has, and none by other methods', async () => {
  for (const id of ['nothing', 'x402.json', '%2e%2e', 'X402']) expectProblem(await pictureOf(id), 'not_found');
  const posted = await pictureOf('x402', { method: 'POST', body: '{}' });
  expectProblem(posted, 'method_not_allowed');
  expect(posted.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  const options = await pictureOf('x402', { method: 'OPTIONS' });
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
});
