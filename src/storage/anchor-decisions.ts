import type { Knex } from 'knex';
import type { HistoryLine, LedgerTotals } from '../domain/anchors/anchor-ledger.ts';
import { unsettledStates } from '../domain/anchors/anchor-state.ts';
import type { AnchorRow, Whole } from './anchor-rows.ts';
import type { Database } from './database.ts';

/** Key of the PostgreSQL advisory lock under which money is claimed, one decision at a time. */
const BUDGET_LOCK = 4_321_002;

/** The totals of spent and held money. */
export const sumMoney = async (runner: Knex): Promise<LedgerTotals> => {
  const money = await runner<AnchorRow>('anchors')
    .whereRaw('reserved_microccd + charged_microccd > 0')
    .sum({ charged: 'charged_microccd', reserved: 'reserved_microccd' })
    .first<{ charged: Whole | null; reserved: Whole | null }>();
  return { chargedMicroCcd: BigInt(money.charged ?? 0), reservedMicroCcd: BigInt(money.reserved ?? 0) };
};

/** A new line of the history; omitted amounts are zero, omitted texts null. */
export type Line = Omit<HistoryLine, 'reservedChange' | 'chargedChange' | 'transactionHash' | 'note'> &
  Partial<Pick<HistoryLine, 'reservedChange' | 'chargedChange' | 'transactionHash' | 'note'>>;

/** Binds an amount as text, so that it never becomes a double. */
export const whole = (value: bigint | number): string => String(value);

/** Selects the anchor of a hash if this service made it. */
export const ownAnchor = (trx: Knex.Transaction, receiptHash: string) =>
  trx('anchors').where({ receipt_hash: receiptHash, origin: 'this_service' });

/** Narrows a query to anchors without a stored signature. */
export const unsigned = (query: Knex.QueryBuilder) => query.where({ state: 'prepared' }).whereNull('transaction_hash');

/** Narrows a query to anchors that are not settled. */
export const unfinished = (query: Knex.QueryBuilder) => query.whereIn('state', unsettledStates);

/** Appends a line to the history. */
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

/**
 * Commits a change of the ledger together with its history line.
 * @param recover makes a result of what `work` threw on purpose to roll back; throws everything else again.
 */
export type Decide = <Result>(
  operation: string,
  work: (trx: Knex.Transaction) => Promise<Result>,
  recover?: (thrown: unknown) => Result,
) => Promise<Result>;

/** `decide` runs in a transaction; `decideOnMoney` in one that excludes other decisions on money. */
export const anchorDecisions = ({
  knex,
  dialect,
  write,
}: Database): { readonly decide: Decide; readonly decideOnMoney: Decide } => {
  const decide: Decide = (operation, work, recover) =>
    write(operation, () => (recover ? knex.transaction(work).catch(recover) : knex.transaction(work)));
  return {
    decide,
    decideOnMoney: (operation, work, recover) =>
      decide(
        operation,
        async (trx) => {
          if (dialect === 'postgres') await trx.raw('SELECT pg_advisory_xact_lock(?)', [BUDGET_LOCK]);
          return work(trx);
        },
        recover,
      ),
  };
};
