/**
 * Holds /mcp of the last build against the conformance kit of MCP, which is fetched for it. Needs the network;
 * `npx node test/others/mcp-conformance.ts`, by hand. Exit code 1 when a scenario that is about any server does not pass.
 */
import { execFileSync } from 'node:child_process';
import { startServer } from '../support/server.ts';

const KIT = '@modelcontextprotocol/conformance@0.2.0-alpha.12';

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
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
  '2025-06-18': ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list'],
};

const server = await startServer();
const url = `${server.url.replace('127.0.0.1', 'localhost')}/mcp`;
for (const [version, wanted] of Object.entries(scenarios)) {
  const args = ['--yes', KIT, 'server', '--url', url, '--suite', 'all', '--spec-version', version];
  let said: string;
  try {
    said = execFileSync('npx', args, { encoding: 'utf8' });
  } catch (failure) {
    // Scenarios that are not about this server fail, and with them the kit.
    said = String((failure as { stdout?: string }).stdout);
  }
  const passed = [...said.matchAll(/^✓ (\S+): [1-9]\d* passed, 0 failed/gm)].map(([, scenario]) => scenario!);
  const missing = wanted.filter((scenario) => !passed.includes(scenario));
  process.stdout.write(
    `MCP ${version}: ${missing.length === 0 ? `${wanted.length} pass` : `not: ${missing.join(', ')}`}\n`,
  );
  if (missing.length > 0) process.exitCode = 1;
}
await server.end();
