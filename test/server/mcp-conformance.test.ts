import { expect, inject, test } from 'vitest';
import { runToEnd } from '../support/server.ts';

const conformance = '../node_modules/@modelcontextprotocol/conformance/dist/index.js';

/** The scenarios that are about any server; the others need tools made for them, or features that are not offered. */
const scenarios = {
  '2026-07-28': [
    'tools-list',
    'resources-list',
    'prompts-list',
    'sep-2164-resource-not-found',
    'http-header-validation',
    'dns-rebinding-protection',
    'caching',
  ],
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'],
  '2025-06-18': ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list'],
};

test.each(Object.entries(scenarios))('the conformance kit of MCP %s passes %j', async (version, wanted) => {
  const url = `${inject('site').replace('127.0.0.1', 'localhost')}/mcp`;
  // One run of all scenarios takes a third of the time of a run for each that is wanted.
  const { stdout } = await runToEnd(conformance, ['server', '--url', url, '--suite', 'all', '--spec-version', version]);
  const passed = [...stdout.matchAll(/^✓ (\S+): [1-9]\d* passed, 0 failed/gm)].map(([, scenario]) => scenario!);
  expect(passed, stdout).toEqual(expect.arrayContaining(wanted));
});
