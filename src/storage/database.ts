import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import knexFactory, { type Knex } from 'knex';
import type { DatabaseLocation } from '../config/values.ts';
import { ServiceError } from '../domain/vocabulary/errors.ts';
import { migrations } from './migrations/index.ts';

export type Dialect = 'sqlite' | 'postgres';

/** An open store. Only src/storage uses SQL. */
export interface Database {
  readonly knex: Knex;
  readonly dialect: Dialect;
  /** Waits for running statements and closes every connection. */
  close(): Promise<void>;
}

/** A step of the schema. `up` runs inside a transaction, on SQLite and on PostgreSQL. */
export interface Migration {
  readonly version: number;
  up(trx: Knex.Transaction, dialect: Dialect): Promise<void>;
}

interface RawSqliteConnection {
  exec(sql: string, done: (failure: Error | null) => void): void;
}

const connect = (location: DatabaseLocation): Knex => {
  if (location.kind === 'postgres') {
    return knexFactory({
      client: 'pg',
      connection: { connectionString: location.url, connectionTimeoutMillis: 5_000 },
      pool: { min: 0, max: 8 },
      acquireConnectionTimeout: 8_000,
    });
  }
  mkdirSync(dirname(location.filename), { recursive: true });
  return knexFactory({
    client: 'sqlite3',
    connection: { filename: location.filename },
    useNullAsDefault: true,
    pool: {
      min: 1,
      max: 1,
      // Durable before the response: WAL with synchronous=FULL syncs the log at every commit.
      afterCreate: (connection: RawSqliteConnection, done: (failure: Error | null) => void) =>
        connection.exec(
          'PRAGMA busy_timeout=5000; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON;',
          done,
        ),
    },
  });
};

const MIGRATION_LOCK = 4_321_001;

/** Migrates the schema in one transaction, so that a crash leaves either the old schema or the new one. */
const migrate = async (knex: Knex, dialect: Dialect): Promise<void> => {
  const latest = Math.max(...migrations.map(({ version }) => version));
  const current = async (runner: Knex): Promise<number> => {
    if (!(await runner.schema.hasTable('schema_version'))) return 0;
    const row = await runner<{ version: number }>('schema_version').max({ version: 'version' }).first();
    return Number(row?.version ?? 0);
  };
  const found = await current(knex);
  if (found === latest) return;
  if (found > latest) throw new Error(`the store has schema version ${found}; this program supports up to ${latest}`);
  await knex.transaction(async (trx) => {
    if (dialect === 'postgres') await trx.raw('SELECT pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    const from = await current(trx);
    if (from === 0) await trx.schema.createTable('schema_version', (table) => table.integer('version').primary());
    for (const migration of migrations.filter(({ version }) => version > from)) {
      await migration.up(trx, dialect);
      await trx('schema_version').insert({ version: migration.version });
    }
  });
};

/** Describes where the store is, without a password. */
export const describeLocation = (location: DatabaseLocation): string =>
  location.kind === 'sqlite' ? location.filename : `PostgreSQL at ${new URL(location.url).host}`;

/**
 * Opens the store and brings its schema up to date.
 * @throws Error that says where the store is and why it cannot be used.
 */
export const openDatabase = async (location: DatabaseLocation): Promise<Database> => {
  const dialect: Dialect = location.kind;
  let knex: Knex | undefined;
  try {
    knex = connect(location);
    await migrate(knex, dialect);
  } catch (failure) {
    await knex?.destroy();
    throw new Error(
      `the store cannot be used (DATABASE_URL, ${describeLocation(location)}): ${(failure as Error).message}`,
      {
        cause: failure,
      },
    );
  }
  const opened = knex;
  return { knex: opened, dialect, close: () => opened.destroy() };
};

const temporaryCodes = new Set([
  'SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_READONLY', 'SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_CANTOPEN', 'SQLITE_CORRUPT',
  'SQLITE_NOTADB', 'SQLITE_NOMEM', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'EPIPE',
  '53100', '53200', '53300', '57P01', '57P02', '57P03', '08000', '08003', '08006', '25006', '40001', '40P01',
]); // prettier-ignore

/** Whether the store is full, read-only, locked or gone, rather than the statement wrong. */
const isTemporary = (failure: unknown): boolean =>
  failure instanceof Error &&
  (temporaryCodes.has(String((failure as { code?: unknown }).code)) ||
    failure.name === 'KnexTimeoutError' ||
    /^Connection terminated|^timeout exceeded when trying to connect/.test(failure.message));

/**
 * Uses the store. A store that cannot be reached or written gives `storage_unavailable`; other errors
 * pass through.
 * @throws ServiceError storage_unavailable, with Retry-After
 */
export const guarded = async <Result>(use: () => Promise<Result>): Promise<Result> => {
  try {
    return await use();
  } catch (failure) {
    if (!isTemporary(failure)) throw failure;
    throw Object.assign(
      new ServiceError('storage_unavailable', 'The store cannot be used at the moment; nothing was accepted.', {
        headers: { 'Retry-After': '5' },
      }),
      { cause: failure },
    );
  }
};

/** Checks that the store can be written, by committing a row of its own. @throws ServiceError storage_unavailable */
export const probeWritable = (db: Database, at: Date): Promise<void> =>
  guarded(async () => {
    await db.knex('probe').insert({ id: 1, at: at.toISOString() }).onConflict('id').merge();
  });
