import { expect, inject, test } from 'vitest';
import { call } from '../support/call.ts';
import { serviceHere } from '../support/hosted-service.ts';

/** The built server with another base address, without a build for it. */
const server = await serviceHere({ SITE_URL: 'https://service.example' });

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
