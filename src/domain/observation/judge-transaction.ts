import type { Timestamp } from '../vocabulary/timestamp.ts';
import type { TransactionAnswer } from './chain-transaction.ts';
import { matchIf, unread } from './judge-document.ts';
import type { Look } from './observation.ts';

/** A transaction that succeeded, against one that did not or could not be read. */
export const judgeTransaction = (answer: TransactionAnswer, chainId: string, at: Timestamp): Look =>
  answer.read
    ? {
        at,
        checks: [
          {
            ...matchIf(answer.transaction.status === 'succeeded', 'transaction', 'transaction_failed'),
            network: chainId,
            block: String(answer.blockHeight),
          },
        ],
        transaction: answer.transaction,
      }
    : { at, checks: [unread('transaction', answer.reason)] };
