import type { Knex } from 'knex';
import type { AnchorLedger, HistoryLine } from '../domain/anchors/anchor-ledger.ts';
import { type AnchorState, CLAIMABLE, unsettledStates } from '../domain/anchors/anchor-state.ts';
import {
  anchorDecisions,
  anchorMoves,
  type AnchorRow,
  append,
  estimateColumns,
  fromHistoryRow,
  fromRow,
  type HistoryRow,
  type Line,
  ownAnchor,
  sumMoney,
  unsigned,
  type Whole,
  whole,
} from './anchor-moves.ts';
import type { Database } from './database.ts';

/** Rolls back a decision that would exceed the budget. */
class OverBudget extends Error {
  override readonly name = 'OverBudget';
}

/** Claims a hash and the money for it: writes first, and rolls back when the budget does not cover it. */
export const anchorClaims = (db: Database): Pick<AnchorLedger, 'claim' | 'raiseReservation'> => {
  const { decideOnMoney } = anchorDecisions(db);

  const decideWithin = <Result, Refusal>(
    operation: string,
    maximum: bigint,
    refusal: Refusal,
    work: (trx: Knex.Transaction) => Promise<Result>,
  ): Promise<Result | Refusal> =>
    decideOnMoney<Result | Refusal>(
      operation,
      async (trx) => {
        // The write takes the lock of SQLite, so that the sum read after it holds until the commit.
        const result = await work(trx);
        const { chargedMicroCcd, reservedMicroCcd } = await sumMoney(trx);
        if (chargedMicroCcd + reservedMicroCcd > maximum) throw new OverBudget();
        return result;
      },
      (thrown) => {
        if (thrown instanceof OverBudget) return refusal;
        throw thrown;
      },
    );

  return {
    claim: ({ receiptHash, network, genesisBlock, estimate, at, replaces }, maximum) =>
      decideWithin('claim a receipt hash', maximum, 'budget_exhausted' as const, async (trx) => {
        const claimed = {
          ...estimateColumns(estimate),
          state: 'prepared',
          network,
          genesis_block: genesisBlock,
          problem: null,
          raw_transaction: null,
          transaction_hash: null,
          sender: null,
          sequence_number: null,
          expires_at: null,
          claimed_at: at,
          signed_at: null,
          submitted_at: null,
          settled_at: null,
          checked_at: null,
        };
        const rows = await trx('anchors')
          .insert({
            ...claimed,
            receipt_hash: receiptHash,
            origin: 'this_service',
            seen_finalized: false,
            charged_microccd: '0',
          })
          .onConflict('receipt_hash')
          .merge(claimed)
          .where({
            'anchors.origin': CLAIMABLE.origin,
            'anchors.state': CLAIMABLE.state,
            'anchors.transaction_hash': replaces?.transactionHash ?? CLAIMABLE.transactionHash,
          })
          .returning('receipt_hash');
        if (rows.length === 0) return 'known';
        await append(trx, {
          receiptHash,
          at,
          event: replaces ? 'claimed_again' : 'claimed',
          state: 'prepared',
          reservedChange: estimate.reservedMicroCcd,
          note: replaces ? `replaces transaction ${replaces.transactionHash}: ${replaces.proof}` : null,
        });
        return 'claimed';
      }),

    raiseReservation: (receiptHash, estimate, maximum, at) =>
      decideWithin('raise the reservation of an anchor', maximum, false, async (trx) => {
        const before = await trx<AnchorRow>('anchors').where({ receipt_hash: receiptHash }).first('reserved_microccd');
        const changed = await unsigned(ownAnchor(trx, receiptHash)).update(estimateColumns(estimate));
        if (Number(changed) === 0) return false;
        await append(trx, {
          receiptHash,
          at,
          event: 'reservation_raised',
          state: 'prepared',
          reservedChange: estimate.reservedMicroCcd - BigInt(before?.reserved_microccd ?? 0),
        });
        return true;
      }),
  };
};

type Reads = 'find' | 'totals' | 'countByState' | 'unsettled' | 'list' | 'unchecked' | 'history';

