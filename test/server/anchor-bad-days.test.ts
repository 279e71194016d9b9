import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { simulatedAccount, simulatedWallet } from '../../src/devnet/account.ts';
import { type Devnet, openDevnet } from '../../src/devnet/devnet.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { expectNothingStored, KIT, live, lookUp, preview, reasonsOf } from '../support/anchor-requests.ts';
import { type Answer, call, post } from '../support/call.ts';
import { ADMIN_TOKEN, anchoringOn, asAdmin } from '../support/chain-double/settings.ts';
import { hashNamed, transactionsFor } from '../support/chain-double/world.ts';
import { type HostedService, hostService } from '../support/hosted-service.ts';
import { expectProblem } from '../support/problem.ts';
import { newStore, type RunningServer, startServer } from '../support/server.ts';

/** Longest that a request to a node may take, with room for a slow machine, in milliseconds. */
const LIMIT_MS = 30_000;

const stateOf = async (server: RunningServer, hash: string) => (await lookUp(server, hash)).json['state'];

const openStore = (store: string) => openDatabase({ kind: 'sqlite', filename: store.replace('file:', '') });

describe('one after the other, over one store', () => {
  let devnet: Devnet;
  let settings: Awaited<ReturnType<typeof anchoringOn>> & { DATABASE_URL: string };
  let server: RunningServer;
  const servers: RunningServer[] = [];
  const start = async (): Promise<void> => {
    server = await startServer({ ...settings, LOG_LEVEL: 'trace' });
    servers.push(server);
  };
  beforeAll(async () => {
    devnet = await openDevnet();
    settings = { ...(await anchoringOn(devnet)), DATABASE_URL: await newStore() };
    await start();
  });
  afterAll(async () => {
    await server.end();
    await devnet.close();
  });

  /** The chain stands still but for this. */
  const withBlocks = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const baking = setInterval(() => devnet.chain.bake(), 100);
    return work().finally(() => clearInterval(baking));
  };
  const expectFinal = (hash: string): Promise<void> =>
    withBlocks(async () => {
      await expect.poll(() => stateOf(server, hash), { timeout: 40_000 }).toBe('finalized');
      expect(transactionsFor({ devnet }, hash)).toHaveLength(1);
    });

  test('a node that is silent keeps no request waiting beyond the limit, and is used again when it speaks', async () => {
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
    await withBlocks(() =>
      expect
        .poll(async () => (await live(server, hash, { ...asAdmin, prefer: 'wait=10' })).status, {
          timeout: 30_000,
          interval: 1_000,
        })
        .toBe(201),
    );
  });

  test('a service that is killed after it answered 202 goes on after a restart, with one transaction', async () => {
    const hashes = ['one', 'two', 'three'].map(hashNamed);
    for (const hash of hashes) expect((await live(server, hash)).status).toBe(202);
    await server.stop('SIGKILL');
    // The lease of the killed process would run out by itself, half a minute later.
    const database = await openStore(settings.DATABASE_URL);
    await database.knex('chain_lease').update({ until: 0 });
    await database.close();
    await start();
    for (const hash of hashes) {
      await expectFinal(hash);
      expect((await live(server, hash)).status).toBe(200);
    }
  });

  test('a service that is asked to stop does so while anchors are under way, and the next one takes them up', async () => {
    const hash = hashNamed('under way');
    expect((await live(server, hash)).status).toBe(202);
    await expect.poll(() => stateOf(server, hash), { timeout: 20_000 }).toBe('submitted');
    expect(await server.stop()).toBe(0);
    devnet.finalize();
    await start();
    await expectFinal(hash);
  });

  test('neither the token nor the keys nor the path of the wallet is in any answer, page or log line', async () => {
    const file = settings.CONCORDIUM_WALLET_FILE;
    const wallet = await readFile(file, 'utf8');
    const keys = [...wallet.matchAll(/"signKey":"([0-9a-f]{64})"/g)].map(([, key]) => key!);
    expect(keys.length).toBeGreaterThan(0);
    const said: string[] = [];
    const hear = (answer: Answer): Answer => {
      said.push(answer.text, JSON.stringify([...answer.headers]));
      return answer;
    };
    const readAll = async ({ url }: HostedService, hash: string): Promise<void> => {
      hear(await post(`${url}${KIT}/anchor-live`, { [ADMIN_TOKEN]: 1 }, asAdmin));
      hear(await post(`${url}${KIT}/anchor-live`, {}, { authorization: `Bearer ${ADMIN_TOKEN}x` }));
      for (const path of [
        `${KIT}/anchors/${hash}`,
        `${KIT}/manifest`,
        '/api/snapshot',
        `/agent-acceptance-anchor?hash=${hash}`,
        '/readyz',
      ])
        hear(await call(url + path));
    };
    const usable = hashNamed('usable');
    expect(hear(await withBlocks(() => live(server, usable, { ...asAdmin, prefer: 'wait=10' }))).status).toBe(201);
    await readAll(server, usable);

    const expectUnusable = async (service: HostedService, problem: string): Promise<void> => {
      const hash = hashNamed(problem);
      // What is wrong with the wallet is looked at once in some seconds.
      const previewed = async () => hear(await preview(service, { receipt_hash_sha256: hash }));
      await expect.poll(async () => reasonsOf(await previewed())[0], { timeout: 20_000, interval: 500 }).toBe(problem);
      const answered = hear(await live(service, hash, { ...asAdmin, prefer: 'wait=10' }));
      expectProblem(answered, 'chain_not_configured');
      expect(answered.json['reason']).toBe(problem);
      await expectNothingStored(service);
      await readAll(service, hash);
    };
    const nobody = JSON.stringify(simulatedWallet(simulatedAccount('nobody', 9, 0n)));
    const spoil = {
      wallet_malformed: (path: string) => writeFile(path, wallet.slice(0, -20)),
      wallet_wrong_key: (path: string) => writeFile(path, wallet.replaceAll(keys[0]!, `${'0'.repeat(63)}1`)),
      wallet_unknown_account: (path: string) => writeFile(path, nobody),
      wallet_not_private: (path: string) => chmod(path, 0o644),
      wallet_missing: (path: string) => rm(path),
    };
    const spoiled = await Promise.all(
      Object.entries(spoil).map(async ([problem, spoilWallet]) => {
        const own = await anchoringOn(devnet);
        const service = await hostService({ ...own, LOG_LEVEL: 'trace' });
        await spoilWallet(own.CONCORDIUM_WALLET_FILE);
        await expectUnusable(service, problem);
        await service.end();
        return { path: own.CONCORDIUM_WALLET_FILE, output: service.output };
      }),
    );
    await server.stop();
    const all = [...said, ...[...servers, ...spoiled].map(({ output }) => output())].join('\n');
    expect(all).toContain('anchor_claimed');
    for (const secret of [ADMIN_TOKEN, ...keys, file, ...spoiled.map(({ path }) => path)])
      expect(all.includes(secret)).toBe(false);
  });
});
