import knexFactory, { type Knex } from 'knex';
import type { DatabaseLocation } from '../config/values.ts';

interface RawSqliteConnection {
  exec(sql: string, done: (failure: Error | null) => void): void;
}

interface RawPostgresConnection {
  query(sql: string, done: (failure: Error | null) => void): void;
  readonly connection: { readonly stream: { setTimeout(ms: number, late: () => void): void; destroy(): void } };
}

/** The kind of a store: SQLite or PostgreSQL. */
export type Dialect = DatabaseLocation['kind'];

type Done = (failure: Error | null) => void;

/** Limits of a statement in milliseconds (SPEC.md §15.4): at the server, then at this end of the connection. */
const LOCK_MS = 3_000;
const STATEMENT_MS = 4_000;
const SILENCE_MS = 5_000;
const LIMITS = `SET statement_timeout=${STATEMENT_MS}; SET lock_timeout=${LOCK_MS}; SET idle_in_transaction_session_timeout=${STATEMENT_MS}`;
/** How long a new connection may take, and how long a statement waits for one. */
const CONNECT_MS = 3_000;
const ACQUIRE_MS = 8_000;

/** How long SQLite waits for a lock that another program holds. */
const BUSY_MS = 5_000;

/** Knex would write its warnings to standard output, where only log lines belong. */
const silent = { warn: () => undefined, error: () => undefined, deprecate: () => undefined, debug: () => undefined };

// Values never stand in the message of an error.
const always = { compileSqlOnError: false, acquireConnectionTimeout: ACQUIRE_MS, log: silent };

const connectPostgres = (url: string, isLimited: boolean): Knex =>
  knexFactory({
    ...always,
    client: 'pg',
    connection: {
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
    },
    pool: {
      min: 0,
      max: 8,
      afterCreate: (client: RawPostgresConnection, done: Done) => {
        if (!isLimited) {
          done(null);
          return;
        }
        const { stream } = client.connection;
        // A server that is stalled or cut off says nothing: the connection ends, and what waits on it fails.
        stream.setTimeout(SILENCE_MS, () => stream.destroy());
        // As a statement: PgBouncer refuses limits in the packet that begins a session.
        client.query(LIMITS, done);
      },
    },
  });

/** One connection to a SQLite file, on which these statements ran first. */
const connectSqlite = (filename: string, pragmas: string): Knex =>
  knexFactory({
    ...always,
    client: 'sqlite3',
    connection: { filename },
    useNullAsDefault: true,
    pool: {
      min: 1,
      max: 1,
      afterCreate: (connection: RawSqliteConnection, done: Done) =>
        // A container has no folder for temporary files.
        connection.exec(`PRAGMA busy_timeout=${BUSY_MS}; PRAGMA temp_store=MEMORY; ${pragmas}`, done),
    },
  });

/** Durable before the response: WAL with synchronous=FULL syncs the log at every commit. */
const READ_AND_WRITE =
  'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON;';

/** Connects to the store. @param isLimited whether a statement may take only some seconds; a migration may take longer. */
export const connect = (location: DatabaseLocation, isLimited = true): Knex =>
  location.kind === 'postgres'
    ? connectPostgres(location.url, isLimited)
    : connectSqlite(location.filename, READ_AND_WRITE);

/** Connects to a SQLite file that the service uses, or to a backup of one, and leaves its kind of log as it is. */
export const connectAsItIs = (filename: string): Knex => connectSqlite(filename, '');
