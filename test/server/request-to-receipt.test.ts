import { spawnSync } from 'node:child_process';
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Devnet, openDevnet } from '../../src/devnet/devnet.ts';
import { call, post } from '../support/call.ts';
import { anchoringOn, asAdmin } from '../support/chain-double/settings.ts';
import { hasCryptography, pythonMissing } from '../support/python-verifier.ts';
import { shippedReceipts } from '../support/receipts.ts';
import { copySmallProject } from '../support/scratch-project.ts';
import { BUILT_SERVER, newFolder, newStore, type RunningServer, runToEnd, startServer } from '../support/server.ts';

/** What the README leads to: a request is decided, its receipt signed, published, anchored, shown and verified elsewhere. */
let checkout: string;
let devnet: Devnet;
let server: RunningServer;
let hash: string;
let requestId: string;
let firstStart: string;
let startWithReceipt: string;
/** A folder on "another machine": nothing of the project is in it but what was downloaded. */
let elsewhere: string;

const { signatures: _, subject: __, ...shipped } = shippedReceipts['demonstration-accepted']!;
const account = 'ccd:testnet:3kBx2h5Y2veb4hZgAJWPrr8RyQESKm5TjzF3ti1QQ4VSYLwK1G';
const decision = { ...shipped, agent: { name: 'Accountability demonstration agent', account } };

const command = async (file: string, args: readonly string[], settings = {}): Promise<string> => {
  const { code, stdout, stderr } = await runToEnd(file, args, settings, checkout);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
};
const download = async (path: string, name: string): Promise<string> => {
  const { status, text } = await call(server.url + path);
  expect(status).toBe(200);
  await writeFile(join(elsewhere, name), text);
  return text;
};
const verifyElsewhere = (program: string, ...args: string[]) => {
  const { status, stdout } = spawnSync(program, args, { cwd: elsewhere, encoding: 'utf8' });
  return { status, stdout };
};
const verifyAlone = (file: string) => verifyElsewhere(process.execPath, 'verify.mjs', file, '--keys', 'keys.json');
const verifyInPython = (file: string) => verifyElsewhere('python3', 'verify.py', file, '--keys', 'keys.json');

beforeAll(async () => {
  checkout = await copySmallProject();
  // A checkout with a build, which the receipt makes stale.
  await cp(join(import.meta.dirname, '../../dist'), join(checkout, 'dist'), { recursive: true });
  // A quarter of the time of a build goes to these, and nothing here leads to them.
  await rm(join(checkout, 'src/pages/api-reference'), { recursive: true });
  devnet = await openDevnet({ blockEveryMs: 100 });
  elsewhere = await newFolder();
  const settings = { ...(await anchoringOn(devnet)), DATABASE_URL: await newStore() };
  const keyFile = join(await newFolder(), 'decisions.json');

  server = await startServer(settings, BUILT_SERVER, checkout);
  requestId = String((await post(`${server.url}/api/intake`, { body: 'Please accept the work.' })).json['id']);
  await server.stop();
  firstStart = server.output();

  await command('cli/keys.ts', ['new', '--use', 'decisions', '--file', keyFile]);
  expect(await command('cli/inbox.ts', [], settings)).toContain(requestId);
  const decisionFile = join(await newFolder(), 'decision.json');
  const decided_at = `${new Date().toISOString().slice(0, 19)}Z`;
  await writeFile(decisionFile, JSON.stringify({ ...decision, receipt_id: 'accepted-work', decided_at }));
  const issued = await command(
    'cli/receipts.ts',
    ['issue', '--request', requestId, '--file', decisionFile, '--key', keyFile, '--outside-mandate'],
    settings,
  );
  hash = /[0-9a-f]{64}/.exec(issued)![0];

  server = await startServer(settings, 'server/main.ts', checkout);
  startWithReceipt = server.output();
  await download('/verify.mjs', 'verify.mjs');
  await download('/verify.py', 'verify.py');
  await download('/static/keys.json', 'keys.json');
  const { receipt_hash_sha256: _hash, ...receipt } = JSON.parse(
    await download(`/data/decision-receipts/${hash}.json`, 'receipt.json'),
  ) as Record<string, unknown>;
  const { signatures: _signatures, ...unsigned } = receipt;
  await writeFile(join(elsewhere, 'forged.json'), JSON.stringify({ ...receipt, decision: 'rejected' }));
  await writeFile(join(elsewhere, 'stripped.json'), JSON.stringify({ ...unsigned, decision: 'rejected' }));
});
afterAll(async () => {
  await server.end();
  await devnet.close();
});

