import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { call } from '../support/call.ts';
import { type HostedService, hostService } from '../support/hosted-service.ts';
import { expectProblem } from '../support/problem.ts';

const SITE_URL = 'https://service.example';
const PATH = '/.well-known/security.txt';

/** The built server with another base address, without a build for it. */
const start = (settings: Record<string, string>) => hostService({ SITE_URL, ...settings });

let server: HostedService;
beforeAll(async () => {
  server = await start({ SECURITY_CONTACT: 'mailto:security@service.example' });
});
afterAll(() => server.end());

test('every answer over an https base address carries Strict-Transport-Security', async () => {
  for (const path of [
    '/',
    '/static/status.json',
    '/api/intake/summary',
    '/intake',
    '/api/nothing',
    '/nothing',
    '/verify/',
    PATH,
  ])
    expect((await call(server.url + path)).headers.get('strict-transport-security'), path).toBe('max-age=31536000');
});

test('over http no answer does', async () => {
  const plain = inject('site');
  for (const path of ['/', '/static/status.json', '/api/intake/summary', '/nothing'])
    expect((await call(plain + path)).headers.get('strict-transport-security'), path).toBeNull();
  expectProblem(await call(plain + PATH), 'not_found');
});

test('security.txt names the contact and when it expires', async () => {
  const { status, text, headers } = await call(server.url + PATH);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const fields = Object.fromEntries(
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(': ') as [string, string]),
  );
  expect(fields).toEqual({
    Contact: 'mailto:security@service.example',
    Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
    Canonical: `${SITE_URL}${PATH}`,
  });
  const days = (Date.parse(fields['Expires']!) - Date.now()) / 86_400_000;
  expect([days > 170, days < 181]).toEqual([true, true]);
  expect((await call(server.url + PATH, { method: 'HEAD' })).status).toBe(200);
  expectProblem(await call(server.url + PATH, { method: 'POST' }), 'method_not_allowed');
});
