import { z } from 'zod';
import { AnchorEvidence } from '../anchors/anchor-evidence.ts';
import { AnchorState } from '../anchors/anchor-state.ts';
import { Caip10 } from '../chains/caip.ts';
import { isJsonObject } from '../json/pointer.ts';
import { Sha256Hex } from '../json/sha256.ts';
import { Signatures } from '../keys/signature.ts';
import { DecisionReceipt } from '../receipts/decision-receipt.ts';
import { ConstraintResult, Coverage } from '../receipts/mandate-scope.ts';
import {
  buildSuppliedText,
  checkIdsIn,
  EVIDENCE_ITEM_LIMIT,
  PartyText,
  Provenance,
  SuppliedEvidenceItem,
  SuppliedText,
} from '../receipts/party.ts';
import { sampleReceipt } from '../receipts/sample-receipt.ts';
import { brand, schemaId } from '../vocabulary/service.ts';
import { SIDE_EFFECTS } from './preview.ts';
import { ExpectedVerdict, RecommendedOutcome } from './verdict.ts';

/** The sections of an evidence pack, in the order of SPEC.md §8.5. */
export const evidencePackSections = [
  'adjudication_question',
  'parties',
  'concordium_proofs',
  'merchant_policy',
  'acceptance_decision',
  'mandate_scope',
  'evidence_items',
  'expected_verdict_schema',
  'boundaries',
] as const;

/** The case of SPEC.md §8.6 that a pack belongs to. */
export const EvidenceCase = z
  .enum(['receipt_and_finalized_anchor', 'receipt_without_finalized_anchor', 'historical_anchor_only'])
  .meta({ description: 'What is known: the receipt and its final anchor, the receipt alone, or an anchor alone.' });
export type EvidenceCase = z.infer<typeof EvidenceCase>;

/** Where the receipt in a pack comes from. */
export const ReceiptSource = z
  .enum(['published_by_service', 'supplied_by_party'])
  .meta({ description: 'Whether the service publishes the receipt or someone sent it with the request.' });
export type ReceiptSource = z.infer<typeof ReceiptSource>;

const AdjudicationQuestion = z
  .object({
    kind: z.enum(['acceptance', 'dispute']),
    case: EvidenceCase,
    receipt_hash_sha256: Sha256Hex,
    question: z.string().meta({ description: 'The one question that the verdict answers.' }),
    dispute: z
      .object({
        requested_outcome: RecommendedOutcome,
        claimant: SuppliedText,
        claim: SuppliedText,
      })
      .nullable()
      .meta({ description: 'The dispute, if there is one, as worded by the claimant.' }),
  })
  .meta({ description: 'The question for the adjudication layer.' });

const PackParty = z.object({
  role: z.enum(['deciding_agent', 'anchor_sender', 'claimant']),
  name: z.string().nullable().meta({ description: 'Public name; null when the party is not named.' }),
  account: Caip10.nullable().meta({ description: 'Account as CAIP-10; null when none is known.' }),
  registry_ref: z.string().nullable(),
  provenance: Provenance,
});

const PackEvidenceItem = z.object({
  id: z.string(),
  kind: z.string(),
  sha256: Sha256Hex,
  media_type: z.string().nullable(),
  uri: z.string().nullable(),
  provenance: Provenance,
  named_by: z.enum(['service', 'receipt', 'claimant']).meta({ description: 'Which document names the item.' }),
  proves: z.array(z.string()),
  does_not_prove: z.array(z.string()),
  statement: SuppliedText.nullable(),
});
export type PackEvidenceItem = z.infer<typeof PackEvidenceItem>;

/** An evidence pack (SPEC.md §8.5). */
export const EvidencePack = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId(`${brand.adjudicator}-evidence-pack`)),
    side_effects: z.literal(SIDE_EFFECTS),
    adjudication_question: AdjudicationQuestion,
    parties: z.array(PackParty).meta({
      description: 'The parties that the evidence names, and their roles.',
    }),
    concordium_proofs: z
      .object({
        anchor_state: z.enum([...AnchorState.options, 'not_anchored']),
        anchor_state_meaning: z.string(),
        anchor: AnchorEvidence.nullable(),
        how_to_check: z.array(z.string()).meta({ description: 'Steps that anyone can take without this service.' }),
      })
      .meta({ description: 'What is known of an anchor of the receipt hash, and how to check it on the chain.' }),
    merchant_policy: z
      .object({
        reference: z.string(),
        sha256: Sha256Hex,
        terms: z.array(z.object({ id: z.string(), term: SuppliedText })),
      })
      .nullable()
      .meta({ description: 'The policy under which the decision was made; null when no receipt is known.' }),
    acceptance_decision: z
      .object({
        receipt_source: ReceiptSource,
        demonstration: z.boolean().meta({ description: 'True when the receipt is a made-up example.' }),
        reason: SuppliedText,
        receipt: DecisionReceipt.meta({ description: 'The receipt itself, so that its hash can be recomputed.' }),
      })
      .nullable()
      .meta({ description: 'What was decided; null when no receipt is known.' }),
    mandate_scope: z
      .object({
        result: Coverage,
        how_to_read: z.string(),
        constraints: z.array(ConstraintResult),
      })
      .nullable()
      .meta({ description: 'The decision compared with each bound of the mandate; null when no receipt is known.' }),
    evidence_items: z.array(PackEvidenceItem).meta({
      description: 'The evidence, each item with its hash, where it comes from, and what it does and does not prove.',
    }),
    expected_verdict_schema: ExpectedVerdict,
    boundaries: z.array(z.string()).meta({ description: 'What the pack is not.' }),
    pack_hash_sha256: Sha256Hex.meta({ description: 'Hash of this document without this member and `signatures`.' }),
    signatures: Signatures.optional(),
  })
  .meta({
    id: schemaId(`${brand.adjudicator}-evidence-pack`),
    title: 'Evidence pack',
    description: 'The evidence for one decision, in nine sections, from which an adjudication layer may judge.',
  });
export type EvidencePack = z.infer<typeof EvidencePack>;

/** The policy of a receipt as a pack shows it. */
export const policyOf = ({ merchant_policy: { terms, ...policy } }: DecisionReceipt) => ({
  ...policy,
  terms: terms.map(({ id, text }) => ({ id, term: buildSuppliedText(text) })),
});

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
