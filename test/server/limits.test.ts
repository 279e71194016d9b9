import { describe, expect, onTestFinished, test } from 'vitest';
import { call, post } from '../support/call.ts';
import { hostService, serviceHere } from '../support/hosted-service.ts';
import { previewPaths } from '../support/previews.ts';
import { expectProblem } from '../support/problem.ts';

/** Behind two proxies, so that each test is a client of its own. */
const server = await serviceHere({
  RATE_LIMIT_INTAKE: '3/60',
  RATE_LIMIT_READ: '3/60',
  RATE_LIMIT_PREVIEW: '1/60',
  TRUSTED_PROXY_HOPS: '2',
});

/** The headers of a client that comes over both proxies. */
const from = (address: string) => ({ 'x-forwarded-for': `${address}, 10.0.0.1` });

describe('the intake limit', () => {
  const send = (headers: Readonly<Record<string, string>>) =>
    post(`${server.url}/api/intake`, { body: 'abc' }, headers);

  test('refuses the request after the last one that is allowed, and says when to come back', async () => {
    const client = from('192.0.2.1');
    for (const left of [2, 1, 0]) {
      const answer = await send(client);
      expect(answer.status).toBe(201);
      expect(answer.headers.get('ratelimit-policy')).toBe('"intake";q=3;w=60');
      expect(answer.headers.get('ratelimit')).toMatch(new RegExp(`^"intake";r=${left};t=(60|5\\d)$`));
    }
    const refused = await send(client);
    expectProblem(refused, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await call(`${server.url}/api/intake/summary`, { headers: client })).status).toBe(200);
  });

  test('cannot be escaped by writing an X-Forwarded-For header', async () => {
    const open = await hostService({ RATE_LIMIT_INTAKE: '1/60' });
    onTestFinished(() => open.end());
    const forge = (address: string) => post(`${open.url}/api/intake`, { body: 'abc' }, { 'x-forwarded-for': address });
    expect((await forge('203.0.113.1')).status).toBe(201);
    expectProblem(await forge('203.0.113.2'), 'rate_limited');
  });

  test('counts the n-th address from the right behind n trusted proxies', async () => {
    const sendFrom = (header: string) => send({ 'x-forwarded-for': header });
    for (let count = 0; count < 3; count += 1) {
      expect((await sendFrom('203.0.113.1, 10.0.0.1')).status).toBe(201);
      expect(
        (await sendFrom(`${['2001:db8:1:2::1', '2001:0DB8:1:2::1', '2001:DB8:1:2:0::1'][count]!}, 10.0.0.1`)).status,
      ).toBe(201);
    }
    expectProblem(await sendFrom('198.51.100.9, 203.0.113.1, 10.0.0.2'), 'rate_limited');
    expectProblem(await sendFrom('::ffff:203.0.113.1, 10.0.0.2'), 'rate_limited');
    expectProblem(await sendFrom('2001:db8:1:2:3:4:5:6, 10.0.0.1'), 'rate_limited');
    expect((await sendFrom('203.0.113.2, 10.0.0.1')).status).toBe(201);
  });
});

test('evidence packs and pages made on request share a limit, and other reads have none', async () => {
  const hash = '6b7a8c7d7078425e7d8cbefc0e0ba06ac22cbff399062a52b163c2defb58fb8b';
  const client = from('192.0.2.2');
  const get = (path: string) => call(server.url + path, { headers: client });
  const pages = ['/agent-accountability-map/compare', '/agent-acceptance-anchor'];
  for (const [at, path] of [`/api/adjudicator/evidence/agent-acceptance/${hash}`, ...pages].entries()) {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('ratelimit')]).toEqual([
      200,
      expect.stringMatching(`^"read";r=${2 - at};`),
    ]);
  }
  for (const path of [...pages, '/intake/unknown']) expectProblem(await get(path), 'rate_limited');
  for (const path of ['/api/intake/summary', '/api/snapshot', `/receipts/${hash}`])
    expect((await get(path)).status, path).toBe(200);
  const sent = await post(`${server.url}/api/intake`, { body: 'Is writing counted apart?' }, client);
  expect(sent.status).toBe(201);
});

test('the previews and anchor-live share a limit, which reads and descriptors do not use up', async () => {
  const client = from('192.0.2.3');
  const preview = () => post(`${server.url}/api/agent-acceptance-kit/anchor-preview`, {}, client);
  expect((await preview()).status).toBe(400);
  expectProblem(await preview(), 'rate_limited');
  for (const path of [previewPaths.dispute, previewPaths.workOrder, previewPaths.run]) {
    const refused = await post(server.url + path, {}, client);
    expectProblem(refused, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await call(server.url + path, { headers: client })).status).toBe(200);
  }
  expectProblem(await post(`${server.url}/api/agent-acceptance-kit/anchor-live`, {}, client), 'rate_limited');
});
