import { chmod, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, post } from '../support/call.ts';
import { hostService } from '../support/hosted-service.ts';
import { expectProblem } from '../support/problem.ts';
import { newFolder, type RunningServer, runToEnd, startServer } from '../support/server.ts';
import { sharedPostgres } from '../support/shared-postgres.ts';
import { expectStored, fileOf, storedIds } from '../support/stored-requests.ts';

const message = { body: 'Is this still here tomorrow?' };

const statusOf = async (url: string): Promise<number> => (await call(url)).status;

describe('a store in a file', () => {
  let store: string;
  let server: RunningServer;
  const accepted: string[] = [];
  const send = async () => {
    const answer = await post(`${server.url}/api/intake`, message);
    if (answer.status === 201) accepted.push(String(answer.json['id']));
    return answer;
  };
  const startOn = async () => (server = await startServer({ DATABASE_URL: store }));
  beforeAll(async () => {
    store = `file:${join(await newFolder(), 'new/service.db')}`;
    await startOn();
  });
  afterAll(() => server.end());

  const expectPrivate = async (): Promise<void> => {
    for (const suffix of ['', '-wal', '-shm', '.exists'])
      expect(((await stat(fileOf(store) + suffix)).mode & 0o777).toString(8), suffix).toBe('600');
  };
  const expectRefusedStart = async (): Promise<void> => {
    const refused = await hostService({ DATABASE_URL: store }).catch(String);
    expect(refused).toContain(`DATABASE_URL, ${fileOf(store)}`);
    expect(refused).toMatch(/Restore service\.db from a backup/);
    expect(refused).toContain(`delete ${fileOf(store)}.exists`);
  };

  test('that is new, as its folder, can be read by the user of the service alone', async () => {
    expect((await send()).status).toBe(201);
    await expectPrivate();
    expect(((await stat(dirname(fileOf(store)))).mode & 0o777).toString(8)).toBe('700');
  });

  test('is probed once when a thousand ask whether it is ready at once', async () => {
    const walBytes = async () => (await stat(`${fileOf(store)}-wal`)).size;
    const before = await walBytes();
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => statusOf(`${server.url}/readyz`)));
    expect(new Set(answers)).toEqual(new Set([200]));
    // Each commit of the probe takes a page of the log; a thousand would take four megabytes.
    expect((await walBytes()) - before).toBeLessThan(400_000);
  });

  test('that goes away while the service runs makes it unready and lets nothing be accepted, until the file is back', async () => {
    await rename(fileOf(store), `${fileOf(store)}.away`);
    expectProblem(await send(), 'storage_unavailable');
    await expect.poll(() => statusOf(`${server.url}/readyz`), { timeout: 10_000 }).toBe(503);
    await writeFile(fileOf(store), '');
    expectProblem(await send(), 'storage_unavailable');
    await expect.poll(() => server.output()).toContain('the file of the store was deleted or replaced');
    await rename(`${fileOf(store)}.away`, fileOf(store));
    expect((await send()).status).toBe(201);
    await expect.poll(() => statusOf(`${server.url}/readyz`), { timeout: 10_000 }).toBe(200);
  });

  test('that vanished between two starts is not replaced by an empty one, by the service or a command, again and again', async () => {
    await server.stop();
    await rename(fileOf(store), `${fileOf(store)}.away`);
    await expectRefusedStart();
    await expect(stat(fileOf(store))).rejects.toThrow('ENOENT');
    // Nor is an empty file in its place taken as a new store.
    await writeFile(fileOf(store), '');
    await expectRefusedStart();
    const { code, stderr } = await runToEnd('cli/inbox.ts', [], { DATABASE_URL: store });
    expect(code).toBe(1);
    expect(stderr).toContain('there is no store');
    expect((await stat(fileOf(store))).size).toBe(0);
  });

  test('that is back holds what it held, and is closed to others again', async () => {
    await rename(`${fileOf(store)}.away`, fileOf(store));
    await chmod(fileOf(store), 0o644);
    await startOn();
    expect((await send()).status).toBe(201);
    await expectPrivate();
    expect(accepted).toHaveLength(3);
    await expectStored(store, accepted);
  });

  test('that was damaged while the service was down makes it unready after the start, and the log says what to do', async () => {
    for (let count = 0; count < 60; count++) await post(`${server.url}/api/intake`, { body: 'x'.repeat(4_000) });
    await server.stop();
    const file = await open(fileOf(store), 'r+');
    const { size } = await file.stat();
    await file.write(Buffer.alloc(4_096 * 20, 0xff), 0, 4_096 * 20, size - 4_096 * 30);
    await file.close();
    await startOn();
    await expect.poll(() => statusOf(`${server.url}/readyz`), { timeout: 20_000 }).toBe(503);
    await expect
      .poll(() => server.output())
      .toMatch(/the file is damaged \(SQLITE_CORRUPT\).*restore the store from a backup/);
    expect(await statusOf(`${server.url}/healthz`)).toBe(200);
  });

  test('is begun anew when the operator deleted it and its mark', async () => {
    await server.stop();
    await rm(fileOf(store));
    await rm(`${fileOf(store)}.exists`);
    await startOn();
    expect(await storedIds(store)).toEqual([]);
  });
});

describe('a PostgreSQL database whose tables vanished between two starts', () => {
  const postgres = sharedPostgres();

  test('is not taken as a new store by a service or a command that used it, until the operator says so', async () => {
    const folder = await newFolder();
    const DATABASE_URL = await postgres.newDatabase();
    const settings = { DATABASE_URL, SERVICE_KEY_FILE: join(folder, 'service-key.json') };
    // Of two that begin at once on one machine, one makes the tables.
    const both = await Promise.all([hostService(settings), hostService(settings)]);
    expect((await post(`${both[0].url}/api/intake`, message)).status).toBe(201);
    for (const service of [...both, await hostService(settings)]) await service.end();

    const client = new pg.Client({ connectionString: DATABASE_URL });
    await client.connect();
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    const mark = (await readdir(folder)).find((name) => name.endsWith('.exists'))!;
    const refused = await hostService(settings).catch(String);
    expect(refused).toMatch(/there was a store, and it is missing or empty.*Restore the database \w+ from/);
    expect(refused).toContain(`delete ${join(folder, mark)}`);
    const looked = await runToEnd('cli/inbox.ts', [], settings);
    expect(looked).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no store') });
    for (const said of [refused, looked.stderr]) expect(said).not.toContain(postgres.password);
    const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
    expect(rows).toEqual([]);
    await client.end();

    await rm(join(folder, mark));
    const anew = await hostService(settings);
    expect((await call(`${anew.url}/api/intake/summary`)).json).toMatchObject({ total: 0 });
    await anew.end();
  });
});
