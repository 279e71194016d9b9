import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Devnet, openDevnet } from '../../src/devnet/devnet.ts';
import { type Answer, call, post } from '../support/call.ts';
import { anchoringOn, asAdmin } from '../support/chain-double/settings.ts';
import { hashNamed, transactionsFor } from '../support/chain-double/world.ts';
import { nginx, startNginx } from '../support/nginx.ts';
import { freePort, type Postgres, startPostgres } from '../support/postgres.ts';
import { expectProblem } from '../support/problem.ts';
import { digest, rawAnswer } from '../support/raw-answer.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const KIT = '/api/agent-acceptance-kit';
let postgres: Postgres;
let devnet: Devnet;
beforeAll(async () => {
  postgres = await startPostgres();
  devnet = await openDevnet({ blockEveryMs: 100 });
});
afterAll(() => Promise.all([postgres.stop(), devnet.close()]));

const body = { body: 'Do you count together?' };

/** Two instances with one new database, behind nginx where it is installed. */
const startBoth = async (settings: Readonly<Record<string, string>>) => {
  const DATABASE_URL = await postgres.newDatabase();
  const ports = [await freePort(), await freePort()] as const;
  const start = (at: 0 | 1) =>
    startServer({ DATABASE_URL, PORT: String(ports[at]), TRUSTED_PROXY_HOPS: '1', ...settings });
  // Both at once: one of them makes the tables.
  const servers: [RunningServer, RunningServer] = await Promise.all([start(0), start(1)]);
  const proxy = nginx ? await startNginx(await freePort(), ports) : undefined;
  return {
    database: DATABASE_URL,
    servers,
    /** The address of nginx. */
    url: proxy?.url ?? '',
    async restart(at: 0 | 1): Promise<number | null> {
      const code = await servers[at].stop();
      // A start that fails, for instance on a machine that stalls, is tried again as a supervisor would.
      servers[at] = await start(at).catch(() => start(at));
      return code;
    },
    async stop(): Promise<void> {
      await proxy?.stop();
      await Promise.all(servers.map((server) => server.end()));
    },
  };
};
type Both = Awaited<ReturnType<typeof startBoth>>;
const isThere = {
  skip: !nginx,
  name: nginx ? '' : ' (left out: nginx is not installed)',
};

const query = async (url: string, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(text);
  await client.end();
  return rows;
};

const numberOf = (statuses: readonly number[], wanted: number): number =>
  statuses.filter((status) => status === wanted).length;

describe('two instances with one PostgreSQL and limits', () => {
  let both: Both;
  beforeAll(async () => {
    both = await startBoth({
      RATE_LIMIT_INTAKE: '6/600',
      // The guesses of the token count under it, too.
      RATE_LIMIT_PREVIEW: '25/600',
      ADMIN_TOKEN_SHA256: 'a'.repeat(64),
    });
  });
  afterAll(() => both.stop());

  test('count the requests of a client together, and keep nothing that names the client', async () => {
    const client = { 'x-forwarded-for': '203.0.113.7' };
    const send = (at: number) => post(`${both.servers[at % 2]!.url}/api/intake`, body, client);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => send(at)));
    const statuses = answers.map(({ status }) => status);
    expect([numberOf(statuses, 201), numberOf(statuses, 429)]).toEqual([6, 14]);
    for (const at of [0, 1]) expectProblem(await send(at), 'rate_limited');
    // A wrong token counts everywhere, too.
    const guess = (at: number) =>
      post(`${both.servers[at % 2]!.url}${KIT}/anchor-live`, {}, { ...client, authorization: 'Bearer wrong' });
    const guesses = [];
    for (let at = 0; at < 22; at += 1) guesses.push((await guess(at)).status);
    expect([numberOf(guesses, 401), numberOf(guesses, 429)]).toEqual([20, 2]);
    const rows = await query(both.database, 'SELECT * FROM client_counts');
    expect(rows.length).toBeGreaterThan(1);
    const sha256 = createHash('sha256').update(client['x-forwarded-for']).digest('base64url');
    for (const secret of [client['x-forwarded-for'], sha256]) expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test.skipIf(isThere.skip)(
    `behind nginx with the configuration that is shipped, limits and idempotency keys hold over both, also for a client that forges its address${isThere.name}`,
    async () => {
      const send = (at: number) =>
        post(`${both.url}/api/intake`, body, { 'idempotency-key': 'one', 'x-forwarded-for': `203.0.113.${at}` });
      const before = Number((await call(`${both.url}/api/intake/summary`)).json['total']);
      const answers = [];
      for (let at = 0; at < 8; at += 1) answers.push(await send(at));
      expect(answers.map(({ status }) => status)).toEqual([...Array<number>(6).fill(201), 429, 429]);
      expect(new Set(answers.slice(0, 6).map(({ text }) => text)).size).toBe(1);
      expect(answers[5]!.headers.get('idempotent-replayed')).toBe('true');
      expect((await call(`${both.url}/api/intake/summary`)).json).toMatchObject({ total: before + 1 });
      for (const { output } of both.servers) await expect.poll(output).toContain('/api/intake');
    },
  );

  test('while the database is away, limit what needs no store each for itself, and then together again', async () => {
    const send = async (at: 0 | 1) =>
      (await call(`${both.servers[at].url}/api/adjudicator/work-order/run-preview`, { method: 'POST' })).status;
    await postgres.stop();
    const statuses = [];
    for (let count = 0; count < 26; count += 1) statuses.push(await send(0));
    expect(statuses).toEqual([...Array<number>(25).fill(200), 429]);
    expect(await send(1)).toBe(200);
    await postgres.start();
    await expect.poll(async () => (await call(`${both.servers[0].url}/readyz`)).status, { timeout: 20_000 }).toBe(200);
    await expect.poll(() => send(0), { timeout: 20_000 }).toBe(200);
  });
});