/** The queries of the ledger. */
export const anchorReads = ({ knex, read }: Database): Pick<AnchorLedger, Reads> => {
  return {
    find: (receiptHash) =>
      read('look up an anchor', async () => {
        const row = await knex<AnchorRow>('anchors').where({ receipt_hash: receiptHash }).first();
        return row && fromRow(row);
      }),

    totals: () => read('sum the money of anchors', () => sumMoney(knex)),

    countByState: () =>
      read('count anchors', async () => {
        const counts = await knex('anchors').select('state').count({ number: '*' }).groupBy('state');
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

    list: ({ limit, state, order = 'oldest' }) =>
      read('list anchors', async () => {
        const direction = order === 'oldest' ? 'asc' : 'desc';
        const query = knex<AnchorRow>('anchors').orderBy([
          { column: 'claimed_at', order: direction },
          { column: 'receipt_hash', order: direction },
        ]);
        if (state !== undefined) query.where({ state });
        return (await query.limit(limit)).map(fromRow);
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

/** What an import takes from a claim whose place it takes: nothing that was estimated, signed or found out for it counts any more. */
const nothingClaimed = {
  estimated_energy: null,
  estimated_microccd: null,
  estimated_reservation_microccd: null,
  euro_per_energy: null,
  microccd_per_euro: null,
  rate_at: null,
  raw_transaction: null,
  sequence_number: null,
  expires_at: null,
  problem: null,
  turn_of_account: null,
  signed_at: null,
  submitted_at: null,
};

/** The claim of a hash that an import may replace (SPEC.md §10.11). @param isProven whether a node showed the imported anchor. */
const replaceable = (trx: Knex.Transaction, receiptHash: string, isProven: boolean) =>
  ownAnchor(trx, receiptHash).where((claim) => {
    claim.where((given) => given.whereIn('state', ['prepared', 'expired']).whereNull('transaction_hash'));
    if (isProven) claim.orWhere({ state: 'expired' });
  });

/** Imports anchors made elsewhere: without money, and never over one for which a transaction of this service may count. */
const anchorImports = (db: Database): Pick<AnchorLedger, 'importAnchor'> => {
  const { decideOnMoney } = anchorDecisions(db);
  return {
    importAnchor: (entry) =>
      decideOnMoney('import an anchor', async (trx) => {
        const { outcome } = entry;
        const columns = {
          state: outcome === null ? ('submitted' as const) : ('finalized' as const),
          seen_finalized: outcome !== null,
          block_hash: outcome?.blockHash ?? entry.blockHash,
          sender: outcome?.sender ?? entry.sender,
          energy_used: outcome === null ? null : whole(outcome.energy),
          settled_at: outcome === null ? null : entry.at,
          checked_at: outcome === null ? null : entry.at,
        };
        const line = (event: HistoryLine['event']): Line => ({
          receiptHash: entry.receiptHash,
          at: entry.at,
          event,
          state: columns.state,
          transactionHash: entry.transactionHash,
          note: outcome === null ? 'not checked against a chain' : `found in block ${outcome.blockHash}`,
        });
        const imported = {
          ...columns,
          receipt_hash: entry.receiptHash,
          origin: 'imported',
          network: entry.network,
          genesis_block: entry.genesisBlock,
          reserved_microccd: '0',
          charged_microccd: '0',
          transaction_hash: entry.transactionHash,
          claimed_at: entry.at,
        };
        const inserted = await trx('anchors').insert(imported).onConflict().ignore().returning('receipt_hash');
        if (inserted.length > 0) {
          await append(trx, line('imported'));
          return 'imported';
        }
        const claimed = await replaceable(trx, entry.receiptHash, outcome !== null)
          .whereNotExists((others) =>
            others
              .from('anchors as other')
              .where({ 'other.transaction_hash': entry.transactionHash })
              .whereNot('other.receipt_hash', entry.receiptHash),
          )
          .first<AnchorRow | undefined>('reserved_microccd');
        if (claimed) {
          await trx('anchors')
            .where({ receipt_hash: entry.receiptHash })
            .update({ ...nothingClaimed, ...imported });
          await append(trx, { ...line('imported'), reservedChange: -BigInt(claimed.reserved_microccd) });
          return 'imported';
        }
        const confirmed =
          outcome !== null &&
          (await trx('anchors')
            .where({
              receipt_hash: entry.receiptHash,
              transaction_hash: entry.transactionHash,
              origin: 'imported',
              state: 'submitted',
            })
            .update(columns));
        if (!confirmed) return 'known';
        await append(trx, line('found_on_chain'));
        return 'updated';
      }),
  };
};

/** The lease that lets one of the processes that share the store work on the chain. */
const chainLease = ({ knex, write }: Database): Pick<AnchorLedger, 'takeLease' | 'dropLease'> => ({
  takeLease: (holder, now, until) =>
    write('take the lease of the chain', async () => {
      const taken = await knex('chain_lease')
        .insert({ id: 1, holder, until })
        .onConflict('id')
        .merge(['holder', 'until'])
        .where('chain_lease.holder', holder)
        .orWhere('chain_lease.until', '<=', now)
        .returning('id');
      return taken.length > 0;
    }),

  dropLease: (holder) =>
    write('drop the lease of the chain', async () => {
      await knex('chain_lease').where({ id: 1, holder }).delete();
    }),
});

/** The anchors in the store. Every method throws `storage_unavailable` when the store cannot be used. */
export const anchorStore = (db: Database): AnchorLedger => ({
  ...anchorReads(db),
  ...anchorClaims(db),
  ...anchorMoves(db),
  ...anchorImports(db),
  ...chainLease(db),
});
