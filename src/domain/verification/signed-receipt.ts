import { canonicalText } from '../json/canonical-json.ts';
import type { PublicKey } from '../keys/public-key.ts';
import { type DecisionReceipt, receiptPreimage } from '../receipts/decision-receipt.ts';
import type { Timestamp } from '../vocabulary/timestamp.ts';
import { type JudgedByKey, judgeSignatures, type SignedDocument } from './check-signatures.ts';

/** What the signatures of a decision receipt cover, and the rules that they are judged by (SPEC.md §11.7). */
export const signedReceipt = (
  receipt: DecisionReceipt,
  anchoredAt?: Timestamp,
  canonical: string = canonicalText(receiptPreimage(receipt)),
): SignedDocument => ({
  name: 'receipt',
  signatures: receipt.signatures,
  canonical,
  use: 'decisions',
  statedAt: receipt.decided_at,
  anchoredAt,
});

/**
 * What each signature of a receipt shows by these keys, in the order of the signatures, without an
 * anchor at hand (SPEC.md §17.3).
 */
export const judgeReceiptSignatures = (
  receipt: DecisionReceipt,
  keys: readonly PublicKey[],
): Promise<JudgedByKey<PublicKey>[]> => judgeSignatures(signedReceipt(receipt), keys);
