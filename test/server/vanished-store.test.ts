import { chmod, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, post } from '../support/call.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { expectProblem } from '../support/problem.ts';
import { newFolder, newStore, runToEnd, startServer } from '../support/server.ts';
import { fileOf, storedIds } from '../support/stored-requests.ts';

const message = { body: 'Is this still here tomorrow?' };

const statusOf = async (url: string): Promise<number> => (await call(url)).status;

/** A store that a service used and left. */
const usedStore = async (): Promise<string> => {
  const store = await newStore();
  const server = await startServer({ DATABASE_URL: store });
  expect((await post(`${server.url}/api/intake`, message)).status).toBe(201);
  await server.stop();
  return store;
};

const expectRefusedStart = async (store: string): Promise<void> => {
  const { code, stderr } = await runToEnd('server/main.ts', [], { DATABASE_URL: store });
  expect(stderr).toContain(`DATABASE_URL, ${fileOf(store)}`);
  expect(stderr).toMatch(/Restore service\.db from a backup/);
  expect(stderr).toContain(`delete ${fileOf(store)}.exists`);
  expect(code).toBe(1);
};

describe('a store that vanished between two starts', () => {
  test('is not replaced by an empty one: the start is refused, again and again, until the operator says so', async () => {
    const store = await usedStore();
    await rename(fileOf(store), `${fileOf(store)}.away`);
    await expectRefusedStart(store);
    await expectRefusedStart(store);
    await expect(stat(fileOf(store))).rejects.toThrow('ENOENT');

    await rename(`${fileOf(store)}.away`, fileOf(store));
    await (await startServer({ DATABASE_URL: store })).stop();
    expect(await storedIds(store)).toHaveLength(1);

    await rm(fileOf(store));
    await rm(`${fileOf(store)}.exists`);
    await (await startServer({ DATABASE_URL: store })).stop();
    expect(await storedIds(store)).toEqual([]);
  });

  test('is not taken as new either when an empty file stands in its place, and no command makes a new one', async () => {
    const store = await usedStore();
    await writeFile(fileOf(store), '');
    await expectRefusedStart(store);
    const { code, stderr } = await runToEnd('cli/inbox.ts', [], { DATABASE_URL: store });
    expect(code).toBe(1);
    expect(stderr).toContain('Restore service.db from a backup');
  });
});

describe('a PostgreSQL database whose tables vanished between two starts', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.remove());

  test('is not taken as a new store by a service or a command that used it, until the operator says so', async () => {
    const folder = await newFolder();
    const DATABASE_URL = await postgres.newDatabase();
    const settings = { DATABASE_URL, SERVICE_KEY_FILE: join(folder, 'service-key.json') };
    // Of two that begin at once on one machine, one makes the tables.
    const both = await Promise.all([startServer(settings), startServer(settings)]);
    expect((await post(`${both[0].url}/api/intake`, message)).status).toBe(201);
    for (const server of both) await server.stop();
    await (await startServer(settings)).stop();

    const client = new pg.Client({ connectionString: DATABASE_URL });
    await client.connect();
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    const mark = (await readdir(folder)).find((name) => name.endsWith('.exists'))!;
    for (const program of ['server/main.ts', 'cli/inbox.ts']) {
      const { code, stderr } = await runToEnd(program, [], settings);
      expect(code).toBe(1);
      expect(stderr).toMatch(/there was a store, and it is missing or empty.*Restore the database \w+ from a backup/);
      expect(stderr).toContain(`delete ${join(folder, mark)}`);
      expect(stderr).not.toContain(postgres.password);
    }
    const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
    expect(rows).toEqual([]);
    await client.end();

    await rm(join(folder, mark));
    const anew = await startServer(settings);
    expect((await call(`${anew.url}/api/intake/summary`)).json).toMatchObject({ total: 0 });
    await anew.stop();
  });
});

describe('a file of a store that goes away while the service runs', () => {
  test('makes it unready and lets nothing be accepted, until the file is back', async () => {
    const store = await newStore();
    const server = await startServer({ DATABASE_URL: store });
    const intake = `${server.url}/api/intake`;
    try {
      expect(await statusOf(`${server.url}/readyz`)).toBe(200);
      await rename(fileOf(store), `${fileOf(store)}.away`);
      expectProblem(await post(intake, message), 'storage_unavailable');
      await expect.poll(() => statusOf(`${server.url}/readyz`), { timeout: 10_000 }).toBe(503);
      await writeFile(fileOf(store), '');
      expectProblem(await post(intake, message), 'storage_unavailable');
      expect(server.output()).toContain('the file of the store was deleted or replaced');
      await rename(`${fileOf(store)}.away`, fileOf(store));
      expect((await post(intake, message)).status).toBe(201);
      await expect.poll(() => statusOf(`${server.url}/readyz`), { timeout: 10_000 }).toBe(200);
    } finally {
      await server.stop();
    }
  });
});

describe('a file that was damaged while the service was down', () => {
  test('makes it unready after the start, and the log says what to do', async () => {
    const store = await newStore();
    const first = await startServer({ DATABASE_URL: store });
    for (let count = 0; count < 60; count++) await post(`${first.url}/api/intake`, { body: 'x'.repeat(4_000) });
    await first.stop();
    const file = await open(fileOf(store), 'r+');
    const { size } = await file.stat();
    await file.write(Buffer.alloc(4_096 * 20, 0xff), 0, 4_096 * 20, size - 4_096 * 30);
    await file.close();

    const server = await startServer({ DATABASE_URL: store });
    await expect.poll(() => statusOf(`${server.url}/readyz`), { timeout: 20_000 }).toBe(503);
    expect(server.output()).toMatch(/the file is damaged \(SQLITE_CORRUPT\).*restore the store from a backup/);
    expect(await statusOf(`${server.url}/healthz`)).toBe(200);
    await server.stop();
  });
});

describe('what stands in the store', () => {
  test('can be read by the user of the service alone, also where a file was open to others before', async () => {
    const store = await usedStore();
    await chmod(fileOf(store), 0o644);
    const server = await startServer({ DATABASE_URL: store });
    await post(`${server.url}/api/intake`, message);
    for (const suffix of ['', '-wal', '-shm', '.exists'])
      expect(((await stat(fileOf(store) + suffix)).mode & 0o777).toString(8), suffix).toBe('600');
    await server.stop();
    const inFolder = `file:${dirname(fileOf(store))}/new/service.db`;
    await (await startServer({ DATABASE_URL: inFolder })).stop();
    expect(((await stat(dirname(fileOf(inFolder)))).mode & 0o777).toString(8)).toBe('700');
  });
});

test('a thousand who ask whether it is ready at once get one probe', async () => {
  const store = await newStore();
  const server = await startServer({ DATABASE_URL: store });
  const walBytes = async () => (await stat(`${fileOf(store)}-wal`)).size;
  const before = await walBytes();
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => statusOf(`${server.url}/readyz`)));
  expect(new Set(answers)).toEqual(new Set([200]));
  // Each commit of the probe takes a page of the log; a thousand would take four megabytes.
  expect((await walBytes()) - before).toBeLessThan(400_000);
  await server.stop();
});
