import type { Knex } from 'knex';
import type { FeeEstimate } from '../domain/anchors/anchor-chain.ts';
import type { AnchorLedger, HistoryLine, LedgerEntry, LedgerTotals } from '../domain/anchors/anchor-ledger.ts';
import { type AnchorProblemCode, type AnchorState, unsettledStates } from '../domain/anchors/anchor-state.ts';
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

/** An integer as the drivers return it: a number from SQLite, a string from PostgreSQL. */
export type Whole = number | string;

/** A row of the table `anchors`. */
export interface AnchorRow {
  receipt_hash: string;
  origin: 'this_service' | 'imported';
  state: AnchorState;
  seen_finalized: boolean | number;
  network: string;
  genesis_block: string;
  estimated_energy: Whole | null;
  estimated_microccd: Whole | null;
  estimated_reservation_microccd: Whole | null;
  euro_per_energy: string | null;
  microccd_per_euro: string | null;
  rate_at: string | null;
  reserved_microccd: Whole;
  charged_microccd: Whole;
  energy_used: Whole | null;
  raw_transaction: string | null;
  transaction_hash: string | null;
  sender: string | null;
  sequence_number: Whole | null;
  expires_at: Whole | null;
  block_hash: string | null;
  problem: AnchorProblemCode | null;
  claimed_at: string;
  signed_at: string | null;
  submitted_at: string | null;
  settled_at: string | null;
  checked_at: string | null;
}

/** The columns of a fee estimate and the money held for it. */
export const estimateColumns = (estimate: FeeEstimate) => ({
  estimated_energy: String(estimate.energy),
  estimated_microccd: String(estimate.microCcd),
  estimated_reservation_microccd: String(estimate.reservedMicroCcd),
  euro_per_energy: estimate.euroPerEnergy,
  microccd_per_euro: estimate.microCcdPerEuro,
  rate_at: estimate.at,
  reserved_microccd: String(estimate.reservedMicroCcd),
});

/** A row of the table `anchor_history`. */
export interface HistoryRow {
  id: number;
  receipt_hash: string;
  at: string;
  event: HistoryLine['event'];
  state: AnchorState;
  reserved_change: Whole;
  charged_change: Whole;
  transaction_hash: string | null;
  note: string | null;
}

const amount = (value: Whole | null): bigint | null => (value === null ? null : BigInt(value));

export const fromRow = (row: AnchorRow): LedgerEntry => ({
  receiptHash: row.receipt_hash,
  origin: row.origin,
  state: row.state,
  seenFinalized: Boolean(row.seen_finalized),
  network: row.network,
  genesisBlock: row.genesis_block,
  estimate:
    row.estimated_energy === null
      ? null
      : {
          energy: BigInt(row.estimated_energy),
          microCcd: BigInt(row.estimated_microccd!),
          reservedMicroCcd: BigInt(row.estimated_reservation_microccd!),
          euroPerEnergy: row.euro_per_energy!,
          microCcdPerEuro: row.microccd_per_euro!,
          at: row.rate_at!,
        },
  reservedMicroCcd: BigInt(row.reserved_microccd),
  chargedMicroCcd: BigInt(row.charged_microccd),
  energyUsed: amount(row.energy_used),
  rawHex: row.raw_transaction,
  transactionHash: row.transaction_hash,
  sender: row.sender,
  sequenceNumber: amount(row.sequence_number),
  expiresAt: row.expires_at === null ? null : Number(row.expires_at),
  blockHash: row.block_hash,
  problem: row.problem,
  claimedAt: row.claimed_at,
  signedAt: row.signed_at,
  submittedAt: row.submitted_at,
  settledAt: row.settled_at,
  checkedAt: row.checked_at,
});

export const fromHistoryRow = (row: HistoryRow): HistoryLine => ({
  receiptHash: row.receipt_hash,
  at: row.at,
  event: row.event,
  state: row.state,
  reservedChange: BigInt(row.reserved_change),
  chargedChange: BigInt(row.charged_change),
  transactionHash: row.transaction_hash,
  note: row.note,
});

type Moves = 'takeTurn' | 'storeSigned' | 'markSubmitted' | 'settle' | 'expire' | 'release' | 'noteCheck';

