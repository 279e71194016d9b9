import type { Knex } from 'knex';
import type { FeeEstimate } from '../domain/anchors/anchor-chain.ts';
import type { AnchorLedger, HistoryLine, LedgerEntry, LedgerTotals } from '../domain/anchors/anchor-ledger.ts';
import { type AnchorProblemCode, type AnchorState, unsettledStates } from '../domain/anchors/anchor-state.ts';
import type { Sha256Hex } from '../domain/json/sha256.ts';
import type { Database } from './database.ts';

/** Key of the PostgreSQL advisory lock under which money is claimed, one decision at a time. */
const BUDGET_LOCK = 4_321_002;

/** A new line of the history; omitted amounts are zero, omitted texts null. */
export type Line = Omit<HistoryLine, 'reservedChange' | 'chargedChange' | 'transactionHash' | 'note'> &
  Partial<Pick<HistoryLine, 'reservedChange' | 'chargedChange' | 'transactionHash' | 'note'>>;

/** Binds an amount as text, so that it never becomes a double. */
export const whole = (value: bigint | number): string => String(value);

/** What all queries of the anchors of one network share. No other network's anchors and money are seen through it. */
export const anchorsOn = ({ knex, dialect, write }: Database, genesisBlock: Sha256Hex) => {
  /** The key of an anchor: a hash may have one on each network. */
  const idOf = (receiptHash: Sha256Hex): string => `${genesisBlock}:${receiptHash}`;
  const all = (runner: Knex) => runner<AnchorRow>('anchors').where({ genesis_block: genesisBlock });
  return {
    idOf,
    all,

    /** Selects the anchor of a hash if this service made it. */
    own: (trx: Knex.Transaction, receiptHash: Sha256Hex) =>
      trx('anchors').where({ anchor_id: idOf(receiptHash), origin: 'this_service' }),

    /** What is held for the anchor of a hash. */
    heldFor: async (trx: Knex.Transaction, receiptHash: Sha256Hex): Promise<bigint> => {
      const row = await all(trx)
        .where({ anchor_id: idOf(receiptHash) })
        .first('reserved_microccd');
      return BigInt(row?.reserved_microccd ?? 0);
    },

    /** The totals of spent and held money. */
    sumMoney: async (runner: Knex): Promise<LedgerTotals> => {
      const money = await all(runner)
        .whereRaw('reserved_microccd + charged_microccd > 0')
        .sum({ charged: 'charged_microccd', reserved: 'reserved_microccd' })
        .first<{ charged: Whole | null; reserved: Whole | null }>();
      return { chargedMicroCcd: BigInt(money.charged ?? 0), reservedMicroCcd: BigInt(money.reserved ?? 0) };
    },

    /** Appends a line to the history. */
    append: (trx: Knex.Transaction, line: Line) =>
      trx('anchor_history').insert({
        anchor_id: idOf(line.receiptHash),
        at: line.at,
        event: line.event,
        state: line.state,
        reserved_change: whole(line.reservedChange ?? 0n),
        charged_change: whole(line.chargedChange ?? 0n),
        transaction_hash: line.transactionHash ?? null,
        note: line.note ?? null,
      }),

    /**
     * Commits a change of the ledger together with its history line; no other decision runs meanwhile.
     * @param recover makes a result of what `work` threw on purpose to roll back; throws everything else again.
     */
    decide: <Result>(
      operation: string,
      work: (trx: Knex.Transaction) => Promise<Result>,
      recover: (thrown: unknown) => Result = (thrown) => {
        throw thrown;
      },
    ): Promise<Result> =>
      write(operation, () =>
        knex
          .transaction(async (trx) => {
            if (dialect === 'postgres') await trx.raw('SELECT pg_advisory_xact_lock(?)', [BUDGET_LOCK]);
            return work(trx);
          })
          .catch(recover),
      ),
  };
};
export type NetworkAnchors = ReturnType<typeof anchorsOn>;

/** Narrows a query to anchors without a stored signature. */
const unsigned = (query: Knex.QueryBuilder) => query.where({ state: 'prepared' }).whereNull('transaction_hash');

/** Narrows a query to anchors that are not settled. */
const unfinished = (query: Knex.QueryBuilder) => query.whereIn('state', unsettledStates);

/** An integer as the drivers return it: a number from SQLite, a string from PostgreSQL. */
export type Whole = number | string;

