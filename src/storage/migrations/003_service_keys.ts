import type { Migration } from '../database.ts';

export const serviceKeyTable: Migration = {
  version: 3,
  async up(trx) {
    await trx.schema.createTable('service_keys', (table) => {
      table.text('kid').primary();
      table.text('x').notNullable();
      table.text('valid_from').notNullable();
    });
  },
};
