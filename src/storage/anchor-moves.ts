import type { Knex } from 'knex';
import type { AnchorLedger } from '../domain/anchors/anchor-ledger.ts';
import {
  anchorDecisions,
  type AnchorRow,
  append,
  type Line,
  ownAnchor,
  unfinished,
  unsigned,
  whole,
} from './anchor-rows.ts';
import type { Database } from './database.ts';

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
