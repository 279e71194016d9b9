import type { AnchorLedger } from '../domain/anchors/anchor-ledger.ts';
import { type AnchorState, unsettledStates } from '../domain/anchors/anchor-state.ts';
import { sumMoney } from './anchor-decisions.ts';
import { type AnchorRow, fromHistoryRow, fromRow, type HistoryRow, type Whole } from './anchor-rows.ts';
import { batchedLookup } from './batched-lookup.ts';
import { bounded } from './bounded.ts';
import type { Database } from './database.ts';

/** The maximum number of hashes looked up in one statement. */
const LOOKUPS_PER_STATEMENT = 200;
/** The maximum number of look-ups that wait at once. */
const LOOKUPS_WAITING_MAX = 2_000;

type Reads = 'find' | 'totals' | 'countByState' | 'unsettled' | 'oldestUnsettled' | 'list' | 'unchecked' | 'history';

/** The queries of the ledger. */
export const anchorReads = ({ knex, read }: Database): Pick<AnchorLedger, Reads> => {
  const find = bounded(
    LOOKUPS_WAITING_MAX,
    'look up anchors',
    batchedLookup(
      (hashes) =>
        read('look up anchors', async () => {
          const rows = await knex<AnchorRow>('anchors').whereIn('receipt_hash', hashes);
          return new Map(rows.map((row) => [row.receipt_hash, fromRow(row)]));
        }),
      LOOKUPS_PER_STATEMENT,
    ),
  );

  return {
    find,

    totals: () => read('sum the money of anchors', () => sumMoney(knex)),

    countByState: () =>
      read('count anchors', async () => {
        const counts = await knex('anchor_totals').select('state').sum({ number: 'number' }).groupBy('state');
        const byState: Record<AnchorState, number> = { prepared: 0, submitted: 0, finalized: 0, failed: 0, expired: 0 };
        for (const { state, number } of counts as unknown as { state: AnchorState; number: Whole }[])
          byState[state] = Number(number);
        return byState;
      }),

    unsettled: () =>
      read('list unsettled anchors', async () =>
        (
          await knex<AnchorRow>('anchors')
            .where({ origin: 'this_service' })
            .whereIn('state', unsettledStates)
            // The others wait for the one whose turn it is, whatever the clocks of their processes said.
            .orderByRaw('turn_of_account IS NULL, claimed_at, receipt_hash')
        ).map(fromRow),
      ),

    oldestUnsettled: () =>
      read('find the oldest unsettled anchor', async () => {
        const found = await knex<AnchorRow>('anchors')
          .where({ origin: 'this_service' })
          .whereIn('state', unsettledStates)
          .min({ at: 'claimed_at' })
          .first<{ at: string | null }>();
        return found.at ?? undefined;
      }),

    list: ({ limit, offset, state, order = 'oldest' }) =>
      read('list anchors', async () => {
        const direction = order === 'oldest' ? 'asc' : 'desc';
        const query = knex<AnchorRow>('anchors').orderBy([
          { column: 'claimed_at', order: direction },
          { column: 'receipt_hash', order: direction },
        ]);
        if (state !== undefined) query.where({ state });
        return (await query.limit(limit).offset(offset)).map(fromRow);
      }),

    unchecked: () =>
      read('list unchecked anchors', async () =>
        (
          await knex<AnchorRow>('anchors').where({ origin: 'imported', state: 'submitted' }).orderBy('receipt_hash')
        ).map(fromRow),
      ),

    history: (receiptHash) =>
      read('read the history of anchors', async () => {
        const query = knex<HistoryRow>('anchor_history').orderBy('id');
        if (receiptHash !== undefined) query.where({ receipt_hash: receiptHash });
        return (await query).map(fromHistoryRow);
      }),
  };
};
