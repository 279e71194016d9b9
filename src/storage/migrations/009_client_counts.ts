import type { Migration } from '../database.ts';

/**
 * How many requests each client sent, where several processes count together. It is about the last minutes, so PostgreSQL
 * keeps it out of its log; with SQLite there is one process, which counts in memory, and the table stays empty.
 */
export const clientCountTable: Migration = {
  version: 9,
  async up(trx, dialect) {
    await trx.raw(
      `CREATE ${dialect === 'postgres' ? 'UNLOGGED ' : ''}TABLE client_counts (key text PRIMARY KEY, points integer NOT NULL, expire bigint)`,
    );
  },
};
