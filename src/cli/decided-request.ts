import { InvalidArgumentError } from 'commander';
import { Sha256Hex } from '../domain/json/sha256.ts';
import { receiptPagePath } from '../domain/receipts/receipt-page.ts';
import type { IntakeStore } from '../storage/intake.ts';
import { CommandError } from './terminal.ts';

/** Parses an option as a SHA-256 hash in either case. */
export const hashArgument = (text: string): Sha256Hex => {
  const hash = Sha256Hex.safeParse(text.toLowerCase());
  if (!hash.success) throw new InvalidArgumentError('expected the 64 hexadecimal digits of a receipt hash');
  return hash.data;
};

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
