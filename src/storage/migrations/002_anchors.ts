import type { Knex } from 'knex';
import type { Dialect, Migration } from '../database.ts';

const APPEND_ONLY = 'the history of anchors is append-only';

/** Makes the history append-only. */
const forbidChanges = async (trx: Knex.Transaction, dialect: Dialect): Promise<void> => {
  if (dialect === 'sqlite') {
    for (const act of ['UPDATE', 'DELETE']) {
      await trx.raw(
        `CREATE TRIGGER anchor_history_no_${act.toLowerCase()} BEFORE ${act} ON anchor_history BEGIN SELECT RAISE(ABORT, '${APPEND_ONLY}'); END`,
      );
    }
    return;
  }
  await trx.raw(
    `CREATE FUNCTION anchor_history_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${APPEND_ONLY}'; END $$`,
  );
  await trx.raw(
    'CREATE TRIGGER anchor_history_append_only BEFORE UPDATE OR DELETE ON anchor_history FOR EACH ROW EXECUTE FUNCTION anchor_history_append_only()',
  );
};

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
    await forbidChanges(trx, dialect);
    await trx.schema.createTable('chain_lease', (table) => {
      table.integer('id').primary();
      table.text('holder').notNullable();
      table.bigInteger('until').notNullable();
    });
  },
};
