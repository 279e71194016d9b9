import type { Knex } from 'knex';
import type { IntakeReceipt } from '../domain/intake.ts';
import { daysAfter } from '../domain/vocabulary/timestamp.ts';
import type { Dialect } from './connect.ts';
import type { Database } from './database.ts';

/** A key that a request was sent with, and the request that it stands for. */
export interface IdempotencyKey {
  readonly keySha256: string;
  readonly requestSha256: string;
}

/** A request with its key, and the receipt that it gets unless an earlier one had the key. */
export interface KeyedRequest {
  readonly idempotency: IdempotencyKey;
  readonly receipt: IntakeReceipt;
}

interface IdempotencyRow {
  readonly key_sha256: string;
  readonly request_sha256: string;
  readonly receipt: string;
}

/**
 * The SELECT of rows that are bound as one text: a JSON list of lists. One prepared statement for any number of rows: building a
 * statement per flush costs more than storing the rows, and a list of values is limited to 500 rows in SQLite.
 * @param count the number of columns
 */
export const selectRows = (dialect: Dialect, count: number): string => {
  const cells = Array.from({ length: count }, (_, at) => `value->>${at}`).join(', ');
  return `SELECT ${cells} FROM ${dialect === 'sqlite' ? 'json_each(?)' : 'json_array_elements(?::json) AS entries(value)'}`;
};

/** The lifetime of an idempotency key in days (SPEC.md §4.3). */
const KEY_DAYS = 1;

/**
 * The idempotency keys in the store. Processes that share a database cannot deadlock: keys are inserted in one order, whatever
 * the language of the machine, and expired rows are deleted with SKIP LOCKED.
 */
export const idempotencyKeys = ({ knex, dialect }: Database) => {
  // `WHERE true` ends the SELECT for SQLite’s parser, which would read ON as part of a join. The update changes nothing: with it, the
  // row of an earlier request is given back, and held until the commit.
  const insertKeys = `INSERT INTO idempotency (key_sha256, request_sha256, receipt, created_at) ${selectRows(dialect, 4)} WHERE true ON CONFLICT (key_sha256) DO UPDATE SET key_sha256 = excluded.key_sha256 RETURNING key_sha256, request_sha256, receipt`;
  return {
    /** Deletes the keys that no longer count. Not within the transaction that stores new ones. @param now RFC 3339 */
    async deleteOld(now: string): Promise<void> {
      const oldest = daysAfter(now, -KEY_DAYS);
      const old = knex('idempotency').select('key_sha256').where('created_at', '<', oldest);
      await knex('idempotency')
        .whereIn('key_sha256', dialect === 'sqlite' ? old : old.forUpdate().skipLocked())
        .delete();
    },

    /**
     * Stores the keys that are new, each with the first request that has it.
     * @returns the rows of all, by their keys, which nobody deletes before the commit.
     */
    async add(trx: Knex.Transaction, requests: readonly KeyedRequest[]): Promise<Map<string, IdempotencyRow>> {
      const sorted = requests.toSorted((a, b) => a.idempotency.keySha256.localeCompare(b.idempotency.keySha256, 'en'));
      const first = sorted.filter(
        ({ idempotency }, at) => sorted[at - 1]?.idempotency.keySha256 !== idempotency.keySha256,
      );
      const rows = first.map(({ idempotency: { keySha256, requestSha256 }, receipt }) => [
        keySha256,
        requestSha256,
        JSON.stringify(receipt),
        receipt.received_at,
      ]);
      const found = await trx.raw<IdempotencyRow[] | { rows: IdempotencyRow[] }>(insertKeys, [JSON.stringify(rows)]);
      return new Map(('rows' in found ? found.rows : found).map((row) => [row.key_sha256, row]));
    },
  };
};
