import type { Knex } from 'knex';
import type { DatabaseLocation } from '../config/values.ts';
import { isServiceError } from '../domain/vocabulary/errors.ts';
import { bounded } from './bounded.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import { failureOf, refusalOf, StorageFailure, UnusableStore } from './storage-failure.ts';
import { prepareStoreFile, type StoreFile } from './store-file.ts';
import { markOfDatabase } from './store-mark.ts';

export type Dialect = 'sqlite' | 'postgres';

/** Uses the store. @param operation what is done, for the log. @throws ServiceError storage_unavailable */
type Use = <Result>(operation: string, use: () => Promise<Result>) => Promise<Result>;

/** An open store. Only src/storage uses SQL, and only inside `read` and `write`. */
export interface Database {
  readonly knex: Knex;
  readonly dialect: Dialect;
  readonly read: Use;
  /** Like `read`, for what changes the store: a refusal then says whether the change may have happened all the same. */
  readonly write: Use;
  /** Waits for running statements and closes every connection. */
  close(): Promise<void>;
}

/** A step of the schema. `up` runs inside a transaction, on SQLite and on PostgreSQL. */
export interface Migration {
  readonly version: number;
  up(trx: Knex.Transaction, dialect: Dialect): Promise<void>;
}

/** How many operations wait for the store at once; one more is refused immediately. */
const WAITING_MAX = 500;

/** Describes where the store is, without a password. */
export const describeLocation = (location: DatabaseLocation): string =>
  location.kind === 'sqlite' ? location.filename : `PostgreSQL at ${new URL(location.url).host}`;

const usesOf = (file: StoreFile | undefined): Pick<Database, 'read' | 'write'> => {
  const use = bounded(
    WAITING_MAX,
    'use the store',
    async (writes: boolean, operation: string, work: () => Promise<unknown>) => {
      try {
        const result = await work();
        // What was written to a file that is not there any more is not stored.
        if (writes && file?.isInPlace() === false) throw new StorageFailure(operation, 'file_gone');
        return result;
      } catch (thrown) {
        throw isServiceError(thrown) ? thrown : refusalOf(failureOf(thrown, operation), writes);
      }
    },
  );
  return {
    read: <Result>(operation: string, work: () => Promise<Result>) => use(false, operation, work) as Promise<Result>,
    write: <Result>(operation: string, work: () => Promise<Result>) => use(true, operation, work) as Promise<Result>,
  };
};

const unusable = (thrown: unknown, location: DatabaseLocation): Error => {
  const { message } = thrown instanceof UnusableStore ? thrown : failureOf(thrown, 'opening the store', false);
  return new Error(`the store cannot be used (DATABASE_URL, ${describeLocation(location)}): ${message}`);
};

/**
 * Opens the store and brings its schema up to date.
 * @param keyFile the file of the key of the service, beside which a PostgreSQL database is marked as used.
 * @throws Error that says where the store is and why it cannot be used.
 */
export const openDatabase = async (location: DatabaseLocation, keyFile?: string): Promise<Database> => {
  const dialect: Dialect = location.kind;
  let knex: Knex | undefined;
  let file: StoreFile | undefined;
  try {
    file = location.kind === 'sqlite' ? prepareStoreFile(location.filename) : undefined;
    const mark = location.kind === 'postgres' && keyFile !== undefined ? markOfDatabase(location.url, keyFile) : file;
    knex = connect(location);
    await migrate(knex, dialect, { refuseNew: mark?.refuseNew, connectUnlimited: () => connect(location, false) });
    mark?.settle();
  } catch (thrown) {
    await knex?.destroy();
    throw unusable(thrown, location);
  }
  const opened = knex;
  return { knex: opened, dialect, ...usesOf(file), close: () => opened.destroy() };
};
