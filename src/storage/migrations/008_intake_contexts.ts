import type { Migration } from '../database.ts';

export const intakeContextColumn: Migration = {
  version: 8,
  async up(trx) {
    await trx.schema.alterTable('intake', (table) => {
      table.text('context_id');
    });
  },
};
