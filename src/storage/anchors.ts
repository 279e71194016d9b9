import type { AnchorLedger } from '../domain/anchors/anchor-ledger.ts';
import { type AnchorState, CLAIMABLE, unsettledStates } from '../domain/anchors/anchor-state.ts';
import type { Sha256Hex } from '../domain/json/sha256.ts';
import {
  anchorMoves,
  anchorsOn,
  estimateColumns,
  fromHistoryRow,
  fromRow,
  type HistoryRow,
  type NetworkAnchors,
  type Whole,
  whole,
} from './anchor-moves.ts';
import type { Database } from './database.ts';

/** Rolls back a decision that would exceed the budget. */
class OverBudget extends Error {
  override readonly name = 'OverBudget';
}

/** What is estimated, signed and found out for an anchor: nothing at first. */
const nothingYet = {
  estimated_energy: null,
  estimated_microccd: null,
  estimated_reservation_microccd: null,
  euro_per_energy: null,
  microccd_per_euro: null,
  rate_at: null,
  reserved_microccd: '0',
  raw_transaction: null,
  transaction_hash: null,
  sender: null,
  sequence_number: null,
  expires_at: null,
  block_hash: null,
  problem: null,
  turn_of_account: null,
  energy_used: null,
  signed_at: null,
  submitted_at: null,
  settled_at: null,
  checked_at: null,
};

/** What makes an anchor: the claim of a hash with the money for it, and the import of one made elsewhere. */
const anchorBeginnings = (
  { idOf, heldFor, sumMoney, append, decide }: NetworkAnchors,
  genesisBlock: Sha256Hex,
): Pick<AnchorLedger, 'claim' | 'importAnchor'> => {
  const keyOf = (receiptHash: Sha256Hex) => ({
    anchor_id: idOf(receiptHash),
    receipt_hash: receiptHash,
    genesis_block: genesisBlock,
    charged_microccd: '0',
  });

  return {
    claim: ({ receiptHash, estimate, at, replaces }, maximum) =>
      decide<'claimed' | 'known' | 'budget_exhausted'>(
        'claim a receipt hash',
        async (trx) => {
          const claimed = { ...nothingYet, ...estimateColumns(estimate), state: 'prepared', claimed_at: at };
          // The write takes the lock of SQLite, so that the sum read after it holds until the commit.
          const rows = await trx('anchors')
            .insert({ ...claimed, ...keyOf(receiptHash), origin: 'this_service' })
            .onConflict('anchor_id')
            .merge(claimed)
            .where({
              'anchors.origin': CLAIMABLE.origin,
              'anchors.state': CLAIMABLE.state,
              'anchors.transaction_hash': replaces?.transactionHash ?? CLAIMABLE.transactionHash,
            })
            .returning('anchor_id');
          if (rows.length === 0) return 'known';
          await append(trx, {
            receiptHash,
            at,
            event: replaces ? 'claimed_again' : 'claimed',
            state: 'prepared',
            reservedChange: estimate.reservedMicroCcd,
            note: replaces ? `replaces transaction ${replaces.transactionHash}: ${replaces.proof}` : null,
          });
          const { chargedMicroCcd, reservedMicroCcd } = await sumMoney(trx);
          if (chargedMicroCcd + reservedMicroCcd > maximum) throw new OverBudget();
          return 'claimed';
        },
        (thrown) => {
          if (thrown instanceof OverBudget) return 'budget_exhausted';
          throw thrown;
        },
      ),

    importAnchor: (receiptHash, { transactionHash, blockHash, sender, energy }, at) =>
      decide('import an anchor', async (trx) => {
        const held = await heldFor(trx, receiptHash);
        const imported = {
          ...nothingYet,
          origin: 'imported',
          state: 'finalized',
          transaction_hash: transactionHash,
          block_hash: blockHash,
          sender,
          energy_used: whole(energy),
          claimed_at: at,
          settled_at: at,
          checked_at: at,
        };
        const rows = await trx('anchors')
          .insert({ ...imported, ...keyOf(receiptHash) })
          .onConflict('anchor_id')
          .merge(imported)
          // Never over an anchor for which a transaction of this service may count (SPEC.md §10.11).
          .whereRaw(
            "anchors.origin = 'this_service' AND (anchors.state = 'expired' OR (anchors.state = 'prepared' AND anchors.transaction_hash IS NULL))",
          )
          .returning('anchor_id');
        if (rows.length === 0) return false;
        await append(trx, {
          receiptHash,
          at,
          event: 'imported',
          state: 'finalized',
          reservedChange: -held,
          transactionHash,
          note: `found in block ${blockHash}`,
        });
        return true;
      }),
  };
};

