import type { Knex } from 'knex';
import type { AnchorLedger, HistoryLine } from '../domain/anchors/anchor-ledger.ts';
import { anchorClaims } from './anchor-claims.ts';
import { anchorDecisions, append, type Line, ownAnchor, whole } from './anchor-decisions.ts';
import { anchorMoves } from './anchor-moves.ts';
import { anchorReads } from './anchor-reads.ts';
import type { AnchorRow } from './anchor-rows.ts';
import type { Database } from './database.ts';

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
