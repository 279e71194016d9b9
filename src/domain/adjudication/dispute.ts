import { z } from 'zod';
import { isJsonObject } from '../json/json-object.ts';
import { Sha256Hex } from '../json/sha256.ts';
import { DecisionReceipt } from '../receipts/decision-receipt.ts';
import { checkIdsIn, EVIDENCE_ITEM_LIMIT, SuppliedEvidenceItem } from '../receipts/party.ts';
import { PartyText } from '../receipts/party.ts';
import { sampleReceipt } from '../receipts/sample-receipt.ts';
import { brand, schemaId } from '../vocabulary/service.ts';
import { RecommendedOutcome } from './verdict.ts';

/** Body of POST preview-dispute (SPEC.md §8.9): a receipt or its hash, the claim, and the claimant’s evidence. */
export const DisputeRequest = z
  .strictObject({
    receipt: DecisionReceipt.optional().meta({ description: 'The receipt itself. Send either this or its hash.' }),
    receipt_hash_sha256: Sha256Hex.optional().meta({ description: 'The hash of a receipt that is known here.' }),
    claim: z
      .strictObject({
        by: z.string().min(1).max(200).meta({ description: 'Who disputes the decision, as a role or a public name.' }),
        text: PartyText.meta({ description: 'What is disputed and why, at most 500 characters.' }),
        requested_outcome: RecommendedOutcome.meta({ description: 'The outcome that the claimant requests.' }),
      })
      .meta({ description: 'The claim.' }),
    evidence_items: z
      .array(SuppliedEvidenceItem)
      .max(EVIDENCE_ITEM_LIMIT)
      .optional()
      .meta({ description: 'Evidence that the claimant adds, given by hash.' }),
  })
  .refine(({ receipt, receipt_hash_sha256 }) => (receipt === undefined) !== (receipt_hash_sha256 === undefined), {
    message: 'expected exactly one of receipt and receipt_hash_sha256',
    // Also when a member is invalid, so that all problems are reported at once.
    when: ({ value }) => isJsonObject(value),
  })
  .check((payload) => checkIdsIn(payload, ['evidence_items'], payload.value.evidence_items ?? []))
  .meta({
    id: schemaId(`${brand.adjudicator}-dispute-request`),
    title: 'Dispute request',
    description: 'A dispute about a decision receipt, from which an evidence pack preview is built.',
    oneOf: ['receipt', 'receipt_hash_sha256'].map((name) => ({ properties: { [name]: {} }, required: [name] })),
    examples: [
      {
        receipt: sampleReceipt,
        claim: {
          by: 'buyer',
          text: 'The lamp that came is not the one that was offered.',
          requested_outcome: 'reject_or_refund',
        },
        evidence_items: [
          {
            id: 'photo',
            kind: 'screenshot',
            sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
            media_type: 'image/png',
            statement: 'A picture of the lamp as it came.',
          },
        ],
      },
    ],
  });
export type DisputeRequest = z.infer<typeof DisputeRequest>;

/** The part of a dispute that a pack needs. */
export type Dispute = Pick<DisputeRequest, 'claim' | 'evidence_items'>;
