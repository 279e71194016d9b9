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

const live = [
  ['a page made on request', `/adjudicator-evidence-pack/pack?hash=${SHIPPED}`],
  ['a page of what is not there', '/intake/0'],
] as const;

describe.each(live)('%s', (_, path) => {
  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('is sent as %s where that is accepted, to HEAD like to GET', async (coding, decompress) => {
    const plain = await raw(path);
    const { status, headers, bytes } = await raw(path, { 'accept-encoding': coding });
    expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding' });
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(headers['x-robots-tag']).toBe(plain.headers['x-robots-tag']);
    expect(status).toBe(plain.status);
    expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
    const text = decompress(bytes);
    expect(text.toString()).toMatch(/^<!doctype html>[^]*<\/html>/i);
    const head = await raw(path, { 'accept-encoding': coding }, 'HEAD');
    expect([head.status, head.bytes.length]).toEqual([status, 0]);
    for (const name of ['content-length', 'content-encoding', 'content-type', 'vary', 'cache-control'])
      expect(head.headers[name], name).toBe(headers[name]);
  });

  test.each(['identity', '', 'zstd', 'br;q=0, gzip;q=0'])(
    'is sent plain for Accept-Encoding: "%s"',
    async (accepts) => {
      const { headers } = await raw(path, { 'accept-encoding': accepts });
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers['vary']).toBe('Accept-Encoding');
    },
  );
});
