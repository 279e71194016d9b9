import type { Knex } from 'knex';
import {
  type IntakeExtension,
  type IntakeKind,
  type IntakeReceipt,
  type IntakeRecord,
  type IntakeStatus,
  isOpen,
  openStatuses,
  type StoredIntake,
} from '../domain/intake.ts';
import type { IntakeCounts } from '../domain/intake-summary.ts';
import type { Sha256Hex } from '../domain/json/sha256.ts';
import type { Database } from './database.ts';
import { groupCommit } from './group-commit.ts';
import { type IdempotencyKey, idempotencyKeys, type KeyedRequest, selectRows } from './idempotency-keys.ts';

/** A request to store, with the hashes of its idempotency key and of the body as sent, if it has a key. */
export interface IntakeEntry {
  readonly record: IntakeRecord;
  readonly receipt: IntakeReceipt;
  readonly idempotency?: IdempotencyKey;
}

/** The outcome of adding an entry: stored, or an earlier entry had the same key. */
export type IntakeOutcome =
  | { readonly kind: 'stored'; readonly receipt: IntakeReceipt }
  | { readonly kind: 'replayed'; readonly receipt: IntakeReceipt }
  | { readonly kind: 'key_reused' };

/**
 * A count by kind and status, with how many are past their date, how many had it moved, and the date that is next; or a count
 * by day; or, without a count, the time of the newest request in place of a day.
 */
interface CountRow {
  kind: IntakeKind | null;
  status: IntakeStatus | null;
  day: string | null;
  count: number | string | null;
  late: number | string | null;
  moved: number | string | null;
  next_due: string | null;
}

/** One statement, so that the counts fit together. */
const countRequests = `
  SELECT kind, status, NULL AS day, count(*) AS count, sum(CASE WHEN due_at < :now THEN 1 ELSE 0 END) AS late,
    sum(CASE WHEN due_at <> answer_by THEN 1 ELSE 0 END) AS moved, min(CASE WHEN due_at >= :now THEN due_at END) AS next_due
    FROM intake GROUP BY kind, status
  UNION ALL SELECT NULL, NULL, substr(received_at, 1, 10), count(*), NULL, NULL, NULL
    FROM intake WHERE received_at >= :sinceDay GROUP BY 3
  UNION ALL SELECT NULL, NULL, max(received_at), NULL, NULL, NULL, NULL FROM intake`;

/** How often the date of a request was moved. A count of PostgreSQL is otherwise a text. */
const countMoves = '(SELECT CAST(count(*) AS integer) FROM intake_extensions WHERE intake_id = intake.id) AS moved';

type IntakeRow = Omit<IntakeRecord, 'from'> & { readonly sender: string | null };
type OpenRow = Pick<IntakeRow, 'id' | 'kind' | 'status' | 'received_at' | 'answer_by' | 'due_at'> & { moved: number };

/** The maximum number of requests in one commit. */
const ROWS_PER_COMMIT = 1_000;

const columns = [
  'id', 'kind', 'sender', 'contact', 'body', 'received_at', 'answer_by', 'due_at', 'body_sha256', 'receipt_hash_sha256',
  'status', 'deleted_at', 'context_id',
] as const satisfies readonly (keyof IntakeRow)[]; // prettier-ignore

const columnsOf = (row: IntakeRow): (string | null)[] => columns.map((column) => row[column]);

const toRow = ({ from, ...record }: IntakeRecord): IntakeRow => ({ ...record, sender: from });
const fromRow = ({ sender, ...row }: IntakeRow): IntakeRecord => ({ ...row, from: sender });

