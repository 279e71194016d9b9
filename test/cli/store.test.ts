import { copyFile, cp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../src/storage/connect.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { intakeStore } from '../../src/storage/intake.ts';
import { UNFINISHED_COPY } from '../../src/storage/migrate.ts';
import { carriedTables, otherTables } from '../../src/storage/transfer/tables.ts';
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

/** What a command prints of the tables: name, rows and hash. */
const digestsIn = (stdout: string): string[] => stdout.split('\n').filter((line) => /[0-9a-f]{64}$/.test(line));

const postgres = sharedPostgres();

test('every table of a store is carried, or made anew by each store', async () => {
  const tables = await query<{ name: string }>(await filledStore(), "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"); // prettier-ignore
  const known: string[] = [...carriedTables.map(({ name }) => name), ...otherTables];
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
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toContain('Private keys are not in it');
    await server.stop();
    for (const file of [backup, `${backup}.manifest.json`]) expect((await stat(file)).mode & 0o077).toBe(0);

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
    expect((await command(store, 'backup', backup)).stderr).toContain('never overwrites');
    expect((await readFile(backup)).equals(bytes)).toBe(true);
    const { code, stderr } = await command(store, 'restore', backup);
    expect({ code, stderr }).toMatchObject({ code: 1 });
    expect(stderr).toContain('into a new file only');
    await rm(fileOf(store));
    await writeFile(`${fileOf(store)}-wal`, 'left behind');
    expect((await command(store, 'restore', backup)).stderr).toContain('service.db-wal exists');
    await rm(`${fileOf(store)}-wal`);
    expect((await command(store, 'restore', backup)).code).toBe(0);
  });

  test.each([
    ['was cut off', async (backup: string) => truncate(backup, 4_096)],
    ['was changed', async (backup: string) => query(backup, "UPDATE intake SET status = 'declined'")],
    ['has another manifest', async (backup: string) => writeFile(`${backup}.manifest.json`, '{}')],
    ['has no manifest', async (backup: string) => rm(`${backup}.manifest.json`)],
    [
      'has a manifest that counts other rows',
      async (backup: string) => {
        const manifest = await readFile(`${backup}.manifest.json`, 'utf8');
        await writeFile(`${backup}.manifest.json`, manifest.replace('"rows": 3', '"rows": 4'));
      },
    ],
  ])('that %s is not restored, and leaves nothing behind', async (_, damage) => {
    const folder = await newFolder();
    await cp(dirname(intact), folder, { recursive: true });
    const backup = join(folder, 'backup.db');
    await damage(backup);
    const target = join(await newFolder(), 'service.db');
    const { code, stderr } = await command(`file:${target}`, 'restore', backup);
    expect({ code, stderr }).toMatchObject({ code: 1 });
    expect(stderr).toContain('backup.db');
    for (const path of [target, `${target}.part`, `${target}.exists`])
      await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  test('of PostgreSQL is a SQLite file with the same rows, and can be copied into an empty database', async () => {
    const [url, other] = [await postgres.newDatabase(), await postgres.newDatabase()];
    const store = await filledStore();
    const copied = await program(store, 'copy', url);
    expect(copied).toMatchObject({ code: 0, stderr: '' });
    const backup = join(await newFolder(), 'backup.db');
    const made = await command(url, 'backup', backup);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(digestsIn(made.stdout)).toEqual(digestsIn(copied.stdout));
    expect((await command(url, 'restore', backup)).stderr).toContain('copy --from');
    expect(digestsIn((await command(url, 'copy', other, '--from', backup)).stdout)).toEqual(digestsIn(copied.stdout));
    expect((await command(other, 'check')).code).toBe(0);
    // Reading a backup changes nothing in it.
    const restored = `file:${join(await newFolder(), 'service.db')}`;
    expect(await command(restored, 'restore', backup)).toMatchObject({ code: 0, stderr: '' });
    expect(await readdir(dirname(backup))).toEqual(['backup.db', 'backup.db.manifest.json']);
  });
});

describe('a copy', () => {
  test('goes from SQLite to PostgreSQL and back with every row, and new rows get new numbers', async () => {
    const store = await filledStore();
    const url = await postgres.newDatabase();
    const there = await command(store, 'copy', url);
    expect(digestsIn(there.stdout)).toHaveLength(carriedTables.length);
    const db = await openDatabase({ kind: 'postgres', url });
    expect(await intakeStore(db).setStatus('0'.repeat(24), 'in_review', new Date())).toBe(true);
    await db.close();
    const back = await newStore();
    expect((await command(url, 'copy', back)).code).toBe(0);
    expect((await command(back, 'check')).code).toBe(0);
    expect(await query(back, 'SELECT count(*) AS n FROM intake_changes')).toEqual([{ n: 2 }]);
  });

  test('that was broken off is used by no program, and goes on when it is made again', async () => {
    const store = await filledStore();
    const url = await postgres.newDatabase();
    const location = { kind: 'postgres', url } as const;
    await (await openDatabase(location)).close();
    const target = connect(location);
    await target('schema_version').insert({ version: UNFINISHED_COPY });
    const [row] = await query<{ status: string }>(store, 'SELECT * FROM intake LIMIT 1');
    // As it was when the first attempt read it.
    await target('intake').insert({ ...row!, status: 'declined' });
    await target.destroy();
    const refused = await runHere('cli/inbox.ts', [], { DATABASE_URL: url });
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain('a copy into this store was not finished');
    expect(await command(store, 'copy', url)).toMatchObject({ code: 0, stderr: '' });
    expect((await command(url, 'check')).code).toBe(0);
  });

  test('is not made into a store that holds anything, or into itself', async () => {
    const [store, other] = [await filledStore(), await filledStore()];
    for (const [target, reason] of [[other, 'is not empty'], [store, 'into itself']] as const) {
      const { code, stderr } = await command(store, 'copy', target);
      expect({ code, stderr }).toMatchObject({ code: 1 });
      expect(stderr).toContain(reason);
    } // prettier-ignore
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
  test('finds nothing in the sample', async () => {
    expect((await command(await filledStore(), 'check')).code).toBe(0);
  });

  test.each([
    ['text', "UPDATE intake SET body = 'Something else' WHERE id LIKE '%0'", 'the text of request 000000000000000000000000 is not'],
    ['counter', 'UPDATE intake_totals SET number = 7', 'the counter of bug, answered says 7, and there are 1'],
    ['day', 'DELETE FROM intake_days', 'the counter of 2026-01-02 says 0, and there are 3'],
    ['anchor', 'UPDATE anchors SET charged_microccd = 1 WHERE charged_microccd > 0', 'is not what its history adds up to'],
  ])('finds a changed %s, and shows nothing of a text', async (_, change, problem) => {
    const store = await filledStore();
    await query(store, change);
    const { code, stdout } = await command(store, 'check');
    expect(code).toBe(1);
    expect(stdout).toContain(problem);
    expect(stdout).not.toMatch(/Something else|Sender|example\.org/);
  }); // prettier-ignore

  test('says of which receipts it cannot tell: those of an earlier address, unless that is given', async () => {
    const store = await filledStore();
    const moved = { DATABASE_URL: store, SITE_URL: 'https://example.org' };
    const { code, stdout } = await runToEnd('cli/store.ts', ['check'], moved);
    expect(code).toBe(2);
    expect(stdout).toContain('3 receipts name an address other than SITE_URL');
    expect((await runHere('cli/store.ts', ['check', '--site-url', SAMPLE_SITE], moved)).code).toBe(0);
    const mistyped = await runHere('cli/store.ts', ['check', '--site-url', 'service.example'], moved);
    expect(mistyped).toMatchObject({ code: 1, stderr: expect.stringMatching(/--site-url .*http\(s\):\/\/host/) });
    await query(store, "UPDATE intake SET kind = 'other' WHERE id LIKE '%0'");
    const changed = await command(store, 'check');
    expect(changed.stdout).toContain('1 receipt names an address other than SITE_URL or was changed: 0000');
  });

  test('names a store that is not there, and makes none', async () => {
    const store = await newStore();
    expect((await command(store, 'check')).stderr).toContain('There is no store at');
    await expect(stat(fileOf(store))).rejects.toThrow('ENOENT');
    await copyFile(import.meta.filename, fileOf(store));
    expect((await program(store, 'check')).code).toBe(1);
  });
});
