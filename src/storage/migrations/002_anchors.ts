import { makeAppendOnly } from '../append-only.ts';
import type { Migration } from '../database.ts';

export const anchorTables: Migration = {
  version: 2,
  async up(trx, dialect) {
    await trx.schema.createTable('anchors', (table) => {
      table.text('receipt_hash').primary();
      table.text('origin').notNullable();
      table.text('state').notNullable();
      table.boolean('seen_finalized').notNullable();
      table.text('network').notNullable();
      table.text('genesis_block').notNullable();
      table.bigInteger('estimated_energy');
      table.bigInteger('estimated_microccd');
      table.bigInteger('estimated_reservation_microccd');
      table.text('euro_per_energy');
      table.text('microccd_per_euro');
      table.text('rate_at');
      table.bigInteger('reserved_microccd').notNullable();
      table.bigInteger('charged_microccd').notNullable();
      table.bigInteger('energy_used');
      table.text('raw_transaction');
      table.text('transaction_hash').unique();
      table.text('sender');
      table.bigInteger('sequence_number');
      table.bigInteger('expires_at');
      table.text('block_hash');
      table.text('problem');
      // Set on the one anchor of an account that is being signed or awaits its end.
      table.text('turn_of_account').unique();
      table.text('claimed_at').notNullable();
      table.text('signed_at');
      table.text('submitted_at');
      table.text('settled_at');
      table.text('checked_at');
      table.index(['claimed_at', 'receipt_hash'], 'anchors_by_claim');
      table.index(['state', 'origin'], 'anchors_by_state');
    });
    // Each claim sums spent and held money; this index holds only rows that have any.
    await trx.raw(
      'CREATE INDEX anchors_with_money ON anchors (reserved_microccd, charged_microccd) WHERE reserved_microccd + charged_microccd > 0',
    );
    await trx.schema.createTable('anchor_history', (table) => {
      table.increments('id');
      table.text('receipt_hash').notNullable().references('anchors.receipt_hash');
      table.text('at').notNullable();
      table.text('event').notNullable();
      table.text('state').notNullable();
      table.bigInteger('reserved_change').notNullable();
      table.bigInteger('charged_change').notNullable();
      table.text('transaction_hash');
      table.text('note');
      table.index(['receipt_hash'], 'anchor_history_by_anchor');
    });
    await makeAppendOnly(trx, dialect, 'anchor_history', 'the history of anchors is append-only');
    await trx.schema.createTable('chain_lease', (table) => {
      table.integer('id').primary();
      table.text('holder').notNullable();
      table.bigInteger('until').notNullable();
    });
  },
};
