import type { Migration } from '../database.ts';

export const decoyTable: Migration = {
  version: 7,
  async up(trx) {
    await trx.schema.createTable('decoys', (table) => {
      table.increments('number');
      table.text('id').notNullable().unique();
      table.text('kind').notNullable();
      table.text('received_at').notNullable();
      table.text('body_sha256').notNullable();
      table.text('receipt_hash_sha256').notNullable();
    });
  },
};