/** The requests in the store. Every method throws `storage_unavailable` when it cannot be used. */
export const intakeStore = (db: Database) => {
  const { knex } = db;

  const insertRows = `INSERT INTO intake (${columns.join(', ')}) ${selectRows(db.dialect, columns.length)}`;
  const keys = idempotencyKeys(db);

  const insert = async (runner: Knex, stored: readonly IntakeEntry[]): Promise<void> => {
    if (stored.length > 0)
      await runner.raw(insertRows, [JSON.stringify(stored.map(({ record }) => columnsOf(toRow(record))))]);
  };

  const flush = (entries: readonly IntakeEntry[]): Promise<IntakeOutcome[]> =>
    db.write('store requests', async () => {
      const keyed = entries.filter((entry): entry is IntakeEntry & KeyedRequest => entry.idempotency !== undefined);
      if (keyed.length === 0) {
        // One statement is a transaction of its own: all rows are stored, or none.
        await insert(knex, entries);
        return entries.map(({ receipt }) => ({ kind: 'stored', receipt }));
      }
      await keys.deleteOld(entries[0]!.record.received_at);
      return knex.transaction(async (trx) => {
        const earlier = await keys.add(trx, keyed);
        const outcomes = entries.map(({ receipt, idempotency }): IntakeOutcome => {
          if (idempotency === undefined) return { kind: 'stored', receipt };
          const earlierRow = earlier.get(idempotency.keySha256)!;
          const first = JSON.parse(earlierRow.receipt) as IntakeReceipt;
          if (first.id === receipt.id) return { kind: 'stored', receipt };
          if (earlierRow.request_sha256 !== idempotency.requestSha256) return { kind: 'key_reused' };
          return { kind: 'replayed', receipt: first };
        });
        await insert(
          trx,
          entries.filter((_, index) => outcomes[index]!.kind === 'stored'),
        );
        return outcomes;
      });
    });

  /** Deletes sender, contact, context and text of these requests; hashes, kind, times and counts stay. */
  const erase = (ids: readonly string[], at: Date): Promise<number> =>
    db.write('delete texts', async () => {
      const erased = await knex('intake')
        .whereIn('id', ids)
        .whereNull('deleted_at')
        .update({ sender: null, contact: null, body: null, context_id: null, deleted_at: at.toISOString() });
      // The write-ahead log holds older page images; a truncating checkpoint deletes them.
      if (db.dialect === 'sqlite') await knex.raw('PRAGMA wal_checkpoint(TRUNCATE)');
      return erased;
    });

  const queue = groupCommit(flush, ROWS_PER_COMMIT);

  return {
    /**
     * Stores the request; it is on disk when this resolves. Requests that arrive together share one
     * commit. A request with a known idempotency key is not stored again.
     */
    add: (entry: IntakeEntry): Promise<IntakeOutcome> => queue.add(entry),

    /** Resolves when every accepted request is on disk. */
    drain: queue.drain,

    /** The request, and what happened to it. */
    find: (id: string): Promise<StoredIntake | undefined> =>
      db.read('look up a request', async () => {
        const row = await knex<IntakeRow>('intake').where({ id }).first();
        if (!row) return undefined;
        const ofRequest = (table: string) => knex(table).where({ intake_id: id }).orderBy('id');
        return {
          record: fromRow(row),
          changes: await ofRequest('intake_changes').select<StoredIntake['changes']>('status', 'at'),
          extensions: await ofRequest('intake_extensions').select<IntakeExtension[]>('at', 'due_at', 'reason'),
        };
      }),

    /** The requests: open ones by the date on which they are due, then the others; newest first where dates do not tell. */
    list: (limit: number): Promise<IntakeRecord[]> =>
      db.read('list requests', async () => {
        const open = openStatuses.map((status) => `'${status}'`).join(', ');
        const query = knex<IntakeRow>('intake')
          .orderByRaw(`CASE WHEN status IN (${open}) THEN coalesce(due_at, '9998') ELSE '9999' END`)
          .orderBy('received_at', 'desc')
          .orderBy('id')
          .limit(limit);
        return (await query).map(fromRow);
      }),

    /** At most `limit` open requests, oldest first, from the one at this place on. */
    open: (from: number, limit: number) =>
      db.read('list open requests', () =>
        knex<IntakeRow>('intake')
          .whereIn('status', openStatuses)
          .orderBy('received_at')
          .orderBy('id')
          .offset(from)
          .limit(limit)
          .select<OpenRow[]>('id', 'kind', 'status', 'received_at', 'answer_by', 'due_at', knex.raw(countMoves)),
      ),

    /** The number of requests. */
    count: (): Promise<number> =>
      db.read('count requests', async () => Number((await knex('intake').count({ rows: '*' }).first())!['rows'])),

    /** Every request, oldest first, read page by page. */
    async *each(page = 500): AsyncGenerator<IntakeRecord> {
      let after: IntakeRecord | undefined;
      for (;;) {
        const last = after;
        const rows = await db.read('read requests', async () => {
          const query = knex<IntakeRow>('intake').orderBy('received_at').orderBy('id').limit(page);
          if (last) query.whereRaw('(received_at, id) > (?, ?)', [last.received_at, last.id]);
          return (await query).map(fromRow);
        });
        yield* rows;
        after = rows.at(-1);
        if (rows.length < page) return;
      }
    },

    /** Sets the status and records the change. False when there is no such request or it already has that status. */
    setStatus: (id: string, status: IntakeStatus, at: Date): Promise<boolean> =>
      db.write('set the status of a request', () =>
        knex.transaction(async (trx) => {
          const changed = await trx('intake').where({ id }).whereNot({ status }).update({ status });
          if (changed > 0) await trx('intake_changes').insert({ intake_id: id, status, at: at.toISOString() });
          return changed > 0;
        }),
      ),

    /**
     * Names the receipt of the decision that the request led to.
     * @returns the hash that was named before, null when there was none, and undefined when there is no such request.
     */
    nameDecisionReceipt: (id: string, hash: Sha256Hex): Promise<string | null | undefined> =>
      db.write('name the receipt of a decision', () =>
        knex.transaction(async (trx) => {
          const row = await trx<IntakeRow>('intake').where({ id }).first('decision_receipt_hash_sha256');
          if (row) await trx('intake').where({ id }).update({ decision_receipt_hash_sha256: hash });
          return row?.decision_receipt_hash_sha256;
        }),
      ),

    /** Moves the date of a request and records why. False when its status or date is another than was read. */
    extend: (
      { id, status, due_at: before }: Pick<IntakeRecord, 'id' | 'status' | 'due_at'>,
      { at, due_at, reason }: IntakeExtension,
    ): Promise<boolean> =>
      db.write('extend a request', () =>
        knex.transaction(async (trx) => {
          const changed = await trx<IntakeRow>('intake').where({ id, status, due_at: before }).update({ due_at });
          if (changed > 0) await trx('intake_extensions').insert({ intake_id: id, at, due_at, reason });
          return changed > 0;
        }),
      ),

    /** Deletes the texts of these requests. @returns the number of those that had one. */
    erase,

    /** Deletes the texts of at most `most` requests that were received before a time. @returns their number. */
    async eraseOld(before: string, most: number, at: Date): Promise<number> {
      const old = await db.read('look for old texts', () =>
        knex<IntakeRow>('intake').whereNull('deleted_at').where('received_at', '<', before).limit(most).select('id'),
      );
      const ids = old.map(({ id }) => id);
      return ids.length === 0 ? 0 : erase(ids, at);
    },

    /**
     * The counts of all requests at a time, and by day of those received since a day.
     * @param now RFC 3339 in UTC with milliseconds
     * @param answeredSince the time since which answers are listed one by one, like `now`
     */
    counts: (sinceDay: string, now: string, answeredSince: string): Promise<IntakeCounts> =>
      db.read('count requests', async () => {
        const answer = await knex.raw<CountRow[] | { rows: CountRow[] }>(countRequests, { sinceDay, now });
        const rows = 'rows' in answer ? answer.rows : answer;
        const open = rows.filter(({ status }) => status && isOpen(status));
        return {
          byStatus: rows.flatMap(({ kind, status, count }) =>
            kind && status ? { kind, status, count: Number(count) } : [],
          ),
          byDay: rows.flatMap(({ day, count }) => (day && count !== null ? { day, count: Number(count) } : [])),
          lastReceivedAt: rows.find(({ count }) => count === null)?.day ?? undefined,
          overdue: open.reduce((sum, { late }) => sum + Number(late), 0),
          extended: rows.reduce((sum, { moved }) => sum + Number(moved), 0),
          nextDueAt: open.flatMap(({ next_due }) => next_due ?? []).toSorted()[0],
          answers: await knex('intake')
            .join('intake_changes as change', 'change.intake_id', 'intake.id')
            .where({ 'intake.status': 'answered', 'change.status': 'answered' })
            .groupBy('intake.id')
            .havingRaw('max(change.at) >= ?', [answeredSince])
            .select('intake.received_at', 'intake.decision_receipt_hash_sha256')
            .max('change.at as answered_at'),
        };
      }),
  };
};

export type IntakeStore = ReturnType<typeof intakeStore>;
