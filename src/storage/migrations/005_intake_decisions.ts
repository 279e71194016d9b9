import type { Migration } from '../database.ts';

export const intakeDecisionColumn: Migration = {
  version: 5,
  async up(trx) {
    await trx.schema.alterTable('intake', (table) => {
      table.text('decision_receipt_hash_sha256');
    });
  },
};
