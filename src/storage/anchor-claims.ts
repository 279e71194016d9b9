import type { Knex } from 'knex';
import type { AnchorLedger } from '../domain/anchors/anchor-ledger.ts';
import { CLAIMABLE } from '../domain/anchors/anchor-state.ts';
import { anchorDecisions, append, ownAnchor, sumMoney, unsigned } from './anchor-decisions.ts';
import { type AnchorRow, estimateColumns } from './anchor-rows.ts';
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