test('the first start names the key that it made, and one that builds says so in two lines before its log', () => {
  const saidIn = (lines: readonly string[]) => lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(saidIn(firstStart.trim().split('\n')).slice(0, 2)).toEqual([
    expect.stringContaining('keep a copy'),
    expect.stringContaining('listening on'),
  ]);
  const [building, built, ...log] = startWithReceipt.trim().split('\n');
  expect([building, built, ...saidIn(log)]).toEqual([
    expect.stringContaining('building first'),
    expect.stringContaining('build is done'),
    expect.stringContaining('listening on'),
  ]);
});

describe('a request that was decided', () => {
  test('leads from its status to the page of the signed receipt, and back', async () => {
    const status = await call(`${server.url}/intake/${requestId}`);
    expect(status.text).toContain(`/receipts/${hash}`);
    const page = await call(`${server.url}/receipts/${hash}`);
    expect(page.status).toBe(200);
    for (const words of ['Signed by decision key', requestId]) expect(page.text).toContain(words);
    expect(
      /<h1[^>]*>(.*?)<\/h1>/s
        .exec(page.text)![1]!
        .replaceAll(/<[^>]+>/g, '')
        .trim(),
    ).toMatch(/^\w+: a public request, \w{8}…$/);
    for (const path of ['/receipts', `/badge/receipt/${hash}.svg`]) {
      const { text } = await call(server.url + path);
      expect(text, path).toContain(`a public request, ${requestId.slice(0, 8)}…`);
      expect(text, path).not.toContain(requestId);
    }
  });

  test('is anchored, and its pack is verified against the node', async () => {
    const receipt = (await call(`${server.url}/data/decision-receipts/${hash}.json`)).json;
    const anchored = await post(
      `${server.url}/api/agent-acceptance-kit/anchor-live`,
      { receipt },
      { ...asAdmin, prefer: 'wait=20' },
    );
    expect(anchored.json).toMatchObject({ state: 'finalized', receipt_hash_sha256: hash });
    const pack = join(elsewhere, 'pack.json');
    await download(`/api/adjudicator/evidence/agent-acceptance/${hash}`, 'pack.json');
    const { code, stdout } = await runToEnd('cli/verify.ts', [pack, '--keys', join(elsewhere, 'keys.json'), '--node', devnet.url]); // prettier-ignore
    // A simulated chain proves nothing, so the third question stays open.
    expect({ code, stdout }).toEqual({ code: 2, stdout: expect.stringMatching(/From whom\?\s+pass/) });
    for (const check of ['finalized', 'exact_bytes', 'hash']) expect(stdout).toMatch(new RegExp(`pass +${check} `));
  });

  test('is shown to be intact and signed by verify.mjs elsewhere, and a forgery is not', () => {
    expect(verifyAlone('receipt.json')).toEqual({ status: 2, stdout: expect.stringContaining('Intact and signed by') });
    expect(verifyAlone('forged.json').status).toBe(1);
    expect(verifyAlone('stripped.json')).toEqual({ status: 2, stdout: expect.stringContaining('Origin not shown') });
  });

  test.skipIf(pythonMissing !== undefined)(
    `is shown so by verify.py elsewhere, too${pythonMissing === undefined ? '' : ` (skipped: ${pythonMissing})`}`,
    () => {
      const words = hasCryptography ? 'Signed by decision key' : 'Origin not shown';
      expect(verifyInPython('receipt.json')).toEqual({ status: 2, stdout: expect.stringContaining(words) });
      expect(verifyInPython('forged.json').status).toBe(hasCryptography ? 1 : 2);
      expect(verifyInPython('stripped.json')).toEqual({
        status: 2,
        stdout: expect.stringContaining('Origin not shown'),
      });
    },
  );
});