type Reads = 'find' | 'findAll' | 'totals' | 'countByState' | 'unsettled' | 'list' | 'history';

/** The queries of the ledger. */
const anchorReads = ({ knex, read }: Database, { idOf, all, sumMoney }: NetworkAnchors, genesisBlock: Sha256Hex) =>
  ({
    find: (receiptHash) =>
      read('look up an anchor', async () => {
        const row = await all(knex)
          .where({ anchor_id: idOf(receiptHash) })
          .first();
        return row && fromRow(row);
      }),

    findAll: (receiptHashes) =>
      read('look up anchors', async () => (await all(knex).whereIn('anchor_id', receiptHashes.map(idOf))).map(fromRow)),

    totals: () => read('sum the money of anchors', () => sumMoney(knex)),

    countByState: () =>
      read('count anchors', async () => {
        const counts = await all(knex).select('state').count({ number: '*' }).groupBy('state');
        const byState: Record<AnchorState, number> = { prepared: 0, submitted: 0, finalized: 0, failed: 0, expired: 0 };
        for (const { state, number } of counts as unknown as { state: AnchorState; number: Whole }[])
          byState[state] = Number(number);
        return byState;
      }),

    unsettled: () =>
      read('list unsettled anchors', async () =>
        (
          await all(knex)
            .where({ origin: 'this_service' })
            .whereIn('state', unsettledStates)
            // The others wait for the one whose turn it is, whatever the clocks of their processes said.
            .orderByRaw('turn_of_account IS NULL, claimed_at, receipt_hash')
        ).map(fromRow),
      ),

    list: (limit) =>
      read('list anchors', async () =>
        (await all(knex).orderByRaw('claimed_at DESC, receipt_hash DESC').limit(limit)).map(fromRow),
      ),

    history: (receiptHash) =>
      read('read the history of anchors', async () => {
        const query = knex<HistoryRow>('anchor_history').orderBy('id');
        if (receiptHash === undefined) query.whereLike('anchor_id', `${genesisBlock}:%`);
        else query.where({ anchor_id: idOf(receiptHash) });
        return (await query).map(fromHistoryRow);
      }),
  }) satisfies Pick<AnchorLedger, Reads>;

/** The lease that lets one of the processes that share the store work on the chain. */
const chainLease = (
  { knex, write }: Database,
  genesisBlock: Sha256Hex,
): Pick<AnchorLedger, 'takeLease' | 'dropLease'> => ({
  takeLease: (holder, now, until) =>
    write('take the lease of the chain', async () => {
      const taken = await knex('chain_lease')
        .insert({ genesis_block: genesisBlock, holder, until })
        .onConflict('genesis_block')
        .merge(['holder', 'until'])
        .where('chain_lease.holder', holder)
        .orWhere('chain_lease.until', '<=', now)
        .returning('holder');
      return taken.length > 0;
    }),

  dropLease: (holder) =>
    write('drop the lease of the chain', async () => {
      await knex('chain_lease').where({ genesis_block: genesisBlock, holder }).delete();
    }),
});

/**
 * The anchors of one network in the store, given by its genesis block: those of other networks, their money and their lease
 * count for themselves. Every method throws `storage_unavailable` when the store cannot be used.
 */
export const anchorStore = (db: Database, genesisBlock: Sha256Hex): AnchorLedger => {
  const anchors = anchorsOn(db, genesisBlock);
  return {
    ...anchorReads(db, anchors, genesisBlock),
    ...anchorBeginnings(anchors, genesisBlock),
    ...anchorMoves(db, anchors, genesisBlock),
    ...chainLease(db, genesisBlock),
  };
};
