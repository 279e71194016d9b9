/**
 * Holds the OpenAPI document against tools of others, which are too large to be dependencies: clients that three
 * generators make are compiled and call the service, Prism validates a conversation with every address, and Spectral reads
 * the document. Needs a build and the network. `npx node test/others/run.ts`, by hand; CONTRIBUTING.md has the last result.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDevnet } from '../../src/devnet/devnet.ts';
import { call, post, postText } from '../support/call.ts';
import { anchoringOn, asAdmin } from '../support/chain-double/settings.ts';
import { bodies } from '../support/contract.ts';
import { startServer } from '../support/server.ts';
import { EXPECTED, generators } from './generators.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

const devnet = await openDevnet();
const limits = { RATE_LIMIT_INTAKE: '60/3600', RATE_LIMIT_PREVIEW: '150/3600', RATE_LIMIT_ANCHOR: '60/3600' };
const server = await startServer({ ...(await anchoringOn(devnet)), ...limits });
const openapi = (await call(`${server.url}/openapi.json`)).text;
const { paths } = JSON.parse(openapi) as { paths: Record<string, Record<string, object>> };

const folderWith = (packages: readonly string[]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'others-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  writeFileSync(join(folder, 'openapi.json'), openapi.replaceAll('http://localhost:4321', 'https://agent.example.org'));
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', ...packages], {
    cwd: folder,
  });
  return folder;
};

const runIn = (folder: string, [program, ...args]: readonly string[], env = {}): string =>
  execFileSync(join(folder, 'node_modules/.bin', program!), args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });

const compilerOptions = {
  strict: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  outDir: 'out',
  types: [],
  lib: ['es2023', 'dom', 'dom.iterable'],
};

for (const { name, packages, command, program } of generators) {
  const folder = folderWith([...packages, 'typescript@5.9.3']);
  runIn(folder, command);
  writeFileSync(
    join(folder, 'client.ts'),
    `declare const process: { env: Record<string, string | undefined> };\n${program}`,
  );
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['client.ts'] }));
  runIn(folder, ['tsc', '-p', '.']);
  const bundled = join(folder, 'bundled.mjs');
  execFileSync(join(import.meta.dirname, '../../node_modules/.bin/rolldown'), ['out/client.js', '--file', bundled], {
    cwd: folder,
  });
  const printed = execFileSync(process.execPath, [bundled], {
    encoding: 'utf8',
    env: { ...process.env, SERVICE: server.url },
  });
  say(`${name}: ${printed.trim() === EXPECTED ? 'compiles and calls the service' : `printed ${printed}`}`);
}

const linter = folderWith(['@stoplight/spectral-cli@6.16.3']);
writeFileSync(join(linter, '.spectral.json'), '{ "extends": ["spectral:oas"] }');
say(`spectral: ${runIn(linter, ['spectral', 'lint', '--fail-severity', 'warn', 'openapi.json']).trim()}`);

/** The violations that Prism found in what the service answered. */
const violationsOf = (answer: { headers: Headers }): string[] =>
  (JSON.parse(answer.headers.get('sl-violations') ?? '[]') as { location: string[] }[])
    .filter(({ location }) => location[0] === 'response')
    .map((violation) => JSON.stringify(violation));

const proxy = folderWith(['@stoplight/prism-cli@5.16.0']);
const PORT = '4099';
const prism = spawn(
  join(proxy, 'node_modules/.bin/prism'),
  ['proxy', 'openapi.json', server.url, '--port', PORT, '--host', '127.0.0.1'],
  { cwd: proxy, stdio: ['ignore', 'pipe', 'inherit'] },
);
await once(prism.stdout, 'data');
const through = `http://127.0.0.1:${PORT}`;
while (!(await fetch(`${through}/healthz`).catch(() => undefined))) await new Promise((done) => setTimeout(done, 200));

const sent = (await post(`${server.url}/api/intake`, { body: 'For Prism' })).json;
const anchored = 'c'.repeat(64);
await post(`${server.url}/api/agent-acceptance-kit/anchor-live`, { receipt_hash_sha256: anchored }, asAdmin);
const index = (await call(`${server.url}/data/decision-receipts/index.json`)).json as {
  receipts: { receipt_hash_sha256: string }[];
};
const known: Record<string, string> = {
  id: String(sent['id']),
  receipt_hash_sha256: index.receipts[0]!.receipt_hash_sha256,
  file: 'receipt-plain.json',
};
const violations: string[] = [];
let asked = 0;
const statuses = new Set<number>();
const note = (what: string, answer: { status: number; headers: Headers }) => {
  asked++;
  statuses.add(answer.status);
  violations.push(...violationsOf(answer).map((violation) => `${what} ${answer.status}: ${violation}`));
};
for (const [path, methods] of Object.entries(paths)) {
  const address = path
    .replace('/anchors/{receipt_hash_sha256}', `/anchors/${anchored}`)
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? '0'.repeat(64));
  if ('get' in methods) {
    note(`GET ${path}`, await call(through + address));
    note(`GET ${path}`, await call(through + address, { headers: { 'if-none-match': '*' } }));
  }
  if (address.includes('0'.repeat(64)) || /\{\w+\}/.test(path))
    for (const value of ['f'.repeat(64), 'no-such-value'])
      note(`GET ${path}`, await call(through + path.replaceAll(/\{\w+\}/g, value)));
  if ('post' in methods) {
    note(`POST ${path}`, await post(through + path, bodies[path], asAdmin));
    note(`POST ${path}`, await post(through + path, { unknown: true }));
    note(`POST ${path}`, await post(through + path, bodies[path]));
    note(`POST ${path}`, await post(through + path, bodies[path], { authorization: 'Bearer wrong' }));
    // No JSON that is broken off: Prism never answers it.
    for (const [body, type] of [
      ['a text', 'text/plain'],
      [`"${'x'.repeat(70_000)}"`, 'application/json'],
    ] as const)
      note(`POST ${path}`, await postText(through + path, body, { ...asAdmin, 'content-type': type }));
  }
}
for (const path of Object.keys(bodies).filter((one) => 'post' in (paths[one] ?? {})))
  for (let tries = 0, status = 0; tries < 200 && status !== 429; tries++) {
    const answer = await post(through + path, bodies[path], asAdmin);
    ({ status } = answer);
    note(`POST ${path}`, answer);
  }
say(
  `prism: ${asked} answers of the statuses ${[...statuses].toSorted().join(', ')}; ${violations.length} violations\n${violations.join('\n')}`,
);
prism.kill();
await server.stop();
await devnet.close();
