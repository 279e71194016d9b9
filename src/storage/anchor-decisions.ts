import type { Knex } from 'knex';
import type { HistoryLine, LedgerTotals } from '../domain/anchors/anchor-ledger.ts';
import { unsettledStates } from '../domain/anchors/anchor-state.ts';
import type { AnchorRow, Whole } from './anchor-rows.ts';
import { type Database, guarded } from './database.ts';

/** Key of the PostgreSQL advisory lock under which money is claimed: its statements see each other's rows. */
const BUDGET_LOCK = 4_321_002;

/** Everything that is spent and held. */
export const sumMoney = async (runner: Knex): Promise<LedgerTotals> => {
  const money = await runner<AnchorRow>('anchors')
    .whereRaw('reserved_microccd + charged_microccd > 0')
    .sum({ charged: 'charged_microccd', reserved: 'reserved_microccd' })
    .first<{ charged: Whole | null; reserved: Whole | null }>();
  return { chargedMicroCcd: BigInt(money.charged ?? 0), reservedMicroCcd: BigInt(money.reserved ?? 0) };
};

/** A line of the history to be written; what is left out is nothing. */
export type Line = Omit<HistoryLine, 'reservedChange' | 'chargedChange' | 'transactionHash' | 'note'> &
  Partial<Pick<HistoryLine, 'reservedChange' | 'chargedChange' | 'transactionHash' | 'note'>>;

/** Amounts are bound as text, so that no number passes through a double. */
export const whole = (value: bigint | number): string => String(value);

/** Narrows to anchors of which no signature is stored. */
export const unsigned = (query: Knex.QueryBuilder) => query.where({ state: 'prepared' }).whereNull('transaction_hash');

/** Narrows to anchors that have not come to their end. */
export const unfinished = (query: Knex.QueryBuilder) => query.whereIn('state', unsettledStates);

/** Writes a line of the append-only history. */
export const append = (trx: Knex.Transaction, line: Line) =>
  trx('anchor_history').insert({
    receipt_hash: line.receiptHash,
    at: line.at,
    event: line.event,
    state: line.state,
    reserved_change: whole(line.reservedChange ?? 0n),
    charged_change: whole(line.chargedChange ?? 0n),
    transaction_hash: line.transactionHash ?? null,
    note: line.note ?? null,
  });

/** A decision of the ledger and the history line that belongs to it, committed together. */
export type Decide = <Result>(work: (trx: Knex.Transaction) => Promise<Result>) => Promise<Result>;

/** How decisions are made: `decide` in a transaction, `decideOnMoney` in one that no other such decision overlaps. */
export const anchorDecisions = ({
  knex,
  dialect,
}: Database): { readonly decide: Decide; readonly decideOnMoney: Decide } => ({
  decide: (work) => guarded(() => knex.transaction(work)),
  decideOnMoney: (work) =>
    guarded(() =>
      knex.transaction(async (trx) => {
        if (dialect === 'postgres') await trx.raw('SELECT pg_advisory_xact_lock(?)', [BUDGET_LOCK]);
        return work(trx);
      }),
    ),
});
