import knex from 'knex';
import sqlite3 from 'sqlite3';
import { describe, expect, test } from 'vitest';
import { failureOf, refusalOf } from '../../src/storage/storage-failure.ts';
import { type Answer, call, post } from '../support/call.ts';
import { startPostgres } from '../support/postgres.ts';
import { expectProblem } from '../support/problem.ts';
import { BUILT_SERVER, newStore, runToEnd, startServer } from '../support/server.ts';
import { fileOf } from '../support/stored-requests.ts';

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
      const start = runToEnd(BUILT_SERVER, [], { DATABASE_URL: store });
      const refused = await sendAtOnce(server.url, 60);
      for (const answer of refused) expectProblem(answer, 'storage_unavailable');
      expect((await start).stderr).toMatch(/^The service cannot start: .*\(SQLITE_BUSY\): .* What to do: /m);
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

test('a statement that waits too long for its turn is not told as a database server that is away', () => {
  const failure = failureOf(
    new knex.KnexTimeoutError('Timeout acquiring a connection. The pool is probably full.'),
    'read',
  );
  expect(failure.message).toMatch(/^the database did not answer in time \(queue_full\): read\./);
  expect(refusalOf(failure, true)).not.toHaveProperty('members.outcome');
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
      await postgres.stop();
    }
    expectSilence(server.output(), []);
  });
});
