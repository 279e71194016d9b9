import { copyFile, cp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { acceptIntake } from '../../src/domain/accept-intake.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { intakeStore } from '../../src/storage/intake.ts';
import { copiedTables } from '../../src/storage/schema.ts';
import { call, post } from '../support/call.ts';
import { runHere } from '../support/command-here.ts';
import { fillStore, SAMPLE_SITE, sampleRequests } from '../support/filled-store.ts';
import { newFolder, newStore, runToEnd, startServer } from '../support/server.ts';
import { sharedPostgres } from '../support/shared-postgres.ts';
import { fileOf, query, storedIds } from '../support/stored-requests.ts';

const program = (store: string, ...args: string[]) => runToEnd('cli/store.ts', args, { DATABASE_URL: store });
const command = (store: string, ...args: string[]) => runHere('cli/store.ts', args, { DATABASE_URL: store });

let sample: string;
beforeAll(async () => {
  sample = await newStore();
  const db = await openDatabase({ kind: 'sqlite', filename: fileOf(sample) });
  await fillStore(db.knex);
  await db.close();
});

/** A store with the sample rows. */
const filledStore = async (): Promise<string> => {
  const folder = await newFolder();
  await cp(dirname(fileOf(sample)), folder, { recursive: true });
  return `file:${join(folder, basename(fileOf(sample)))}`;
};

/** The number of rows of each table, as a copy prints them. */
const rowsIn = (stdout: string): string[] => stdout.split('\n').filter((line) => /^\w+ +\d+$/.test(line));

const postgres = sharedPostgres();

test('every table of a store is copied, or made anew by each store, and the samples have a row in each', async () => {
  const tables = await query<{ name: string }>(await filledStore(), "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"); // prettier-ignore
  const ownTables = ['schema_version', 'probe', 'chain_lease', 'client_counts'];
  const known: string[] = [...copiedTables.map(({ name }) => name), ...ownTables];
  expect(tables.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
});

describe('a backup', () => {
  test('of a store that is being written holds everything that was accepted before, and a restored service goes on', async () => {
    const store = await newStore();
    const server = await startServer({ DATABASE_URL: store });
    const send = () => post(`${server.url}/api/intake`, { body: 'Is this in the backup?' });
    const before = await Promise.all(Array.from({ length: 50 }, send));
    let going = true;
    const writing = (async () => {
      while (going) await send();
    })();
    const folder = await newFolder();
    const backup = join(folder, 'backup.db');
    const made = await command(store, 'backup', backup);
    going = false;
    await writing;
    expect(made).toMatchObject({ code: 0, stderr: `Store: ${fileOf(store)}\n` });
    expect(made.stdout).toContain('Private keys are not in it');
    await server.stop();
    expect((await stat(backup)).mode & 0o077).toBe(0);
    expect(await readdir(folder)).toEqual(['backup.db']);

    const restored = `file:${join(folder, 'new/service.db')}`;
    expect((await program(restored, 'restore', backup)).code).toBe(0);
    expect((await stat(`${fileOf(restored)}.exists`)).isFile()).toBe(true);
    const ids = new Set(await storedIds(restored));
    expect(before.filter(({ json }) => !ids.has(String(json['id'])))).toEqual([]);
    expect((await program(restored, 'check')).code).toBe(0);
    const again = await startServer({ DATABASE_URL: restored });
    expect((await call(`${again.url}/api/intake/summary`)).json['total']).toBe(ids.size);
    await again.end();
  });

  let intact: string;
  beforeAll(async () => {
    intact = join(await newFolder(), 'backup.db');
    expect((await program(sample, 'backup', intact)).code).toBe(0);
  });

  test('is never written over a file, nor restored over one', async () => {
    const store = await filledStore();
    const backup = join(await newFolder(), 'backup.db');
    await cp(dirname(intact), dirname(backup), { recursive: true });
    const bytes = await readFile(backup);
    expect((await command(store, 'backup', backup)).stderr).toContain('no file is overwritten');
    expect((await readFile(backup)).equals(bytes)).toBe(true);
    const { code, stderr } = await command(store, 'restore', backup);
    expect({ code, stderr }).toMatchObject({ code: 1 });
    expect(stderr).toContain('no file is overwritten');
    await rm(fileOf(store));
    await writeFile(`${fileOf(store)}-wal`, 'left behind');
    expect((await command(store, 'restore', backup)).stderr).toContain('service.db-wal exists');
    await rm(`${fileOf(store)}-wal`);
    expect((await command(store, 'restore', backup)).code).toBe(0);
  });

  test.each([
    ['was cut off', async (backup: string) => truncate(backup, 4_096)],
    ['is another file', async (backup: string) => writeFile(backup, 'Not a store')],
    ['holds no store', async (backup: string) => query(backup, 'DROP TABLE schema_version')],
  ])('that %s is not restored, and leaves nothing behind', async (_, damage) => {
    const folder = await newFolder();
    const backup = join(folder, 'backup.db');
    await copyFile(intact, backup);
    await damage(backup);
    const target = join(await newFolder(), 'service.db');
    const { code, stderr } = await command(`file:${target}`, 'restore', backup);
    expect({ code, stderr }).toMatchObject({ code: 1 });
    expect(stderr).not.toContain('    at ');
    for (const path of [target, `${target}.part`, `${target}.exists`])
      await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  test('of PostgreSQL is a matter of its own tools, which the command names', async () => {
    const { code, stderr } = await command('postgres://someone@127.0.0.1/store', 'backup', 'backup.db');
    expect(code).toBe(1);
    expect(stderr).toContain('pg_dump');
  });
});

describe('a copy', () => {
  test('goes from SQLite to PostgreSQL and back with every row, and new rows get new numbers', async () => {
    const store = await filledStore();
    const url = await postgres.newDatabase();
    const there = await command(store, 'copy', url);
    expect(rowsIn(there.stdout)).toHaveLength(copiedTables.length);
    expect(there.stdout).not.toMatch(/ 0$/m);
    expect((await command(url, 'check')).code).toBe(0);
    const db = await openDatabase({ kind: 'postgres', url });
    expect(await intakeStore(db).setStatus('0'.repeat(24), 'in_review', new Date())).toBe(true);
    await db.close();
    const back = await newStore();
    expect((await command(url, 'copy', back)).code).toBe(0);
    expect((await command(back, 'check')).code).toBe(0);
    expect(await query(back, 'SELECT count(*) AS n FROM intake_changes')).toEqual([{ n: 2 }]);
  });

  test('that is broken off leaves nothing, and is made again', async () => {
    const store = await filledStore();
    const url = await postgres.newDatabase();
    // PostgreSQL keeps no NUL in a text: it refuses a row of the second table that is copied.
    await query(store, "UPDATE intake_changes SET status = 'answered' || char(0)");
    expect(await command(store, 'copy', url)).toMatchObject({ code: 1 });
    expect((await command(url, 'check')).stderr).toContain('it is no store of this service');
    await query(store, "UPDATE intake_changes SET status = 'answered'");
    expect((await command(store, 'copy', url)).code).toBe(0);
  });

  test('is not made into a store, another or itself', async () => {
    const [store, other] = [await filledStore(), await filledStore()];
    for (const target of [other, store]) {
      const before = await readFile(fileOf(target));
      const { code, stderr } = await command(store, 'copy', target);
      expect({ code, stderr }).toMatchObject({ code: 1 });
      expect(stderr).toContain(`There is a store at ${fileOf(target)}. Nothing was copied`);
      expect((await readFile(fileOf(target))).equals(before)).toBe(true);
    }
  });
});

test('a deletion from the inbox on PostgreSQL says where the text remains, and until when', async () => {
  const url = await postgres.newDatabase();
  await command(await filledStore(), 'copy', url);
  const [{ record }] = sampleRequests as [(typeof sampleRequests)[number]];
  const settings = { DATABASE_URL: url, SERVICE_KEY_FILE: join(await newFolder(), 'service-key.json') };
  const { code, stdout } = await runHere('cli/inbox.ts', ['delete', record.id, '--yes'], settings);
  expect(code).toBe(0);
  expect(stdout).toContain('1 request deleted.');
  for (const word of ['VACUUM FULL intake', 'write-ahead log', 'backups']) expect(stdout).toContain(word);
});

describe('the check of a store', () => {
  test.each([
    ['text', "UPDATE intake SET body = 'Something else' WHERE id LIKE '%0'", 'the text of request 000000000000000000000000 is not'],
    ['kind', "UPDATE intake SET kind = 'other' WHERE id LIKE '%1'", 'the receipt hash of request 000000000000000000000001 is not'],
    ['receipt hash', "UPDATE intake SET receipt_hash_sha256 = body_sha256 WHERE id LIKE '%2'", 'the receipt hash of request 000000000000000000000002 is not'],
    ['anchor', 'UPDATE anchors SET charged_microccd = 1 WHERE charged_microccd > 0', 'is not what its history adds up to'],
  ])('finds a changed %s, and shows nothing of a text', async (_, change, problem) => {
    const store = await filledStore();
    await query(store, change);
    const { code, stdout } = await command(store, 'check');
    expect(code).toBe(1);
    expect(stdout).toContain(problem);
    expect(stdout).not.toMatch(/Something else|Sender|example\.org/);
  }); // prettier-ignore

  test('tells receipts that name an earlier address from changed ones', async () => {
    const store = await filledStore();
    const check = (SITE_URL: string) => runHere('cli/store.ts', ['check'], { DATABASE_URL: store, SITE_URL });
    const moved = await check('https://example.org');
    expect(moved).toMatchObject({ code: 2 });
    expect(moved.stdout).toContain('3 requests, 0 problems.\n3 receipts could not be checked');
    expect((await check(SAMPLE_SITE)).code).toBe(0);
    const db = await openDatabase({ kind: 'sqlite', filename: fileOf(store) });
    const before = acceptIntake(
      { kind: 'bug', body: 'Before' },
      { id: '9'.repeat(24), now: new Date(0), siteUrl: 'https://example.org', answerDays: 0 },
    );
    const { id, kind, received_at, body_sha256, receipt_hash_sha256, status } = before.record;
    await db.knex('intake').insert({ id, kind, received_at, body_sha256, receipt_hash_sha256, status });
    await db.close();
    expect(await check(SAMPLE_SITE)).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('1 receipt could') as string,
    });
    await query(store, "UPDATE intake SET kind = 'other' WHERE id LIKE '%1'");
    expect((await check(SAMPLE_SITE)).code).toBe(1);
  });

  test('names a store that is not there, and makes none', async () => {
    const store = await newStore();
    expect((await command(store, 'check')).stderr).toContain('There is no store at');
    await expect(stat(fileOf(store))).rejects.toThrow('ENOENT');
    await copyFile(import.meta.filename, fileOf(store));
    expect((await program(store, 'check')).code).toBe(1);
  });
});
