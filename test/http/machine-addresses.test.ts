import { expect, test } from 'vitest';
import { isLiveRoute, isMachinePath } from '../../src/http/machine-addresses.ts';

test.each([
  '/a2a',
  '/api',
  '/api/',
  '/api/intake',
  '/static/status.json',
  '/.well-known/x',
  '/healthz',
  '/openapi.json',
  '/mcp',
  '/mcp/server-card',
  '/specification.md',
  '/llms.txt',
])('%s is for programs', (path) => expect(isMachinePath(path)).toBe(true));

test.each(['/', '/apis', '/intake', '/healthz/more', '/verify', '/static-pages', '/agent-accountability-map/x402'])(
  '%s is for people',
  (path) => expect(isMachinePath(path)).toBe(false),
);

test('the endpoints below /api/, A2A, MCP and the probes answer live, documents are built ahead', () => {
  expect(['/a2a', '/mcp', '/api/intake/[id]', '/healthz', '/readyz'].every(isLiveRoute)).toBe(true);
  expect(['/static/status.json', '/openapi.json', '/mcp/server-card', '/intake'].some(isLiveRoute)).toBe(false);
});
