import type { Knex } from 'knex';
import type { Dialect } from './database.ts';
import { migrations } from './migrations/index.ts';
import { UnusableStore } from './storage-failure.ts';

/** Key of the PostgreSQL advisory lock under which one process at a time migrates. */
const MIGRATION_LOCK = 4_321_001;

/** A schema version that says that rows are being copied into the store: no program uses it before they are all there. */
export const UNFINISHED_COPY = 1_000_000;

/** The version of the schema; 0 in a store without tables. */
export const versionOf = async (runner: Knex): Promise<number> => {
  if (!(await runner.schema.hasTable('schema_version'))) return 0;
  const row = await runner<{ version: number }>('schema_version').max({ version: 'version' }).first();
  return Number(row?.version ?? 0);
};

const runMigrations = (knex: Knex, dialect: Dialect, upTo: number): Promise<void> =>
  knex.transaction(async (trx) => {
    if (dialect === 'postgres') await trx.raw('SELECT pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    const from = await versionOf(trx);
    if (from === 0) await trx.schema.createTable('schema_version', (table) => table.integer('version').primary());
    for (const migration of migrations.filter(({ version }) => version > from && version <= upTo)) {
      await migration.up(trx, dialect);
      await trx('schema_version').insert({ version: migration.version });
    }
  });

/**
 * Migrates the schema in one transaction, so that a crash leaves either the old schema or the new one.
 * @param refuseNew throws when a store without tables must not be taken as a new one.
 * @param connectUnlimited connects without limits of time, for a migration of a large store.
 * @param upTo the version to migrate to, for a store that must have the schema of another; the latest when undefined.
 * @throws UnusableStore when a newer program wrote the store, or a copy into it was not finished.
 */
export const migrate = async (
  knex: Knex,
  dialect: Dialect,
  {
    refuseNew,
    connectUnlimited,
    upTo,
  }: { refuseNew: (() => void) | undefined; connectUnlimited: () => Knex; upTo?: number },
): Promise<void> => {
  const latest = upTo ?? Math.max(...migrations.map(({ version }) => version));
  const found = await versionOf(knex);
  if (found === latest) return;
  if (found >= UNFINISHED_COPY)
    throw new UnusableStore('a copy into this store was not finished: make it again with `npm run store -- copy`');
  if (found > latest)
    throw new UnusableStore(`the store has schema version ${found}; this program supports up to ${latest}`);
  if (found === 0) refuseNew?.();
  const unlimited = connectUnlimited();
  try {
    await runMigrations(unlimited, dialect, latest);
  } finally {
    await unlimited.destroy();
  }
};