describe('two instances with one PostgreSQL that anchor', () => {
  let both: Both;
  let servers: [RunningServer, RunningServer];
  beforeAll(async () => {
    both = await startBoth(await anchoringOn(devnet));
    ({ servers } = both);
  });
  afterAll(() => both.stop());

  test('a request that one machine took is known to the other, also by its idempotency key', async () => {
    const [one, other] = servers;
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
    const [server] = servers;
    await postgres.stop();
    // What it says about the database is at most a second old.
    await expect.poll(async () => (await call(`${server.url}/readyz`)).status, { timeout: 20_000 }).toBe(503);
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
        await sleep(50);
      }
    };
    const stored = async (): Promise<string[]> =>
      (await query(both.database, 'SELECT id FROM intake')).map(({ id }) => String(id));
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

  test.skipIf(isThere.skip)(
    `through nginx, answers come through unchanged: codings, digests, tags, refusals of the service${isThere.name}`,
    async () => {
      const path = '/static/agent-accountability-map.json';
      const direct = await rawAnswer(both.servers[0].url + path, { 'accept-encoding': 'gzip' });
      const through = await rawAnswer(both.url + path, { 'accept-encoding': 'gzip' });
      expect(through.headers['content-encoding']).toBe('gzip');
      for (const name of ['etag', 'repr-digest', 'cache-control', 'vary'])
        expect(through.headers[name], name).toBe(direct.headers[name]);
      expect(through.headers['repr-digest']).toBe(digest(through.bytes));
      expect(gunzipSync(through.bytes).length).toBeGreaterThan(through.bytes.length);
      expectProblem(await post(`${both.url}/api/intake`, { body: 'x'.repeat(70_000) }), 'body_too_large');
      expectProblem(await call(`${both.url}/api/nothing`), 'not_found');
    },
  );

  test.skipIf(isThere.skip)(
    `a rolling restart behind nginx under load loses no request, doubles none and shows nobody an error of nginx${isThere.name}`,
    async () => {
      const acknowledged: string[] = [];
      const others: number[] = [];
      let going = true;
      let load: Promise<void>[] = [];
      try {
        const write = async (client: number): Promise<void> => {
          for (let at = 0; going; at += 1) {
            // A refusal of the store says to send the request again with its key; a stalled machine leads to one.
            const send = () => post(`${both.url}/api/intake`, body, { 'idempotency-key': `client-${client}-${at}` });
            let answer = await send();
            while (answer.status === 503) answer = await send();
            if (answer.status === 201) acknowledged.push(String(answer.json['id']));
            else others.push(answer.status);
            await sleep(20);
          }
        };
        const read = async (): Promise<void> => {
          while (going) {
            const { status } = await call(`${both.url}/api/snapshot`);
            if (status !== 200) others.push(status);
            await sleep(20);
          }
        };
        load = [...Array.from({ length: 3 }, (_, client) => write(client)), read()];
        const stored = () => acknowledged.length;
        for (const at of [0, 1] as const) {
          const before = stored();
          await expect.poll(stored, { timeout: 30_000 }).toBeGreaterThan(before + 20);
          expect(await both.restart(at)).toBe(0);
        }
        const before = stored();
        await expect.poll(stored, { timeout: 30_000 }).toBeGreaterThan(before + 20);
        going = false;
        await Promise.all(load);
        expect(others).toEqual([]);
        const rows = await query(both.database, `SELECT id FROM intake WHERE body = '${body.body}'`);
        expect(rows.map(({ id }) => String(id)).toSorted()).toEqual(acknowledged.toSorted());
      } finally {
        going = false;
        await Promise.allSettled(load);
      }
    },
  );
});
