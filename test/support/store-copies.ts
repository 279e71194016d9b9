import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Database, openDatabase } from '../../src/storage/database.ts';

/** In memory where the system has such a folder: SQLite works as on a disk, and thousands of stores cost no disk. */
const SCRATCH = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** For the tests of a file: many new empty SQLite stores, each a copy of one whose schema was made by the migrations. */
export const storeCopies = async () => {
  const folder = mkdtempSync(join(SCRATCH, 'agent-stores-'));
  const first = join(folder, 'first.db');
  await (await openDatabase({ kind: 'sqlite', filename: first })).close();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let count = 0;
  return {
    /** Uses a new store, and deletes it. */
    async use<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
      const filename = join(folder, `${(count += 1)}.db`);
      copyFileSync(first, filename);
      const db = await openDatabase({ kind: 'sqlite', filename });
      try {
        return await work(db);
      } finally {
        await db.close();
        for (const ending of ['', '-wal', '-shm', '.exists']) rmSync(filename + ending, { force: true });
      }
    },
  };
};
