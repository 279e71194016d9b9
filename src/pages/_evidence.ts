import type { App } from '../app.ts';
import { type AnchorEvidence, buildAnchorEvidence } from '../domain/anchor-evidence.ts';
import { DecisionReceipt } from '../domain/decision-receipt.ts';
import { receiptPaths } from '../domain/published-receipt.ts';
import type { Sha256Hex } from '../domain/sha256.ts';

/** The stored anchor of a receipt hash, as a pack shows it. */
export const findAnchorEvidence = async (hash: Sha256Hex, { anchors }: App): Promise<AnchorEvidence | undefined> => {
  const record = await anchors.find(hash);
  return record && buildAnchorEvidence(record);
};

/** What is known here of a receipt hash: the receipt if it is published, and its anchor. */
export const findKnownEvidence = async (
  hash: Sha256Hex,
  app: App,
): Promise<{ receipt?: DecisionReceipt | undefined; anchor?: AnchorEvidence | undefined }> => {
  const [text, anchor] = await Promise.all([
    app.prebuilt.find(receiptPaths.document(hash)),
    findAnchorEvidence(hash, app),
  ]);
  return { receipt: text === undefined ? undefined : DecisionReceipt.parse(JSON.parse(text)), anchor };
};
