import type { Sha256Hex } from '../domain/json/sha256.ts';
import { receiptPagePath } from '../domain/receipts/decision-receipt.ts';
import type { IntakeStore } from '../storage/intake.ts';
import { CommandError } from './terminal.ts';

/**
 * Names the receipt of the decision that a request led to, in place of an earlier one.
 * @returns a sentence that says so.
 * @throws CommandError when there is no such request.
 */
export const nameDecisionReceipt = async (store: IntakeStore, id: string, hash: Sha256Hex): Promise<string> => {
  const before = await store.nameDecisionReceipt(id, hash);
  if (before === undefined) throw new CommandError('No request has this id.');
  const named = `The request ${id} names the decision receipt ${receiptPagePath(hash)}`;
  return before === null || before === hash ? `${named}.` : `${named} instead of ${before}.`;
};
