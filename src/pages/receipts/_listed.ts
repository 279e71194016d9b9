import type { DecisionReceipt } from '../../domain/receipts/decision-receipt.ts';
import { newestFirst, type ReceiptIndex, receiptPaths } from '../../domain/receipts/published-receipt.ts';
import { loadedOnce } from '../../http/loaded-once.ts';
import { verifyWithOwnKeys } from '../../http/queries/verify-document.ts';

/** The published receipts, the latest first, each with what this service finds of it without its anchor. */
export const listedReceipts = loadedOnce(async (app) => {
  const { receipts } = (await app.prebuilt.value(receiptPaths.index)) as ReceiptIndex;
  const listed = receipts.map(async ({ receipt_hash_sha256: hash }) => {
    const text = await app.prebuilt.text(receiptPaths.document(hash));
    const { answers, mandate } = await verifyWithOwnKeys(text, hash, app);
    return { hash, receipt: JSON.parse(text) as DecisionReceipt, answers, mandate };
  });
  return newestFirst(await Promise.all(listed));
});
