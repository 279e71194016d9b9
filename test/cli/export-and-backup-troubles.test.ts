import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/storage/database.ts';
import { runHere } from '../support/command-here.ts';
import { fillStore } from '../support/filled-store.ts';
import { environment, finish, type Finished, newFolder, newStore } from '../support/server.ts';
import { fileOf } from '../support/stored-requests.ts';

const source = join(import.meta.dirname, '../../src');

const store = await newStore();
const db = await openDatabase({ kind: 'sqlite', filename: fileOf(store) });
await fillStore(db.knex);
// More than a file may hold below.
await db
  .knex('intake')
  .whereNotNull('body')
  .update({ body: 'x'.repeat(200_000) });
await db.close();

const command = (file: string, ...args: string[]) => runHere(`cli/${file}.ts`, args, { DATABASE_URL: store });

/** Runs a command in a shell that does this first, for instance one that limits the size of files to blocks of 512 bytes. */
const limited = (first: string, file: string, ...args: string[]): Promise<Finished> =>
  finish(
    spawn('sh', ['-c', `${first} "$0" "$@"`, process.execPath, join(source, `cli/${file}.ts`), ...args], {
      env: environment({ DATABASE_URL: store }),
    }),
  );

describe('a backup', () => {
  test('of a store that was restored and not used yet is made', async () => {
    const folder = await newFolder();
    expect(await command('store', 'backup', join(folder, 'first.db'))).toMatchObject({ code: 0 });
    const restored = join(folder, 'restored.db');
    expect(await command('store', 'restore', join(folder, 'first.db'), restored)).toMatchObject({ code: 0 });
    const again = await runHere('cli/store.ts', ['backup', join(folder, 'second.db')], {
      DATABASE_URL: `file:${restored}`,
    });
    expect(again).toMatchObject({ code: 0 });
  });

  test('for which there is no room names the file that could not be written, and leaves no half', async () => {
    const folder = await newFolder();
    const backup = join(folder, 'backup.db');
    const { code, stderr } = await limited('ulimit -S -f 100; exec', 'store', 'backup', backup);
    expect(code).toBe(1);
    expect(stderr).toContain(`writing from ${fileOf(store)} to ${backup}`);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a store that cannot be reached', () => {
  const away = 'postgres://reader:the-password@127.0.0.1:1/requests';
  const expectAway = ({ code, stderr }: Pick<Finished, 'code' | 'stderr'>): void => {
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^Store: .*\nthe database server cannot be reached .*PostgreSQL at 127\.0\.0\.1:1\. What to do: /,
    );
    expect(stderr).not.toContain('the-password');
  };

  test('is named by a check with what to do, and by a copy into it', async () => {
    expectAway(await command('store', 'check', away));
    expectAway(await command('store', 'copy', away));
  });

  test('because its address is none is told what is accepted, without repeating it', async () => {
    const { code, stderr } = await command('store', 'copy', 'mysql://reader:the-password@localhost/requests');
    expect(code).toBe(1);
    expect(stderr).toContain('Accepted: a path, or file:<path> or postgres://user:password@host:port/database.');
    expect(stderr).not.toContain('the-password');
  });
});

describe('an export', () => {
  test('to standard output that takes nothing more says so, without a stack trace', async () => {
    const { code, stderr } = await limited('exec > /dev/full; exec', 'inbox', 'export');
    expect(code).toBe(1);
    expect(stderr).toContain('Standard output cannot be written (ENOSPC)');
    expect(stderr).not.toContain('    at ');
  });
});
