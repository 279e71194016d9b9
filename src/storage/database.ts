import type { Knex } from 'knex';
import type { DatabaseLocation } from '../config/values.ts';
import { isServiceError } from '../domain/vocabulary/errors.ts';
import { connect, type Dialect } from './connect.ts';
import { migrate, versionOf, versionProblem } from './migrate.ts';
import { failureOf, refusalOf, StorageFailure, UnusableStore } from './storage-failure.ts';
import { isStoreFile, markOf, prepareStoreFile, watchFile } from './store-file.ts';

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

/** Describes where the store is, without a password. */
export const describeLocation = (location: DatabaseLocation): string =>
  location.kind === 'sqlite' ? location.filename : `PostgreSQL at ${new URL(location.url).host}`;

const openedWith = (knex: Knex, location: DatabaseLocation): Database => {
  const isInPlace = location.kind === 'sqlite' ? watchFile(location.filename) : () => true;
  const using =
    (writes: boolean): Use =>
    async (operation, work) => {
      try {
        const result = await work();
        // What was written to a file that is not there any more is not stored.
        if (writes && !isInPlace()) throw new StorageFailure(operation, 'file_gone');
        return result;
      } catch (thrown) {
        throw isServiceError(thrown) ? thrown : refusalOf(failureOf(thrown, operation), writes);
      }
    };
  return { knex, dialect: location.kind, read: using(false), write: using(true), close: () => knex.destroy() };
};

const unusable = (thrown: unknown, location: DatabaseLocation): Error => {
  const { message } = thrown instanceof UnusableStore ? thrown : failureOf(thrown, 'opening the store');
  return new Error(`the store cannot be used (DATABASE_URL, ${describeLocation(location)}): ${message}`);
};

/**
 * Opens the store of the service, makes it where there is none and brings its schema up to date.
 * @param keyFile the file of the key of the service, beside which a PostgreSQL database is marked as used.
 * @throws Error that says where the store is and why it cannot be used.
 */
export const openDatabase = async (location: DatabaseLocation, keyFile?: string): Promise<Database> => {
  let migrating: Knex | undefined;
  try {
    const { refuseNew, settle } = markOf(location, keyFile);
    if (location.kind === 'sqlite') prepareStoreFile(location.filename, refuseNew);
    migrating = connect(location, false);
    await migrate(migrating, location.kind, refuseNew);
    settle();
  } catch (thrown) {
    throw unusable(thrown, location);
  } finally {
    await migrating?.destroy();
  }
  return openedWith(connect(location), location);
};

/**
 * Opens a store that is there, as commands do: it is neither made nor migrated.
 * @throws Error that says where the store is, why it cannot be used and what to do.
 */
export const openExisting = async (location: DatabaseLocation): Promise<Database> => {
  let knex: Knex | undefined;
  try {
    const mayBeThere = location.kind === 'postgres' || isStoreFile(location.filename);
    knex = mayBeThere ? connect(location) : undefined;
    const version = knex === undefined ? 0 : await versionOf(knex);
    if (knex === undefined || version === 0)
      throw new UnusableStore(
        'there is no store. The service makes one when it first starts (npm start); one that is missing is restored from a backup',
      );
    const problem = versionProblem(version);
    if (problem !== undefined) throw new UnusableStore(problem);
    return openedWith(knex, location);
  } catch (thrown) {
    await knex?.destroy();
    throw unusable(thrown, location);
  }
};
