import sqlite3 from 'sqlite3';
import { expect } from 'vitest';

/** The file of a store address. */
export const fileOf = (store: string): string => store.replace('file:', '');

/** Reads a store directly with SQLite. */
export const query = <Row>(store: string, sql: string): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    const db = new sqlite3.Database(fileOf(store));
    db.all<Row>(sql, (error, rows) => {
      db.close();
      if (error) reject(error);
      else resolve(rows);
    });
  });

/** The ids of the stored requests. */
export const storedIds = async (store: string): Promise<string[]> =>
  (await query<{ id: string }>(store, 'SELECT id FROM intake')).map(({ id }) => id);

/** Expects an intact store that holds every one of these requests. */
export const expectStored = async (store: string, ids: readonly string[]): Promise<void> => {
  expect(await query(store, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  const stored = new Set(await storedIds(store));
  expect(ids.filter((id) => !stored.has(id))).toEqual([]);
};
