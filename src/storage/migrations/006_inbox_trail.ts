import { makeAppendOnly } from '../append-only.ts';
import type { Migration } from '../database.ts';

/** Who read, exported and deleted texts, and the last time that old texts were looked for. */
export const inboxTrailTables: Migration = {
  version: 6,
  async up(trx, dialect) {
    await trx.schema.createTable('inbox_trail', (table) => {
      table.increments('id');
      table.text('at').notNullable();
      table.text('who').notNullable();
      table.text('act').notNullable();
      // A JSON list: one export may name more requests than a row each is worth.
      table.text('intake_ids').notNullable();
    });
    await makeAppendOnly(trx, dialect, 'inbox_trail', 'the trail of the inbox is append-only');
    await trx.schema.createTable('retention', (table) => {
      table.integer('id').primary();
      table.text('ended_at').notNullable();
      // Every request received before this time has lost its text.
      table.text('done_before').notNullable();
    });
  },
};
