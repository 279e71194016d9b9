import { z } from 'zod';
import { NetworkName } from '../chains/network.ts';
import { isJsonObject } from '../json/pointer.ts';
import { Sha256Hex } from '../json/sha256.ts';
import { DecisionReceipt } from '../receipts/decision-receipt.ts';
import { receiptHash } from '../receipts/published-receipt.ts';
import { schemaId } from '../vocabulary/service.ts';

/** An anchor that was made elsewhere, as an anchor record states it; its other members are ignored. */
const ImportedAnchor = z.object({
  receipt_hash_sha256: Sha256Hex,
  network: NetworkName,
  transaction_hash: Sha256Hex,
});
export type ImportedAnchor = z.infer<typeof ImportedAnchor>;

/** The content of a file to import: one anchor or a list of anchors. */
export const ImportFile = z.union([
  z.array(ImportedAnchor).min(1).max(10_000),
  ImportedAnchor.transform((anchor) => [anchor]),
]);

/** What is to be anchored: a decision receipt, or the hash of one (SPEC.md §10.3). */
export const AnchorRequest = z
  .strictObject({
    receipt: DecisionReceipt.optional().meta({
      description: 'The receipt. Its hash is computed; the receipt itself is not stored.',
    }),
    receipt_hash_sha256: Sha256Hex.optional().meta({ description: 'The hash of a receipt, instead of the receipt.' }),
  })
  .refine(({ receipt, receipt_hash_sha256 }) => (receipt === undefined) !== (receipt_hash_sha256 === undefined), {
    message: 'expected exactly one of receipt and receipt_hash_sha256',
    // Also when a member is invalid, so that all problems are reported at once.
    when: ({ value }) => isJsonObject(value),
  })
  .meta({
    id: schemaId('agent-acceptance-anchor.request'),
    title: 'Anchor request',
    description: 'What is to be anchored: a decision receipt or its hash, exactly one of them.',
    minProperties: 1,
    maxProperties: 1,
    examples: [{ receipt_hash_sha256: '6b7a8c7d7078425e7d8cbefc0e0ba06ac22cbff399062a52b163c2defb58fb8b' }],
  });
export type AnchorRequest = z.infer<typeof AnchorRequest>;

/**
 * The hash to anchor.
 * @throws ServiceError `invalid_request` when the receipt states a wrong hash.
 */
export const hashToAnchor = ({ receipt, receipt_hash_sha256 }: AnchorRequest): Sha256Hex =>
  receipt === undefined ? receipt_hash_sha256! : receiptHash(receipt, '/receipt');
