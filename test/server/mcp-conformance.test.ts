import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFolder, type RunningServer, runToEnd, startServer } from '../support/server.ts';

const conformance = '../node_modules/@modelcontextprotocol/conformance/dist/index.js';

/** The scenarios that are about any server; the others need tools made for them, or features that are not offered. */
const scenarios: readonly (readonly [string, string])[] = [
  ['2026-07-28', 'tools-list'],
  ['2026-07-28', 'resources-list'],
  ['2026-07-28', 'prompts-list'],
  ['2026-07-28', 'sep-2164-resource-not-found'],
  ['2026-07-28', 'http-header-validation'],
  ['2026-07-28', 'dns-rebinding-protection'],
  ['2026-07-28', 'caching'],
  ['2025-11-25', 'server-initialize'],
  ['2025-11-25', 'ping'],
  ['2025-11-25', 'tools-list'],
  ['2025-11-25', 'resources-list'],
  ['2025-11-25', 'prompts-list'],
  ['2025-11-25', 'dns-rebinding-protection'],
  ['2025-06-18', 'server-initialize'],
  ['2025-06-18', 'tools-list'],
];

let server: RunningServer;
let folder: string;
beforeAll(async () => {
  server = await startServer();
  folder = await newFolder();
});
afterAll(() => server.stop());

test.each(scenarios)('the conformance kit of MCP %s passes %s', async (version, scenario) => {
  const address = `${server.url.replace('127.0.0.1', 'localhost')}/mcp`;
  const { code, stdout } = await runToEnd(conformance, [
    'server',
    '--url',
    address,
    '--scenario',
    scenario,
    '--spec-version',
    version,
    '--output-dir',
    folder,
  ]);
  expect(code, stdout).toBe(0);
  expect(stdout).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/);
});
