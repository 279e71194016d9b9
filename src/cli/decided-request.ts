import { configFromEnvironment } from '../config.ts';
import { checkReceipts, RECEIPTS_FOLDER } from '../dataset-files/check-receipts.ts';
import { readFiles } from '../dataset-files/read-files.ts';
import { networkOfSetting } from '../domain/chains/network.ts';
import type { Sha256Hex } from '../domain/json/sha256.ts';
import { receiptPagePath } from '../domain/receipts/decision-receipt.ts';
import { anchorStore } from '../storage/anchors.ts';
import type { Database } from '../storage/database.ts';
import { intakeStore } from '../storage/intake.ts';
import { CommandError } from './terminal.ts';

/**
 * Names the receipt of the decision that a request led to, in place of an earlier one.
 * @param root folder that holds `datasets/`.
 * @returns a sentence that says so.
 * @throws CommandError when there is no such request, or nobody knows the receipt: neither the project nor the ledger of anchors.
 */
export const nameDecisionReceipt = async (db: Database, root: string, id: string, hash: Sha256Hex): Promise<string> => {
  const { genesisBlock } = networkOfSetting(configFromEnvironment().concordiumNetwork);
  const { receipts } = checkReceipts(readFiles(root, RECEIPTS_FOLDER));
  if (!receipts.some((one) => one.hash === hash) && !(await anchorStore(db, genesisBlock).find(hash)))
    throw new CommandError(
      `No receipt with the hash ${hash} is in ${RECEIPTS_FOLDER} or among the anchors. The status page would lead to nothing.`,
    );
  const before = await intakeStore(db).nameDecisionReceipt(id, hash);
  if (before === undefined) throw new CommandError('No request has this id.');
  const named = `The request ${id} names the decision receipt ${receiptPagePath(hash)}`;
  return before === null || before === hash ? `${named}.` : `${named} instead of ${before}.`;
};
