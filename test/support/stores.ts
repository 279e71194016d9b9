import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Database, openDatabase } from '../../src/storage/database.ts';
import { newFolder } from './server.ts';
import { sharedPostgres } from './shared-postgres.ts';

/** The stores that the service runs on. */
export const dialects = ['SQLite', 'PostgreSQL'] as const;

/** New empty stores of one kind for the tests of a file, all closed after them. */
export const storesOf = (dialect: (typeof dialects)[number]) => {
  const postgres = dialect === 'PostgreSQL' ? sharedPostgres() : undefined;
  const opened: Database[] = [];
  let folder: string;
  beforeAll(async () => {
    folder = await newFolder();
  });
  afterAll(() => Promise.all(opened.map((db) => db.close())));
  return {
    async open(): Promise<Database> {
      const db = await openDatabase(
        postgres
          ? { kind: 'postgres', url: await postgres.newDatabase() }
          : { kind: 'sqlite', filename: join(folder, `${opened.length}.db`) },
      );
      opened.push(db);
      return db;
    },
  };
};
