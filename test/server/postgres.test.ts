import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Devnet, openDevnet } from '../../src/devnet/devnet.ts';
import { type Answer, call, post } from '../support/call.ts';
import { anchoringOn, asAdmin } from '../support/chain-double/settings.ts';
import { hashNamed, transactionsFor } from '../support/chain-double/world.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { expectProblem } from '../support/problem.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const KIT = '/api/agent-acceptance-kit';
let postgres: Postgres;
let store: string;
let devnet: Devnet;
let servers: RunningServer[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
  devnet = await openDevnet({ blockEveryMs: 100 });
  store = await postgres.newDatabase();
  const settings = { ...(await anchoringOn(devnet)), DATABASE_URL: store };
  // Both at once: one of them makes the tables.
  servers = await Promise.all([startServer(settings), startServer(settings)]);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end()));
  await devnet.close();
  await postgres.remove();
});

test('a request that one machine took is known to the other, also by its idempotency key', async () => {
  const [one, other] = servers as [RunningServer, RunningServer];
  const body = { kind: 'technical', body: 'Do you both know this?' };
  const first = await post(`${one.url}/api/intake`, body, { 'idempotency-key': 'shared' });
  expect(first.status).toBe(201);
  const again = await post(`${other.url}/api/intake`, body, { 'idempotency-key': 'shared' });
  expect(again.json).toEqual(first.json);
  const id = String(first.json['id']);
  expect((await call(`${other.url}/api/intake/${id}`)).json).toMatchObject({ id, status: 'received' });
  expect((await call(`${other.url}/api/intake/summary`)).json).toMatchObject({ total: 1 });
});

test('of calls at once on two machines for three hashes, each hash gets one transaction', async () => {
  const hashes = ['one', 'two', 'three'].map((name) => hashNamed(`two machines ${name}`));
  const anchor = async (at: number): Promise<Answer> => {
    const body = { receipt_hash_sha256: hashes[at % 3] };
    const answer = await post(`${servers[at % 2]!.url}${KIT}/anchor-live`, body, asAdmin);
    // On a busy machine the last of thirty may wait for a lock longer than a store may take, and is told to come again.
    return answer.status === 503 ? anchor(at) : answer;
  };
  const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => anchor(at)));
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(27);
  for (const server of servers)
    for (const hash of hashes)
      await expect
        .poll(async () => (await call(`${server.url}${KIT}/anchors/${hash}`)).json['state'], { timeout: 40_000 })
        .toBe('finalized');
  expect(devnet.chain.transactions()).toHaveLength(3);
  expect((await call(`${servers[0]!.url}/api/snapshot`)).json['runtime']).toMatchObject({
    stored_anchor_count: 3,
    chain_spend_microccd: '31740',
  });
});

test('while the database is away nothing is accepted, its password is nowhere to be seen, and all goes on when it is back', async () => {
  const [server] = servers as [RunningServer];
  await postgres.stop();
  const answers = await Promise.all([
    call(`${server.url}/readyz`),
    post(`${server.url}/api/intake`, { body: 'Is anybody there?' }),
    call(`${server.url}${KIT}/anchors/${hashNamed('two machines one')}`),
    post(`${server.url}${KIT}/anchor-live`, { receipt_hash_sha256: hashNamed('away') }, asAdmin),
  ]);
  for (const answer of answers) {
    expectProblem(answer, 'storage_unavailable');
    expect(answer.text).not.toContain(postgres.password);
  }
  expect((await call(`${server.url}/agent-acceptance-anchor?hash=${hashNamed('away')}`)).status).toBe(503);
  expect((await call(`${server.url}/healthz`)).status).toBe(200);
  await postgres.start();
  await expect.poll(async () => (await call(`${server.url}/readyz`)).status, { timeout: 20_000 }).toBe(200);
  expect((await post(`${server.url}/api/intake`, { body: 'Here we are again.' })).status).toBe(201);
  expect(server.output()).not.toContain(postgres.password);
});

test('a database that is killed again and again in the middle of intake and anchoring loses nothing that was acknowledged, and doubles nothing', async () => {
  const urls = servers.map(({ url }) => url);
  /** Sends until the store took it: a client that was refused, or heard nothing, sends the same again. */
  const insist = async (send: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      const answer = await send();
      if (answer.status !== 503) return answer;
      await sleep(20);
    }
  };
  const stored = async (): Promise<string[]> => {
    const client = new pg.Client({ connectionString: store });
    await client.connect();
    const { rows } = await client.query<{ id: string }>('SELECT id FROM intake');
    await client.end();
    return rows.map(({ id }) => id);
  };
  const acknowledged: string[] = [];
  let going = true;
  const write = async (client: number): Promise<void> => {
    for (let at = 0; going; at += 1) {
      const key = { 'idempotency-key': `killed-${client}-${at}` };
      const answer = await insist(() =>
        post(`${urls[at % 2]!}/api/intake`, { body: `Request ${at} of ${client}` }, key),
      );
      acknowledged.push(String(answer.json['id']));
    }
  };
  const before = await stored();
  const writers = Array.from({ length: 4 }, (_, client) => write(client));
  const anchors: Promise<Answer>[] = [];
  const hashes: string[] = [];
  try {
    for (let round = 0; round < 4; round += 1) {
      const seen = acknowledged.length;
      await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(seen + 20);
      for (const url of urls) {
        const hash = hashNamed(`killed ${round} ${url}`);
        hashes.push(hash);
        anchors.push(insist(() => post(`${url}${KIT}/anchor-live`, { receipt_hash_sha256: hash }, asAdmin)));
      }
      await sleep(round * 15);
      await postgres.kill();
      await postgres.start();
    }
    for (const answer of await Promise.all(anchors)) expect([200, 202]).toContain(answer.status);
  } finally {
    going = false;
    await Promise.all(writers);
  }
  expect(acknowledged.filter((id) => !/^[0-9a-z]{24}$/.test(id))).toEqual([]);
  expect((await stored()).toSorted()).toEqual([...before, ...acknowledged].toSorted());
  for (const hash of hashes) {
    await expect
      .poll(async () => (await call(`${urls[0]!}${KIT}/anchors/${hash}`)).json['state'], { timeout: 60_000 })
      .toBe('finalized');
    expect(transactionsFor({ devnet }, hash)).toHaveLength(1);
  }
});
