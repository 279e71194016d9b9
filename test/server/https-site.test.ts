import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { call } from '../support/call.ts';
import { type HostedService, hostService } from '../support/hosted-service.ts';

/** The built server with another base address, without a build for it. */
let server: HostedService;
beforeAll(async () => {
  server = await hostService({ SITE_URL: 'https://service.example' });
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
  ])
    expect((await call(server.url + path)).headers.get('strict-transport-security'), path).toBe('max-age=31536000');
});

test('over http no answer does', async () => {
  const plain = inject('site');
  for (const path of ['/', '/static/status.json', '/api/intake/summary', '/nothing'])
    expect((await call(plain + path)).headers.get('strict-transport-security'), path).toBeNull();
});
