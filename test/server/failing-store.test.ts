import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import sqlite3 from 'sqlite3';
import { describe, expect, test } from 'vitest';
import { type Answer, call, post } from '../support/call.ts';
import { startPostgres } from '../support/postgres.ts';
import { expectProblem } from '../support/problem.ts';
import { newStore, startServer } from '../support/server.ts';
import { expectStored, fileOf } from '../support/stored-requests.ts';

const root = join(import.meta.dirname, '../..');

/** Stands in every text of a request that the store did not take. */
const MARKER = 'marker-of-a-text-that-nobody-may-see';
const marked = { from: `${MARKER}-name`, contact: `${MARKER}-contact`, body: `${MARKER} `.repeat(100) };

const expectSilence = (output: string, answers: readonly Answer[]): void => {
  for (const { text } of answers) expect(text).not.toContain(MARKER);
  expect(output).not.toContain(MARKER);
  expect(output).not.toMatch(/insert into|select /i);
};

/** The errors in a log, without those of the watch over anchors. */
const errorsIn = (output: string): Record<string, unknown>[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ level }) => Number(level) >= 50);

const sendAtOnce = (url: string, count: number): Promise<Answer[]> =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      post(`${url}/api/intake`, marked, at % 2 === 0 ? {} : { 'idempotency-key': `key-${at}` }),
    ),
  );

describe.concurrent('a disk that takes no more bytes', () => {
  test('is answered with 503, loses nothing, says no text, and the service goes on when there is room again', async ({
    expect,
  }) => {
    const store = await newStore();
    // 800 blocks of 512 bytes: the store cannot grow past 400 KiB.
    const child = spawn('sh', ['-c', `ulimit -S -f 800; exec "$0" src/server/main.ts`, process.execPath], {
      cwd: root,
      env: { PATH: process.env['PATH'], PORT: '0', RATE_LIMIT_INTAKE: 'off', DATABASE_URL: store },
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    await expect.poll(() => output, { timeout: 30_000 }).toContain('listening on');
    const url = /listening on (http:\/\/[^"]+)/.exec(output)![1]!;
    const send = () => post(`${url}/api/intake`, marked);
    try {
      const accepted: string[] = [];
      let refused: Answer | undefined;
      for (let count = 0; count < 500 && !refused; count++) {
        const answer = await send();
        if (answer.status === 201) accepted.push(String(answer.json['id']));
        else refused = answer;
      }
      expectProblem(refused!, 'storage_unavailable');
      expect(refused!.headers.get('retry-after')).toBe('5');
      expect((await call(`${url}/healthz`)).status).toBe(200);
      expect((await call(`${url}/api/intake/${accepted[0]!}`)).status).toBe(200);
      const more = (await sendAtOnce(url, 50)).filter(({ status }) => status !== 201);
      for (const answer of more) expectProblem(answer, 'storage_unavailable');
      await expect.poll(async () => (await call(`${url}/readyz`)).status, { timeout: 30_000 }).toBe(503);
      expectSilence(output, [refused!, ...more]);

      spawnSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited']);
      await expect.poll(async () => (await send()).status, { timeout: 20_000 }).toBe(201);
      await expect.poll(async () => (await call(`${url}/readyz`)).status, { timeout: 20_000 }).toBe(200);
      await expectStored(store, accepted);
    } finally {
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('close', resolve));
    }
    expectSilence(output, []);
  });
});

describe.concurrent('a store that somebody else has locked', () => {
  test('is answered with 503 after the busy time, logged once for a commit, and the request can be sent again', async ({
    expect,
  }) => {
    const store = await newStore();
    const server = await startServer({ DATABASE_URL: store });
    const other = new sqlite3.Database(fileOf(store));
    const exec = (sql: string) =>
      new Promise<void>((resolve, reject) => other.exec(sql, (error) => (error ? reject(error) : resolve())));
    try {
      await exec('BEGIN EXCLUSIVE');
      const refused = await sendAtOnce(server.url, 60);
      for (const answer of refused) expectProblem(answer, 'storage_unavailable');
      await expect.poll(() => errorsIn(server.output()).length).toBeGreaterThan(0);
      const errors = errorsIn(server.output());
      expect(errors.length).toBeLessThan(10);
      expect(errors[0]).toMatchObject({
        code: 'storage_unavailable',
        err: { type: 'StorageFailure', code: 'SQLITE_BUSY', operation: 'store requests' },
      });
      expectProblem(await call(`${server.url}/readyz`), 'storage_unavailable');
      expect((await call(`${server.url}/healthz`)).status).toBe(200);
      expectSilence(server.output(), refused);
      await exec('ROLLBACK');
      expect((await post(`${server.url}/api/intake`, { body: 'Afterwards' })).status).toBe(201);
    } finally {
      other.close();
      await server.end();
    }
  });
});

describe.concurrent('a PostgreSQL that is lost', () => {
  test('is answered with 503, and no text is in an answer or in the log', async ({ expect }) => {
    const postgres = await startPostgres();
    const server = await startServer({ DATABASE_URL: await postgres.newDatabase() });
    try {
      expect((await post(`${server.url}/api/intake`, marked)).status).toBe(201);
      const answers = sendAtOnce(server.url, 100);
      await postgres.stop();
      const refused = [...(await answers), ...(await sendAtOnce(server.url, 100))].filter(
        ({ status }) => status !== 201,
      );
      expect(refused.length).toBeGreaterThanOrEqual(100);
      for (const answer of refused) expectProblem(answer, 'storage_unavailable');
      expect(errorsIn(server.output()).length).toBeLessThan(refused.length);
      expectSilence(server.output(), refused);
      await postgres.start();
      await expect
        .poll(async () => (await post(`${server.url}/api/intake`, marked)).status, { timeout: 20_000 })
        .toBe(201);
    } finally {
      await server.end();
      await postgres.remove();
    }
    expectSilence(server.output(), []);
  });
});
