import type { Migration } from '../database.ts';

export const intakeTables: Migration = {
  version: 1,
  async up(trx) {
    await trx.schema.createTable('intake', (table) => {
      table.text('id').primary();
      table.text('kind').notNullable();
      table.text('sender');
      table.text('contact');
      table.text('body');
      table.text('received_at').notNullable();
      table.text('body_sha256').notNullable();
      table.text('receipt_hash_sha256').notNullable();
      table.text('status').notNullable();
      table.text('deleted_at');
      table.index(['received_at', 'kind', 'status'], 'intake_by_time');
    });
    await trx.schema.createTable('intake_changes', (table) => {
      table.increments('id');
      table.text('intake_id').notNullable().references('intake.id');
      table.text('status').notNullable();
      table.text('at').notNullable();
      table.index(['intake_id'], 'intake_changes_by_intake');
    });
    await trx.schema.createTable('idempotency', (table) => {
      table.text('key_sha256').primary();
      table.text('request_sha256').notNullable();
      table.text('receipt').notNullable();
      table.text('created_at').notNullable();
      table.index(['created_at'], 'idempotency_by_time');
    });
    await trx.schema.createTable('probe', (table) => {
      table.integer('id').primary();
      table.text('at').notNullable();
    });
  },
};
