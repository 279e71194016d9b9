import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../src/storage/database.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { newFolder } from './server.ts';

/** The stores that the service runs on. */
export const dialects = ['SQLite', 'PostgreSQL'] as const;

/** New empty stores of one kind, all closed and gone after `close`. */
export const storesOf = async (dialect: (typeof dialects)[number]) => {
  const folder = await newFolder();
  const postgres: Postgres | undefined = dialect === 'PostgreSQL' ? await startPostgres() : undefined;
  const opened: Database[] = [];
  let count = 0;
  return {
    async open(): Promise<Database> {
      const db = await openDatabase(
        postgres
          ? { kind: 'postgres', url: await postgres.newDatabase() }
          : { kind: 'sqlite', filename: join(folder, `${(count += 1)}.db`) },
      );
      opened.push(db);
      return db;
    },
    async close(): Promise<void> {
      await Promise.all(opened.map((db) => db.close()));
      await postgres?.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