/** A row of the table `anchors`. */
export interface AnchorRow {
  anchor_id: string;
  receipt_hash: string;
  origin: 'this_service' | 'imported';
  state: AnchorState;
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
  euro_per_energy: estimate.rate.euro_per_energy,
  microccd_per_euro: estimate.rate.microccd_per_euro,
  rate_at: estimate.rate.at,
  reserved_microccd: String(estimate.reservedMicroCcd),
});

/** A row of the table `anchor_history`. */
export interface HistoryRow {
  anchor_id: string;
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
  genesisBlock: row.genesis_block,
  estimate:
    row.estimated_energy === null
      ? null
      : {
          energy: BigInt(row.estimated_energy),
          microCcd: BigInt(row.estimated_microccd!),
          reservedMicroCcd: BigInt(row.estimated_reservation_microccd!),
          rate: {
            euro_per_energy: row.euro_per_energy!,
            microccd_per_euro: row.microccd_per_euro!,
            at: row.rate_at!,
          },
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
  receiptHash: row.anchor_id.split(':')[1]!,
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
export const anchorMoves = (
  { knex, write }: Database,
  { idOf, own, heldFor, append, decide }: NetworkAnchors,
  genesisBlock: Sha256Hex,
): Pick<AnchorLedger, Moves> => {
  /** Settles an anchor that meets the condition, and frees the money held for it. */
  const close = (
    condition: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
    columns: Record<string, unknown>,
    line: Line,
  ): Promise<boolean> =>
    decide('settle an anchor', async (trx) => {
      const held = await heldFor(trx, line.receiptHash);
      const changed = await condition(own(trx, line.receiptHash)).update({
        ...columns,
        state: line.state,
        settled_at: line.at,
        reserved_microccd: '0',
        turn_of_account: null,
      });
      if (Number(changed) === 0) return false;
      await append(trx, { ...line, reservedChange: -held });
      return true;
    });

  return {
    takeTurn: (receiptHash, account) =>
      decide('take the turn of an account', async (trx) => {
        const changed = await unsigned(own(trx, receiptHash))
          .whereNotExists((others) =>
            others
              .from('anchors as other')
              .where({ turn_of_account: account, genesis_block: genesisBlock })
              .whereNot('other.receipt_hash', receiptHash),
          )
          .update({ turn_of_account: account });
        return Number(changed) > 0;
      }),

    storeSigned: (receiptHash, signed, at) =>
      decide('store a signed transaction', async (trx) => {
        const changed = await unsigned(own(trx, receiptHash))
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
        const changed = await own(trx, receiptHash)
          .where({ transaction_hash: transactionHash, state: 'prepared' })
          .update({ state: 'submitted', submitted_at: at, problem: null });
        if (changed === 0) return false;
        await append(trx, { receiptHash, at, event: 'submitted', state: 'submitted', transactionHash });
        return true;
      }),

    settle: (receiptHash, outcome, at) => {
      const state = outcome.rejected === null ? 'finalized' : 'failed';
      const { transactionHash, chargedMicroCcd } = outcome;
      return close(
        (query) => unfinished(query).where({ transaction_hash: transactionHash }),
        {
          charged_microccd: whole(chargedMicroCcd),
          energy_used: whole(outcome.energy),
          block_hash: outcome.blockHash,
          problem: state === 'failed' ? 'rejected_on_chain' : null,
          checked_at: at,
        },
        {
          receiptHash,
          at,
          event: state,
          state,
          chargedChange: chargedMicroCcd,
          transactionHash,
          note: outcome.rejected,
        },
      );
    },

    expire: (receiptHash, transactionHash, proof, at) =>
      close(
        (query) => unfinished(query).where({ transaction_hash: transactionHash }),
        { problem: null, checked_at: at },
        { receiptHash, at, event: 'expired', state: 'expired', transactionHash, note: proof },
      ),

    release: (receiptHash, problem, at) =>
      close(unsigned, { problem }, { receiptHash, at, event: 'released', state: 'expired', note: problem }),

    noteCheck: (receiptHash, problem, at) =>
      write('note the check of an anchor', async () => {
        await unfinished(knex('anchors').where({ anchor_id: idOf(receiptHash) })).update({ checked_at: at, problem });
      }),
  };
};
