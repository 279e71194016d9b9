import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, inject, test } from 'vitest';
import { digest, rawAnswer } from '../support/raw-answer.ts';

const server = { url: inject('site') };
/** The answer as it went over the wire, not decoded. */
const raw = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  rawAnswer(server.url + path, headers, method);

const fixed = '/static/agent-accountability-map.json';
/** A receipt that the service ships. */
const SHIPPED = '6b7a8c7d7078425e7d8cbefc0e0ba06ac22cbff399062a52b163c2defb58fb8b';

describe('compressed copies', () => {
  const record = '/data/agent-accountability-map/records/x402.json';

  test.each([
    ['br', 'br', brotliDecompressSync, fixed],
    ['gzip, deflate', 'gzip', gunzipSync, fixed],
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync, fixed],
    ['gzip;q=0.5, br;q=1.0', 'br', brotliDecompressSync, fixed],
    ['br;q=0, gzip', 'gzip', gunzipSync, fixed],
    // The build leaves the single records to the server, which compresses them when they are first asked for.
    ['br', 'br', brotliDecompressSync, record],
    ['gzip', 'gzip', gunzipSync, record],
  ] as const)('for Accept-Encoding: %s', async (accepts, coding, decompress, path) => {
    const plain = await raw(path);
    expect(plain.headers['vary']).toBe('Accept-Encoding');
    const { headers, bytes } = await raw(path, { 'accept-encoding': accepts });
    expect(headers['content-encoding']).toBe(coding);
    expect(headers['vary']).toBe('Accept-Encoding');
    expect(decompress(bytes).equals(plain.bytes)).toBe(true);
    expect(headers['repr-digest']).toBe(digest(bytes));
    expect(headers['etag']).not.toBe(plain.headers['etag']);
    const again = await raw(path, { 'accept-encoding': accepts });
    expect(again.bytes.equals(bytes)).toBe(true);
    expect((await raw(path, { 'accept-encoding': accepts, 'if-none-match': String(headers['etag']) })).status).toBe(
      304,
    );
  });

  test.each(['identity', '', 'zstd', 'br;q=0, gzip;q=0'])('are not sent for Accept-Encoding: "%s"', async (accepts) => {
    expect((await raw(fixed, { 'accept-encoding': accepts })).headers['content-encoding']).toBeUndefined();
  });
});

describe.each([
  ['an intake receipt that does not exist', '/intake/0'],
  ['the anchors', '/agent-acceptance-anchor'],
  ['an evidence pack', `/adjudicator-evidence-pack/pack?hash=${SHIPPED}`],
])('the page made on request of %s', (_, path) => {
  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('is sent as %s to whoever accepts that', async (coding, decompress) => {
    const plain = await raw(path);
    const { status, headers, bytes } = await raw(path, { 'accept-encoding': coding });
    expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding' });
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(headers['x-robots-tag']).toBe('noindex, nofollow');
    expect(status).toBe(plain.status);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers['vary']).toBe('Accept-Encoding');
    expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(decompress(bytes).toString()).toMatch(/^<!doctype html>[^]*<\/html>/i);
  });

  test.each(['br', 'gzip', 'identity'])('answers HEAD like GET to whoever accepts %s', async (coding) => {
    const accepted = { 'accept-encoding': coding };
    const [get, head] = [await raw(path, accepted), await raw(path, accepted, 'HEAD')];
    expect(head.bytes).toHaveLength(0);
    expect(head.status).toBe(get.status);
    for (const name of ['content-length', 'content-encoding', 'content-type', 'vary', 'cache-control'])
      expect(head.headers[name], name).toBe(get.headers[name]);
  });
});

describe('a large live answer', () => {
  const large = '/api/snapshot';

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)(
    'is sent as %s to whoever accepts that, with a tag and a digest of its own',
    async (coding, decompress) => {
      const { headers, bytes } = await raw(large, { 'accept-encoding': coding });
      expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding' });
      expect(headers['content-length']).toBe(String(bytes.length));
      expect(headers['repr-digest']).toBe(digest(bytes));
      const plain = decompress(bytes);
      expect(headers['etag']).toBe(`"${createHash('sha256').update(plain).digest('hex')}-${coding}"`);
      expect(JSON.parse(plain.toString())).toMatchObject({ ok: true, schema: 'service.snapshot.v1' });
      expect(bytes.length).toBeLessThan(plain.length / 3);
    },
  );

  test.each(['identity', '', 'zstd', 'br;q=0, gzip;q=0'])(
    'is sent plain for Accept-Encoding: "%s"',
    async (accepts) => {
      const { headers, bytes } = await raw(large, { 'accept-encoding': accepts });
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers['vary']).toBe('Accept-Encoding');
      expect(JSON.parse(bytes.toString())).toMatchObject({ ok: true });
    },
  );

  test('that did not change is answered with 304, in every coding', async () => {
    const path = '/api/adjudicator/work-order/run-preview';
    const etag = String((await raw(path, { 'accept-encoding': 'br' })).headers['etag']);
    expect(etag).toMatch(/-br"$/);
    for (const accepts of ['br', 'gzip', '']) {
      const answer = await raw(path, { 'accept-encoding': accepts, 'if-none-match': etag });
      expect(answer.status, accepts).toBe(304);
      expect(answer.bytes).toHaveLength(0);
      expect(answer.headers['content-encoding']).toBeUndefined();
    }
  });
});
