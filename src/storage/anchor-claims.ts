import type { AnchorLedger, FeeEstimate } from '../domain/anchors/anchor-ledger.ts';
import { COMMITTED, anchorDecisions, append, returned, unsigned, whole } from './anchor-decisions.ts';
import type { AnchorRow } from './anchor-rows.ts';
import type { Database } from './database.ts';

/** How a hash and the money for it are claimed: one conditional statement each, within the budget. */
export const anchorClaims = (db: Database): Pick<AnchorLedger, 'claim' | 'raiseReservation'> => {
  const { dialect } = db;
  const { decideOnMoney } = anchorDecisions(db);

  const estimateColumns = (estimate: FeeEstimate) => ({
    estimated_energy: whole(estimate.energy),
    estimated_microccd: whole(estimate.microCcd),
    estimated_reservation_microccd: whole(estimate.reservedMicroCcd),
    euro_per_energy: estimate.euroPerEnergy,
    microccd_per_euro: estimate.microCcdPerEuro,
    rate_at: estimate.at,
    reserved_microccd: whole(estimate.reservedMicroCcd),
  });

  return {
    claim: (claim, maximum) =>
      decideOnMoney(async (trx) => {
        const { estimate } = claim;
        const rows = returned(
          await trx.raw(
            `INSERT INTO anchors (receipt_hash, origin, state, seen_finalized, network, genesis_block, estimated_energy, estimated_microccd,
               estimated_reservation_microccd, euro_per_energy, microccd_per_euro, rate_at, reserved_microccd, charged_microccd, claimed_at)
             SELECT CAST(? AS TEXT), 'this_service', 'prepared', ${dialect === 'postgres' ? 'FALSE' : '0'}, CAST(? AS TEXT), CAST(? AS TEXT),
               CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS BIGINT), 0, CAST(? AS TEXT)
             WHERE ${COMMITTED} + CAST(? AS BIGINT) <= CAST(? AS BIGINT)
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
        const known = await trx<AnchorRow>('anchors').where({ receipt_hash: claim.receiptHash }).first();
        const free =
          known !== undefined &&
          known.origin === 'this_service' &&
          known.state === 'expired' &&
          known.transaction_hash === null;
        return known !== undefined && !free ? 'known' : 'budget_exhausted';
      }),

    raiseReservation: (receiptHash, estimate, maximum, at) =>
      decideOnMoney(async (trx) => {
        const before = await trx<AnchorRow>('anchors').where({ receipt_hash: receiptHash }).first('reserved_microccd');
        const changed = await unsigned(trx('anchors').where({ receipt_hash: receiptHash, origin: 'this_service' }))
          .whereRaw(`${COMMITTED} - reserved_microccd + CAST(? AS BIGINT) <= CAST(? AS BIGINT)`, [
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
  };
};