/** The moves of an anchor from its claim to its settlement. A move that was already made changes nothing. */
export const anchorMoves = (db: Database): Pick<AnchorLedger, Moves> => {
  const { knex, write } = db;
  const { decide, decideOnMoney } = anchorDecisions(db);

  /** Settles an anchor that meets the condition, and frees the money held for it. */
  const close = (
    condition: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
    columns: Record<string, unknown>,
    line: (held: bigint) => Line,
    receiptHash: string,
  ): Promise<boolean> =>
    decideOnMoney('settle an anchor', async (trx) => {
      const held = await trx<AnchorRow>('anchors').where({ receipt_hash: receiptHash }).first('reserved_microccd');
      const changed = await condition(ownAnchor(trx, receiptHash)).update({
        ...columns,
        reserved_microccd: '0',
        turn_of_account: null,
      });
      if (Number(changed) === 0) return false;
      await append(trx, line(BigInt(held?.reserved_microccd ?? 0)));
      return true;
    });

  return {
    takeTurn: (receiptHash, account) =>
      decideOnMoney('take the turn of an account', async (trx) => {
        const changed = await unsigned(ownAnchor(trx, receiptHash))
          .whereNotExists((others) =>
            others
              .from('anchors as other')
              .where({ turn_of_account: account })
              .whereNot('other.receipt_hash', receiptHash),
          )
          .update({ turn_of_account: account });
        return Number(changed) > 0;
      }),

    storeSigned: (receiptHash, signed, at) =>
      decide('store a signed transaction', async (trx) => {
        const changed = await unsigned(ownAnchor(trx, receiptHash))
          .where({ turn_of_account: signed.sender })
          .update({
            raw_transaction: signed.rawHex,
            transaction_hash: signed.transactionHash,
            sender: signed.sender,
            sequence_number: whole(signed.sequenceNumber),
            expires_at: whole(signed.expiresAt),
            signed_at: at,
            problem: null,
          });
        if (Number(changed) === 0) return false;
        await append(trx, {
          receiptHash,
          at,
          event: 'signed',
          state: 'prepared',
          transactionHash: signed.transactionHash,
        });
        return true;
      }),

    markSubmitted: (receiptHash, transactionHash, at) =>
      decide('mark an anchor as submitted', async (trx) => {
        const changed = await ownAnchor(trx, receiptHash)
          .where({ transaction_hash: transactionHash, state: 'prepared' })
          .update({ state: 'submitted', submitted_at: at, problem: null });
        if (changed === 0) return false;
        await append(trx, { receiptHash, at, event: 'submitted', state: 'submitted', transactionHash });
        return true;
      }),

    settle: (receiptHash, outcome, at) => {
      const state = outcome.rejected === null ? 'finalized' : 'failed';
      return close(
        (query) => unfinished(query).where({ transaction_hash: outcome.transactionHash }),
        {
          state,
          seen_finalized: true,
          charged_microccd: whole(outcome.chargedMicroCcd),
          energy_used: whole(outcome.energy),
          block_hash: outcome.blockHash,
          problem: state === 'failed' ? 'rejected_on_chain' : null,
          settled_at: at,
          checked_at: at,
        },
        (held) => ({
          receiptHash,
          at,
          event: state,
          state,
          reservedChange: -held,
          chargedChange: outcome.chargedMicroCcd,
          transactionHash: outcome.transactionHash,
          note: outcome.rejected,
        }),
        receiptHash,
      );
    },

    expire: (receiptHash, transactionHash, proof, at) =>
      close(
        (query) => unfinished(query).where({ transaction_hash: transactionHash }),
        { state: 'expired', problem: null, settled_at: at, checked_at: at },
        (held) => ({
          receiptHash,
          at,
          event: 'expired',
          state: 'expired',
          reservedChange: -held,
          transactionHash,
          note: proof,
        }),
        receiptHash,
      ),

    release: (receiptHash, problem, at) =>
      close(
        unsigned,
        { state: 'expired', problem, settled_at: at },
        (held) => ({ receiptHash, at, event: 'released', state: 'expired', reservedChange: -held, note: problem }),
        receiptHash,
      ),

    noteCheck: (receiptHash, problem, at) =>
      write('note the check of an anchor', async () => {
        await unfinished(knex('anchors').where({ receipt_hash: receiptHash })).update({ checked_at: at, problem });
      }),
  };
};
