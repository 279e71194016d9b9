import type { Knex } from 'knex';
import type { AnchorLedger, FeeEstimate, HistoryLine, LedgerTotals } from '../domain/anchor-ledger.ts';
import type { AnchorState } from '../domain/anchor-state.ts';
import { type AnchorRow, type HistoryRow, type Whole, fromHistoryRow, fromRow } from './anchor-rows.ts';
import { batchedLookup } from './batched-lookup.ts';
import { type Database, guarded } from './database.ts';

/** Key of the PostgreSQL advisory lock under which money is claimed: its statements see each other's rows. */
const BUDGET_LOCK = 4_321_002;

/** Hashes that are looked up in one statement. */
const LOOKUPS_PER_STATEMENT = 200;

const WITHIN_BUDGET =
  '(SELECT COALESCE(SUM(reserved_microccd + charged_microccd), 0) FROM anchors WHERE reserved_microccd + charged_microccd > 0)';

type Line = Omit<HistoryLine, 'reservedChange' | 'chargedChange' | 'transactionHash' | 'note'> &
  Partial<Pick<HistoryLine, 'reservedChange' | 'chargedChange' | 'transactionHash' | 'note'>>;

/** Amounts are bound as text and cast, so that no number passes through a double. */
const whole = (value: bigint | number): string => String(value);

