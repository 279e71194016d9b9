import { existsSync } from 'node:fs';
import type { Knex } from 'knex';
import type { DatabaseLocation } from '../../config/values.ts';
import { connect, connectReadOnly } from '../connect.ts';
import { describeLocation, type Dialect } from '../database.ts';
import { UNFINISHED_COPY, versionOf } from '../migrate.ts';
import { migrations } from '../migrations/index.ts';
import { failureOf, UnusableStore } from '../storage-failure.ts';
import { type CarriedTable, carriedTables } from './tables.ts';

/** A store as it was at one moment, whatever the service writes meanwhile. */
export interface Snapshot {
  readonly knex: Knex;
  readonly dialect: Dialect;
  /** The version of its schema. */
  readonly version: number;
  readonly tables: readonly CarriedTable[];
}

export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** The number of rows that are read, and written, at once. */
const PAGE_ROWS = 200;

/** Every row of a table, in the order of its key. */
export const pagesOf = async function* (knex: Knex, { name, key }: CarriedTable): AsyncGenerator<Row[]> {
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

const snapshotOf = async (knex: Knex, dialect: Dialect): Promise<Snapshot> => {
  const version = await versionOf(knex);
  if (version === 0) throw new UnusableStore('it is no store of this service');
  if (version >= UNFINISHED_COPY) throw new UnusableStore('a copy into it was not finished');
  if (version > migrations.at(-1)!.version)
    throw new UnusableStore(
      `it has schema version ${version}; this program supports up to ${migrations.at(-1)!.version}`,
    );
  return { knex, dialect, version, tables: carriedTables.filter(({ since }) => since <= version) };
};

/** What a driver threw, in words that name the place; anything else as it is. Whatever a driver says may hold what is stored. */
const inWords = (thrown: unknown, operation: string): unknown => {
  const isFromDriver = thrown instanceof Error && 'code' in thrown;
  const isOfFiles = isFromDriver && 'syscall' in thrown && 'path' in thrown;
  return isFromDriver && !isOfFiles ? failureOf(thrown, operation, false) : thrown;
};

/**
 * Writes from one store into another place. What fails may be either, so the failure names both.
 * @throws StorageFailure for what a driver throws.
 */
export const namingBoth = async <Result>(
  from: DatabaseLocation,
  to: string,
  write: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await write();
  } catch (thrown) {
    throw inWords(thrown, `writing from ${describeLocation(from)} to ${to}`);
  }
};

/**
 * Reads a store as it is at one moment. Changes nothing in it, not even an old schema.
 * @throws Error that says where the store is and why it cannot be read.
 */
export const withSnapshot = async <Result>(
  location: DatabaseLocation,
  use: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> => {
  const place = describeLocation(location);
  if (location.kind === 'sqlite' && !existsSync(location.filename)) throw new Error(`There is no store at ${place}.`);
  const knex = location.kind === 'sqlite' ? connectReadOnly(location.filename) : connect(location, false);
  try {
    return await knex.transaction(async (trx) => {
      // In SQLite the first read begins a snapshot by itself.
      if (location.kind === 'postgres') await trx.raw('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      return use(await snapshotOf(trx, location.kind));
    });
  } catch (thrown) {
    if (thrown instanceof UnusableStore)
      throw new Error(`The store at ${place} cannot be read: ${thrown.message}.`, { cause: thrown });
    throw inWords(thrown, `reading the store at ${place}`);
  } finally {
    await knex.destroy();
  }
};
