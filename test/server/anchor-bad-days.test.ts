import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Devnet, type DevnetOptions, openDevnet } from '../../src/devnet/devnet.ts';
import { anchorStore } from '../../src/storage/anchors.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { type Answer, call, post } from '../support/call.ts';
import { ADMIN_TOKEN, anchoringOn, asAdmin } from '../support/chain-double/settings.ts';
import { hashNamed, mostCommitted, ratesFor } from '../support/chain-double/world.ts';
import { expectProblem } from '../support/problem.ts';
import { newFolder, newStore, type RunningServer, startServer } from '../support/server.ts';

const KIT = '/api/agent-acceptance-kit';
/** Longest that a request to a node may take, with room for a slow machine, in milliseconds. */
const LIMIT_MS = 30_000;

let devnet: Devnet;
const servers: RunningServer[] = [];
beforeEach(() => {
  servers.length = 0;
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await devnet.close();
});

const open = async (options: DevnetOptions = {}): Promise<Record<string, string>> => {
  devnet = await openDevnet({ blockEveryMs: 100, ...options });
  return anchoringOn(devnet);
};
const start = async (settings: Readonly<Record<string, string>>): Promise<RunningServer> => {
  const server = await startServer(settings);
  servers.push(server);
  return server;
};
const live = (server: RunningServer, hash: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  post(`${server.url}${KIT}/anchor-live`, { receipt_hash_sha256: hash }, { ...asAdmin, ...headers });
const preview = (server: RunningServer, hash: string): Promise<Answer> =>
  post(`${server.url}${KIT}/anchor-preview`, { receipt_hash_sha256: hash });
const stateOf = async (server: RunningServer, hash: string) =>
  (await call(`${server.url}${KIT}/anchors/${hash}`)).json['state'];

const openStore = async (store: string) => {
  const database = await openDatabase({ kind: 'sqlite', filename: store.replace('file:', '') });
  return { database, ledger: anchorStore(database) };
};

test('of 200 calls at once for 20 hashes with budget for 3, three are anchored and every other caller gets the reason', async () => {
  const store = await newStore();
  const server = await start({ ...(await open({ rates: ratesFor(1_300_000n) })), DATABASE_URL: store });
  const hashes = Array.from({ length: 20 }, (_, at) => hashNamed(`crowd ${at}`));
  const calls = Array.from({ length: 200 }, (_, at) => hashes[at % 20]!);
  const answers = await Promise.all(calls.map(async (hash) => ({ hash, answer: await live(server, hash) })));
  const anchored = new Set(answers.filter(({ answer }) => answer.status === 202).map(({ hash }) => hash));
  expect(anchored.size).toBe(3);
  for (const { hash, answer } of answers) {
    if (answer.status === 202 || answer.status === 200) expect(anchored).toContain(hash);
    else expectProblem(answer, 'budget_exhausted');
  }
  expect(answers.filter(({ answer }) => answer.status === 202)).toHaveLength(3);
  for (const hash of anchored) await expect.poll(() => stateOf(server, hash), { timeout: 40_000 }).toBe('finalized');
  expect((await call(`${server.url}${KIT}/manifest`)).json).toMatchObject({
    stored_anchor_count: 3,
    budget: { spent_microccd: '3900000', reserved_microccd: '0' },
  });
  expect(devnet.chain.transactions()).toHaveLength(3);
  await server.stop();
  const { database, ledger } = await openStore(store);
  expect(await mostCommitted({ ledger })).toBeLessThanOrEqual(5_000_000n);
  await database.close();
});

test('a service that is killed after it answered 202 goes on after a restart, with one transaction', async () => {
  const settings = { ...(await open()), DATABASE_URL: await newStore() };
  const hashes = ['one', 'two', 'three'].map(hashNamed);
  const killed = await start(settings);
  for (const hash of hashes) expect((await live(killed, hash)).status).toBe(202);
  await killed.stop('SIGKILL');
  // The lease of the killed process would run out by itself, half a minute later.
  const { database } = await openStore(settings.DATABASE_URL);
  await database.knex('chain_lease').update({ until: 0 });
  await database.close();
  const server = await start(settings);
  for (const hash of hashes) {
    await expect.poll(() => stateOf(server, hash), { timeout: 40_000 }).toBe('finalized');
    expect((await live(server, hash)).status).toBe(200);
  }
  expect(devnet.chain.transactions()).toHaveLength(3);
});

test('a service that is asked to stop does so while anchors are under way, and the next one takes them up', async () => {
  const settings = { ...(await open({ blockEveryMs: 60_000 })), DATABASE_URL: await newStore() };
  const hash = hashNamed('under way');
  const first = await start(settings);
  expect((await live(first, hash)).status).toBe(202);
  await expect.poll(() => stateOf(first, hash), { timeout: 20_000 }).toBe('submitted');
  expect(await first.stop()).toBe(0);
  devnet.finalize();
  const second = await start(settings);
  await expect.poll(() => stateOf(second, hash), { timeout: 20_000 }).toBe('finalized');
  expect(devnet.chain.transactions()).toHaveLength(1);
});

describe('a node that', () => {
  test('is silent keeps no request waiting beyond the limit, and is used again when it speaks', async () => {
    const server = await start(await open());
    devnet.failures.silent = true;
    const hash = hashNamed('silence');
    const init = {
      method: 'POST',
      body: JSON.stringify({ receipt_hash_sha256: hash }),
      signal: AbortSignal.timeout(LIMIT_MS),
    };
    const json = { 'content-type': 'application/json' };
    const [shown, refused] = await Promise.all([
      call(`${server.url}${KIT}/anchor-preview`, { ...init, headers: json }),
      call(`${server.url}${KIT}/anchor-live`, { ...init, headers: { ...json, ...asAdmin, prefer: 'wait=30' } }),
    ]);
    expect(shown.json).toMatchObject({
      would_go_ahead: false,
      cost: { rate_status: 'rate_unavailable', microccd: null },
    });
    expectProblem(refused, 'chain_unavailable');
    expect(refused.json['reason']).toBe('node_unavailable');
    expect((await call(`${server.url}${KIT}/manifest`)).json).toMatchObject({ stored_anchor_count: 0 });
    devnet.failures.silent = false;
    await expect
      .poll(async () => (await live(server, hash, { prefer: 'wait=10' })).status, { timeout: 30_000, interval: 1_000 })
      .toBe(201);
  });

  test('falls silent after the transaction was handed over loses nothing', async () => {
    const server = await start(await open());
    const hash = hashNamed('held');
    devnet.failures.holdAcknowledgements = true;
    expect((await live(server, hash)).status).toBe(202);
    await expect.poll(() => stateOf(server, hash), { timeout: 40_000 }).toBe('finalized');
    expect(devnet.chain.transactions()).toHaveLength(1);
  });
});

test('neither the token nor the keys nor the path of the wallet is in any answer, page or log line', async () => {
  const settings = await open();
  const folder = await newFolder();
  const wallet = await readFile(settings['CONCORDIUM_WALLET_FILE']!, 'utf8');
  const keys = [...wallet.matchAll(/"signKey":"([0-9a-f]{64})"/g)].map(([, key]) => key!);
  expect(keys.length).toBeGreaterThan(0);
  const malformed = join(folder, 'malformed.json');
  await writeFile(malformed, `${wallet.slice(0, -20)}`, { mode: 0o600 });
  const readable = join(folder, 'readable.json');
  await writeFile(readable, wallet);
  await chmod(readable, 0o644);
  const other = join(folder, 'other.json');
  await writeFile(other, wallet.replaceAll(keys[0]!, `${'0'.repeat(63)}1`), { mode: 0o600 });

  const said: string[] = [];
  const hear = ({ text, headers }: Answer): void => void said.push(text, JSON.stringify([...headers]));
  const wallets = {
    [settings['CONCORDIUM_WALLET_FILE']!]: undefined,
    [join(folder, 'missing.json')]: 'wallet_missing',
    [malformed]: 'wallet_malformed',
    [readable]: 'wallet_not_private',
    [other]: 'wallet_wrong_key',
  };
  for (const [file, problem] of Object.entries(wallets)) {
    const server = await start({ ...settings, CONCORDIUM_WALLET_FILE: file, LOG_LEVEL: 'trace' });
    const hash = hashNamed(file);
    const previewed = await preview(server, hash);
    const answered = await live(server, hash, { prefer: 'wait=10' });
    if (problem === undefined) expect(answered.status).toBe(201);
    else {
      expect((previewed.json['reasons'] as { code: string }[])[0]).toMatchObject({ code: problem });
      expectProblem(answered, 'chain_not_configured');
      expect(answered.json['reason']).toBe(problem);
    }
    hear(previewed);
    hear(answered);
    hear(await post(`${server.url}${KIT}/anchor-live`, { [ADMIN_TOKEN]: 1 }, asAdmin));
    hear(await post(`${server.url}${KIT}/anchor-live`, {}, { authorization: `Bearer ${ADMIN_TOKEN}x` }));
    for (const path of [
      `${KIT}/anchors/${hash}`,
      `${KIT}/manifest`,
      '/api/snapshot',
      `/agent-acceptance-anchor?hash=${hash}`,
      '/readyz',
    ])
      hear(await call(server.url + path));
    await server.stop();
    said.push(server.output());
  }
  const all = said.join('\n');
  expect(all).toContain('anchor_claimed');
  for (const secret of [ADMIN_TOKEN, ...keys, folder, settings['CONCORDIUM_WALLET_FILE']!])
    expect(all.includes(secret)).toBe(false);
});
