import type { Knex } from 'knex';
import type { Dialect } from './connect.ts';
import { migrations } from './schema.ts';
import { UnusableStore } from './storage-failure.ts';

/** Key of the PostgreSQL advisory lock under which one process at a time migrates. */
const MIGRATION_LOCK = 4_321_001;

/** The version of the schema that this program uses. */
export const LATEST = migrations.length;

/** The version of the schema; 0 in a store without tables. */
export const versionOf = async (runner: Knex): Promise<number> => {
  if (!(await runner.schema.hasTable('schema_version'))) return 0;
  const row = await runner<{ version: number }>('schema_version').max({ version: 'version' }).first();
  return Number(row?.version ?? 0);
};

/** Why a store with this version of the schema cannot be used as it is, and what to do; undefined when it can. */
export const versionProblem = (found: number, latest = LATEST): string | undefined => {
  if (found === latest) return undefined;
  return found > latest
    ? `a newer program wrote it: its schema has version ${found}, and this program supports up to ${latest}. Use that program or a newer one`
    : `its schema has version ${found}, and this program uses ${latest}. Start the service with it once, which migrates it`;
};

/** Runs the missing steps in a transaction of the caller. @returns the version that was found. */
export const migrateWithin = async (trx: Knex.Transaction, dialect: Dialect): Promise<number> => {
  if (dialect === 'postgres') await trx.raw('SELECT pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
  const from = await versionOf(trx);
  if (from === 0) await trx.schema.createTable('schema_version', (table) => table.integer('version').primary());
  for (let version = from + 1; version <= LATEST; version += 1) {
    await migrations[version - 1]!(trx, dialect);
    await trx('schema_version').insert({ version });
  }
  return from;
};

/**
 * Migrates the schema in one transaction, so that a crash leaves either the old schema or the new one.
 * @param refuseNew throws when a store without tables must not be taken as a new one.
 * @throws UnusableStore when a newer program wrote the store.
 */
export const migrate = async (knex: Knex, dialect: Dialect, refuseNew: () => void): Promise<void> => {
  const found = await versionOf(knex);
  if (found === LATEST) return;
  if (found > LATEST) throw new UnusableStore(versionProblem(found));
  if (found === 0) refuseNew();
  await knex.transaction((trx) => migrateWithin(trx, dialect));
};
