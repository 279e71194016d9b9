import type { Knex } from 'knex';
import type { DatabaseLocation } from '../config/values.ts';
import { connect, connectAsItIs, type Dialect } from './connect.ts';
import { describeLocation } from './database.ts';
import { versionOf, versionProblem } from './migrate.ts';
import { failureOf, UnusableStore } from './storage-failure.ts';
import { isStoreFile } from './store-file.ts';

/** A store as it was at one moment, whatever the service writes meanwhile. */
export interface Snapshot {
  readonly knex: Knex;
  readonly dialect: Dialect;
}

export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** The number of rows that are read, and written, at once. */
const PAGE_ROWS = 200;

/** Every row of a table, in the order of its key. */
export const pagesOf = async function* (knex: Knex, name: string, key: string): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  for (;;) {
    const query = knex<Row>(name).orderBy(key).limit(PAGE_ROWS);
    if (last) query.where(key, '>', last[key]!);
    const rows = (await query) as Row[];
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE_ROWS) return;
    last = rows.at(-1);
  }
};

/** What a driver threw, in words that name the places; anything else as it is. What a driver says may hold what is stored. */
export const inWords = (thrown: unknown, operation: string): unknown => {
  const isFromDriver = thrown instanceof Error && 'code' in thrown;
  const isOfFiles = isFromDriver && 'syscall' in thrown && 'path' in thrown;
  return isFromDriver && !isOfFiles ? failureOf(thrown, operation) : thrown;
};

/**
 * Reads a store as it is at one moment, and changes nothing in it.
 * @throws Error that says where the store is and why it cannot be read.
 */
export const withSnapshot = async <Result>(
  location: DatabaseLocation,
  use: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> => {
  const place = describeLocation(location);
  if (location.kind === 'sqlite' && !isStoreFile(location.filename)) throw new Error(`There is no store at ${place}.`);
  const knex = location.kind === 'sqlite' ? connectAsItIs(location.filename) : connect(location, false);
  try {
    return await knex.transaction(async (trx) => {
      // In SQLite the first read begins a snapshot by itself.
      if (location.kind === 'postgres') await trx.raw('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      const version = await versionOf(trx);
      const problem = version === 0 ? 'it is no store of this service' : versionProblem(version);
      if (problem !== undefined) throw new UnusableStore(`The store at ${place} cannot be read: ${problem}.`);
      return use({ knex: trx, dialect: location.kind });
    });
  } catch (thrown) {
    throw inWords(thrown, `reading the store at ${place}`);
  } finally {
    await knex.destroy();
  }
};
