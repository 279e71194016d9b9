import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, post } from '../support/call.ts';
import { nginx, startNginx } from '../support/nginx.ts';
import { freePort, type Postgres, startPostgres } from '../support/postgres.ts';
import { expectProblem } from '../support/problem.ts';
import { digest, rawAnswer } from '../support/raw-answer.ts';
import { type RunningServer, startServer } from '../support/server.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

/** Leaves the machine to the instance that starts. */
const PAUSE_MS = 10;

const body = { body: 'Do you count together?' };

/** Two instances with one new database, and what asks each in turn. */
const startBoth = async (settings: Readonly<Record<string, string>> = {}) => {
  const DATABASE_URL = await postgres.newDatabase();
  const ports = [await freePort(), await freePort()] as const;
  const start = (at: 0 | 1) => startServer({ DATABASE_URL, PORT: String(ports[at]), ...settings });
  const servers: [RunningServer, RunningServer] = [await start(0), await start(1)];
  return {
    url: DATABASE_URL,
    ports,
    servers,
    async restart(at: 0 | 1): Promise<number | null> {
      const code = await servers[at].stop();
      // A start that fails, for instance on a machine that stalls, is tried again as a supervisor would.
      servers[at] = await start(at).catch(() => start(at));
      return code;
    },
    stop: () => Promise.all(servers.map((server) => server.end())),
  };
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

describe('two instances with one PostgreSQL', () => {
  let both: Awaited<ReturnType<typeof startBoth>>;
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
    const send = (at: number) => post(`${both.servers[at % 2]!.url}/api/intake`, body);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => send(at)));
    const statuses = answers.map(({ status }) => status);
    expect([numberOf(statuses, 201), numberOf(statuses, 429)]).toEqual([6, 14]);
    for (const at of [0, 1]) expectProblem(await send(at), 'rate_limited');
    // A wrong token counts everywhere, too.
    const guess = (at: number) =>
      post(`${both.servers[at % 2]!.url}/api/agent-acceptance-kit/anchor-live`, {}, { authorization: 'Bearer wrong' });
    const guesses = [];
    for (let at = 0; at < 22; at += 1) guesses.push((await guess(at)).status);
    expect([numberOf(guesses, 401), numberOf(guesses, 429)]).toEqual([20, 2]);
    const rows = await query(both.url, 'SELECT * FROM client_counts');
    expect(rows.length).toBeGreaterThan(1);
    const sha256 = createHash('sha256').update('127.0.0.1').digest('base64url');
    for (const secret of ['127.0.0.1', sha256]) expect(JSON.stringify(rows)).not.toContain(secret);
  });

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

describe.skipIf(!nginx)(
  `two instances behind nginx with the configuration that is shipped${nginx ? '' : ' (left out: nginx is not installed)'}`,
  () => {
    const behindNginx = async (settings: Readonly<Record<string, string>> = {}) => {
      const both = await startBoth({ TRUSTED_PROXY_HOPS: '1', ...settings });
      const proxy = await startNginx(await freePort(), both.ports);
      return {
        ...both,
        url: proxy.url,
        stop: async () => {
          await proxy.stop();
          await both.stop();
        },
      };
    };

    test('limits and idempotency keys hold over both, also for a client that forges its address', async () => {
      const site = await behindNginx({ RATE_LIMIT_INTAKE: '6/600' });
      try {
        const send = (at: number) =>
          post(`${site.url}/api/intake`, body, { 'idempotency-key': 'one', 'x-forwarded-for': `203.0.113.${at}` });
        const answers = [];
        for (let at = 0; at < 8; at += 1) answers.push(await send(at));
        expect(answers.map(({ status }) => status)).toEqual([...Array<number>(6).fill(201), 429, 429]);
        expect(new Set(answers.slice(0, 6).map(({ text }) => text)).size).toBe(1);
        expect(answers[5]!.headers.get('idempotent-replayed')).toBe('true');
        const summary = await call(`${site.url}/api/intake/summary`);
        expect(summary.json).toMatchObject({ total: 1 });
        for (const { output } of site.servers) await expect.poll(output).toContain('/api/intake');
      } finally {
        await site.stop();
      }
    });

    /** The tests that follow need no limits, and the last of them leaves nothing as it was. */
    let unlimited: Awaited<ReturnType<typeof behindNginx>>;
    beforeAll(async () => {
      unlimited = await behindNginx();
    });
    afterAll(() => unlimited.stop());

    test('answers come through unchanged: codings, digests, tags, refusals of the service', async () => {
      const path = '/static/agent-accountability-map.json';
      const direct = await rawAnswer(unlimited.servers[0].url + path, { 'accept-encoding': 'gzip' });
      const through = await rawAnswer(unlimited.url + path, { 'accept-encoding': 'gzip' });
      expect(through.headers['content-encoding']).toBe('gzip');
      for (const name of ['etag', 'repr-digest', 'cache-control', 'vary'])
        expect(through.headers[name], name).toBe(direct.headers[name]);
      expect(through.headers['repr-digest']).toBe(digest(through.bytes));
      expect(gunzipSync(through.bytes).length).toBeGreaterThan(through.bytes.length);
      expectProblem(await post(`${unlimited.url}/api/intake`, { body: 'x'.repeat(70_000) }), 'body_too_large');
      expectProblem(await call(`${unlimited.url}/api/nothing`), 'not_found');
    });

    test('a rolling restart under load loses no request, doubles none and shows nobody an error of nginx', async () => {
      const acknowledged: string[] = [];
      const others: number[] = [];
      let going = true;
      let load: Promise<void>[] = [];
      try {
        const write = async (client: number): Promise<void> => {
          for (let at = 0; going; at += 1) {
            // A refusal of the store says to send the request again with its key; a stalled machine leads to one.
            const send = () =>
              post(`${unlimited.url}/api/intake`, body, { 'idempotency-key': `client-${client}-${at}` });
            let answer = await send();
            while (answer.status === 503) answer = await send();
            if (answer.status === 201) acknowledged.push(String(answer.json['id']));
            else others.push(answer.status);
            await sleep(PAUSE_MS);
          }
        };
        const read = async (): Promise<void> => {
          while (going) {
            const { status } = await call(`${unlimited.url}/api/snapshot`);
            if (status !== 200) others.push(status);
            await sleep(PAUSE_MS);
          }
        };
        load = [...Array.from({ length: 6 }, (_, client) => write(client)), read(), read()];
        const stored = () => acknowledged.length;
        for (const at of [0, 1] as const) {
          const before = stored();
          await expect.poll(stored, { timeout: 30_000 }).toBeGreaterThan(before + 50);
          expect(await unlimited.restart(at)).toBe(0);
        }
        const before = stored();
        await expect.poll(stored, { timeout: 30_000 }).toBeGreaterThan(before + 50);
        going = false;
        await Promise.all(load);
        expect(others).toEqual([]);
        expect(new Set(acknowledged).size).toBe(acknowledged.length);
        await expect
          .poll(async () => (await call(`${unlimited.url}/api/intake/summary`)).json['total'], { timeout: 10_000 })
          .toBe(acknowledged.length);
      } finally {
        going = false;
        await Promise.allSettled(load);
      }
    });
  },
);