/** The anchors in the store. Every method throws `storage_unavailable` when the store cannot be used. */
export const anchorStore = (db: Database): AnchorLedger => {
  const { knex, dialect } = db;
  const table = (runner: Knex) => runner<AnchorRow>('anchors');
  const found = (result: unknown): readonly unknown[] =>
    Array.isArray(result) ? result : (result as { rows: unknown[] }).rows;

  const append = (trx: Knex.Transaction, line: Line) =>
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

  const decide = <Result>(work: (trx: Knex.Transaction) => Promise<Result>): Promise<Result> =>
    guarded(() => knex.transaction(work));

  const lockBudget = async (trx: Knex.Transaction): Promise<void> => {
    if (dialect === 'postgres') await trx.raw('SELECT pg_advisory_xact_lock(?)', [BUDGET_LOCK]);
  };

  const estimateColumns = (estimate: FeeEstimate) => ({
    estimated_energy: whole(estimate.energy),
    estimated_microccd: whole(estimate.microCcd),
    estimated_reservation_microccd: whole(estimate.reservedMicroCcd),
    euro_per_energy: estimate.euroPerEnergy,
    microccd_per_euro: estimate.microCcdPerEuro,
    rate_at: estimate.at,
    reserved_microccd: whole(estimate.reservedMicroCcd),
  });

  /** Ends an anchor under its condition; what was held is freed and noted. */
  const close = (
    condition: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
    columns: Record<string, unknown>,
    line: (held: bigint) => Line,
    receiptHash: string,
  ): Promise<boolean> =>
    decide(async (trx) => {
      await lockBudget(trx);
      const held = await table(trx).where({ receipt_hash: receiptHash }).first('reserved_microccd');
      const changed = await condition(
        trx('anchors').where({ receipt_hash: receiptHash, origin: 'this_service' }),
      ).update({
        ...columns,
        reserved_microccd: '0',
        turn_of_account: null,
      });
      if (Number(changed) === 0) return false;
      await append(trx, line(BigInt(held?.reserved_microccd ?? 0)));
      return true;
    });

  const unfinished = (query: Knex.QueryBuilder) => query.whereIn('state', ['prepared', 'submitted']);
  const unsigned = (query: Knex.QueryBuilder) => query.where({ state: 'prepared' }).whereNull('transaction_hash');

  const find = batchedLookup(
    (hashes) =>
      guarded(async () => {
        const rows = await table(knex).whereIn('receipt_hash', hashes);
        return new Map(rows.map((row) => [row.receipt_hash, fromRow(row)]));
      }),
    LOOKUPS_PER_STATEMENT,
  );

  return {
    claim: (claim, maximum) =>
      decide(async (trx) => {
        await lockBudget(trx);
        const { estimate } = claim;
        const rows = found(
          await trx.raw(
            `INSERT INTO anchors (receipt_hash, origin, state, seen_finalized, network, genesis_block, estimated_energy, estimated_microccd,
               estimated_reservation_microccd, euro_per_energy, microccd_per_euro, rate_at, reserved_microccd, charged_microccd, claimed_at)
             SELECT CAST(? AS TEXT), 'this_service', 'prepared', ${dialect === 'postgres' ? 'FALSE' : '0'}, CAST(? AS TEXT), CAST(? AS TEXT),
               CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS BIGINT), 0, CAST(? AS TEXT)
             WHERE ${WITHIN_BUDGET} + CAST(? AS BIGINT) <= CAST(? AS BIGINT)
             ON CONFLICT (receipt_hash) DO UPDATE SET state = 'prepared', network = excluded.network, genesis_block = excluded.genesis_block,
               estimated_energy = excluded.estimated_energy, estimated_microccd = excluded.estimated_microccd,
               estimated_reservation_microccd = excluded.estimated_reservation_microccd, euro_per_energy = excluded.euro_per_energy,
               microccd_per_euro = excluded.microccd_per_euro, rate_at = excluded.rate_at, reserved_microccd = excluded.reserved_microccd,
               problem = NULL, claimed_at = excluded.claimed_at, settled_at = NULL, checked_at = NULL
             WHERE anchors.origin = 'this_service' AND anchors.state = 'expired' AND anchors.transaction_hash IS NULL
             RETURNING receipt_hash`,
            [
              claim.receiptHash,
              claim.network,
              claim.genesisBlock,
              whole(estimate.energy),
              whole(estimate.microCcd),
              whole(estimate.reservedMicroCcd),
              estimate.euroPerEnergy,
              estimate.microCcdPerEuro,
              estimate.at,
              whole(estimate.reservedMicroCcd),
              claim.at,
              whole(estimate.reservedMicroCcd),
              whole(maximum),
            ],
          ),
        );
        if (rows.length > 0) {
          await append(trx, {
            receiptHash: claim.receiptHash,
            at: claim.at,
            event: 'claimed',
            state: 'prepared',
            reservedChange: estimate.reservedMicroCcd,
          });
          return 'claimed';
        }
        const known = await table(trx).where({ receipt_hash: claim.receiptHash }).first();
        const free =
          known !== undefined &&
          known.origin === 'this_service' &&
          known.state === 'expired' &&
          known.transaction_hash === null;
        return known !== undefined && !free ? 'known' : 'budget_exhausted';
      }),

    find,

    totals: () =>
      guarded(async (): Promise<LedgerTotals> => {
        const money = await table(knex)
          .whereRaw('reserved_microccd + charged_microccd > 0')
          .sum({ charged: 'charged_microccd', reserved: 'reserved_microccd' })
          .first<{ charged: Whole | null; reserved: Whole | null }>();
        return { chargedMicroCcd: BigInt(money.charged ?? 0), reservedMicroCcd: BigInt(money.reserved ?? 0) };
      }),

    countByState: () =>
      guarded(async () => {
        const counts = await table(knex).select('state').count({ number: '*' }).groupBy('state');
        const byState: Record<AnchorState, number> = { prepared: 0, submitted: 0, finalized: 0, failed: 0, expired: 0 };
        for (const { state, number } of counts as unknown as { state: AnchorState; number: Whole }[])
          byState[state] = Number(number);
        return byState;
      }),

    unsettled: () =>
      guarded(async () =>
        (
          await table(knex)
            .where({ origin: 'this_service' })
            .whereIn('state', ['prepared', 'submitted'])
            .orderBy([{ column: 'claimed_at' }, { column: 'receipt_hash' }])
        ).map(fromRow),
      ),

    list: ({ limit, offset, state }) =>
      guarded(async () => {
        const query = table(knex).orderBy([{ column: 'claimed_at' }, { column: 'receipt_hash' }]);
        if (state !== undefined) query.where({ state });
        return (await query.limit(limit).offset(offset)).map(fromRow);
      }),

    unchecked: () =>
      guarded(async () =>
        (await table(knex).where({ origin: 'imported', state: 'submitted' }).orderBy('receipt_hash')).map(fromRow),
      ),

    history: (receiptHash) =>
      guarded(async () => {
        const query = knex<HistoryRow>('anchor_history').orderBy('id');
        if (receiptHash !== undefined) query.where({ receipt_hash: receiptHash });
        return (await query).map(fromHistoryRow);
      }),

    takeTurn: (receiptHash, account) =>
      decide(async (trx) => {
        await lockBudget(trx);
        const changed = await unsigned(trx('anchors').where({ receipt_hash: receiptHash, origin: 'this_service' }))
          .whereNotExists((others) =>
            others
              .from('anchors as other')
              .where({ turn_of_account: account })
              .whereNot('other.receipt_hash', receiptHash),
          )
          .update({ turn_of_account: account });
        return Number(changed) > 0;
      }),

    raiseReservation: (receiptHash, estimate, maximum, at) =>
      decide(async (trx) => {
        await lockBudget(trx);
        const before = await table(trx).where({ receipt_hash: receiptHash }).first('reserved_microccd');
        const changed = await unsigned(trx('anchors').where({ receipt_hash: receiptHash, origin: 'this_service' }))
          .whereRaw(`${WITHIN_BUDGET} - reserved_microccd + CAST(? AS BIGINT) <= CAST(? AS BIGINT)`, [
            whole(estimate.reservedMicroCcd),
            whole(maximum),
          ])
          .update(estimateColumns(estimate));
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

    storeSigned: (receiptHash, signed, at) =>
      decide(async (trx) => {
        const changed = await unsigned(trx('anchors').where({ receipt_hash: receiptHash, origin: 'this_service' }))
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
      decide(async (trx) => {
        const changed = await table(trx)
          .where({
            receipt_hash: receiptHash,
            transaction_hash: transactionHash,
            state: 'prepared',
            origin: 'this_service',
          })
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
      guarded(async () => {
        await table(knex).where({ receipt_hash: receiptHash }).update({ checked_at: at, problem });
      }),

    importAnchor: (entry) =>
      decide(async (trx) => {
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
        const inserted = await trx('anchors')
          .insert({
            ...columns,
            receipt_hash: entry.receiptHash,
            origin: 'imported',
            network: entry.network,
            genesis_block: entry.genesisBlock,
            reserved_microccd: '0',
            charged_microccd: '0',
            transaction_hash: entry.transactionHash,
            claimed_at: entry.at,
          })
          .onConflict()
          .ignore()
          .returning('receipt_hash');
        if (inserted.length > 0) {
          await append(trx, line('imported'));
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

    takeLease: (holder, now, until) =>
      guarded(async () => {
        const rows = found(
          await knex.raw(
            `INSERT INTO chain_lease (id, holder, until) VALUES (1, ?, ?)
             ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, until = excluded.until
             WHERE chain_lease.holder = excluded.holder OR chain_lease.until <= ? RETURNING id`,
            [holder, until, now],
          ),
        );
        return rows.length > 0;
      }),

    dropLease: (holder) =>
      guarded(async () => {
        await knex('chain_lease').where({ id: 1, holder }).delete();
      }),
  };
};
