import type { Knex } from 'knex';
import type { Dialect } from './connect.ts';

/** A step of the schema. It runs inside a transaction, on SQLite and on PostgreSQL. */
export type Migration = (trx: Knex.Transaction, dialect: Dialect) => Promise<void>;

const intakeTables: Migration = async (trx) => {
  await trx.schema.createTable('intake', (table) => {
    table.text('id').primary();
    table.text('kind').notNullable();
    table.text('sender');
    table.text('contact');
    table.text('body');
    table.text('received_at').notNullable();
    // What the receipt promises, and the date that counts after extensions; null where nothing is promised.
    table.text('answer_by');
    table.text('due_at');
    table.text('body_sha256').notNullable();
    table.text('receipt_hash_sha256').notNullable();
    table.text('status').notNullable();
    table.text('deleted_at');
    table.text('decision_receipt_hash_sha256');
    table.text('context_id');
    // The summary counts by these, and reads nothing else.
    table.index(['received_at', 'kind', 'status', 'due_at', 'answer_by'], 'intake_by_time');
  });
  // What retention looks for: it shrinks as texts are deleted.
  await trx.raw('CREATE INDEX intake_with_text ON intake (received_at) WHERE deleted_at IS NULL');
  await trx.schema.createTable('intake_changes', (table) => {
    table.increments('id');
    table.text('intake_id').notNullable().references('intake.id');
    table.text('status').notNullable();
    table.text('at').notNullable();
    table.index(['intake_id'], 'intake_changes_by_intake');
  });
  await trx.schema.createTable('intake_extensions', (table) => {
    table.increments('id');
    table.text('intake_id').notNullable().references('intake.id');
    table.text('at').notNullable();
    table.text('due_at').notNullable();
    table.text('reason').notNullable();
    table.index(['intake_id'], 'intake_extensions_by_intake');
  });
  await trx.schema.createTable('idempotency', (table) => {
    table.text('key_sha256').primary();
    table.text('request_sha256').notNullable();
    table.text('receipt').notNullable();
    table.text('created_at').notNullable();
    table.index(['created_at'], 'idempotency_by_time');
  });
};

/** Lets the store refuse every change and deletion of a line of the history of anchors. */
const makeHistoryAppendOnly: Migration = async (trx, dialect) => {
  const reason = 'the history of anchors is append-only';
  if (dialect === 'sqlite') {
    for (const act of ['UPDATE', 'DELETE'])
      await trx.raw(
        `CREATE TRIGGER anchor_history_no_${act.toLowerCase()} BEFORE ${act} ON anchor_history BEGIN SELECT RAISE(ABORT, '${reason}'); END`,
      );
    return;
  }
  await trx.raw(
    `CREATE FUNCTION anchor_history_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${reason}'; END $$`,
  );
  await trx.raw(
    'CREATE TRIGGER anchor_history_append_only BEFORE UPDATE OR DELETE ON anchor_history FOR EACH ROW EXECUTE FUNCTION anchor_history_append_only()',
  );
};

const anchorTables: Migration = async (trx, dialect) => {
  await trx.schema.createTable('anchors', (table) => {
    // The genesis block of its network, a colon and the receipt hash: each network counts for itself.
    table.text('anchor_id').primary();
    table.text('receipt_hash').notNullable();
    table.text('genesis_block').notNullable();
    table.text('origin').notNullable();
    table.text('state').notNullable();
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
    table.text('transaction_hash');
    table.text('sender');
    table.bigInteger('sequence_number');
    table.bigInteger('expires_at');
    table.text('block_hash');
    table.text('problem');
    // Set on the one anchor of an account that is being signed or awaits its end.
    table.text('turn_of_account');
    table.text('claimed_at').notNullable();
    table.text('signed_at');
    table.text('submitted_at');
    table.text('settled_at');
    table.text('checked_at');
    table.unique(['genesis_block', 'transaction_hash']);
    table.unique(['genesis_block', 'turn_of_account']);
    table.index(['genesis_block', 'claimed_at', 'receipt_hash'], 'anchors_by_claim');
    table.index(['genesis_block', 'state', 'origin'], 'anchors_by_state');
  });
  // Each claim sums spent and held money; this index holds only rows that have any.
  await trx.raw(
    'CREATE INDEX anchors_with_money ON anchors (genesis_block, reserved_microccd, charged_microccd) WHERE reserved_microccd + charged_microccd > 0',
  );
  await trx.schema.createTable('anchor_history', (table) => {
    table.increments('id');
    table.text('anchor_id').notNullable().references('anchors.anchor_id');
    table.text('at').notNullable();
    table.text('event').notNullable();
    table.text('state').notNullable();
    table.bigInteger('reserved_change').notNullable();
    table.bigInteger('charged_change').notNullable();
    table.text('transaction_hash');
    table.text('note');
    table.index(['anchor_id'], 'anchor_history_by_anchor');
  });
  await makeHistoryAppendOnly(trx, dialect);
  await trx.schema.createTable('chain_lease', (table) => {
    table.text('genesis_block').primary();
    table.text('holder').notNullable();
    table.bigInteger('until').notNullable();
  });
};

const serviceTables: Migration = async (trx, dialect) => {
  await trx.schema.createTable('service_keys', (table) => {
    table.text('kid').primary();
    table.text('x').notNullable();
    table.text('valid_from').notNullable();
  });
  await trx.schema.createTable('probe', (table) => {
    table.integer('id').primary();
    table.text('at').notNullable();
  });
  // Rate limits of processes that share PostgreSQL. They are about the last minutes, so it keeps them out of its log.
  await trx.raw(
    `CREATE ${dialect === 'postgres' ? 'UNLOGGED ' : ''}TABLE client_counts (key text PRIMARY KEY, points integer NOT NULL, expire bigint)`,
  );
};

/** The steps of the schema: the first makes version 1. A change of the schema is one more step at the end. */
export const migrations: readonly Migration[] = [
  async (trx, dialect) => {
    await intakeTables(trx, dialect);
    await anchorTables(trx, dialect);
    await serviceTables(trx, dialect);
  },
];

interface CopiedTable {
  readonly name: string;
  /** The one column of its primary key. */
  readonly key: string;
  /** Whether the store numbers the rows. */
  readonly isNumbered: boolean;
}

const table = (name: string, key: string, isNumbered = false): CopiedTable => ({ name, key, isNumbered });

/** What is copied into another store; each table after those that it refers to. */
export const copiedTables: readonly CopiedTable[] = [
  table('intake', 'id'),
  table('intake_changes', 'id', true),
  table('intake_extensions', 'id', true),
  table('idempotency', 'key_sha256'),
  table('anchors', 'anchor_id'),
  table('anchor_history', 'id', true),
  table('service_keys', 'kid'),
];
