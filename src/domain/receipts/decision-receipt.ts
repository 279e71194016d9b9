import { z } from 'zod';
import { Sha256Hex } from '../json/sha256.ts';
import { Signatures, signedText } from '../keys/signature.ts';
import { schemaId } from '../vocabulary/service.ts';
import { Identifier, KindWord } from '../vocabulary/text.ts';
import { Timestamp } from '../vocabulary/timestamp.ts';
import { DecisionTerms, Mandate } from './mandate.ts';
import { checkIdsIn, EVIDENCE_ITEM_LIMIT, EvidenceItem } from './party.ts';
import { Party, PartyText } from './party.ts';

export const Decision = z
  .enum(['accepted', 'rejected', 'escalated'])
  .meta({ description: 'What the agent decided: accepted, rejected, or escalated to a human.' });
export type Decision = z.infer<typeof Decision>;

/**
 * What an agent decided, about what, under which mandate and on which evidence (SPEC.md §7.1).
 * Commitments only: no raw identity and no payment data. Unknown members are refused, because a reader must
 * understand everything that is hashed.
 */
export const DecisionReceipt = z
  .strictObject({
    schema: z.literal(schemaId('decision-receipt.schema')),
    receipt_id: Identifier,
    decided_at: Timestamp.meta({ description: 'When the decision was made.' }),
    agent: Party.meta({ description: 'The agent that decided.' }),
    decision: Decision,
    subject: z
      .strictObject({
        kind: KindWord,
        reference: z.string().min(1).max(200).meta({ description: 'The name by which the parties know it.' }),
        sha256: Sha256Hex.meta({ description: 'SHA-256 of the subject of the decision.' }),
      })
      .meta({ description: 'The subject of the decision.' }),
    terms: DecisionTerms.optional().meta({
      description: 'The terms that were decided on. They are neither identity nor payment data.',
    }),
    mandate: Mandate,
    merchant_policy: z
      .strictObject({
        reference: z.string().min(1).max(200).meta({ description: 'Name or https address of the policy.' }),
        sha256: Sha256Hex.meta({ description: 'SHA-256 of the policy text.' }),
        terms: z
          .array(z.strictObject({ id: Identifier, text: PartyText }))
          .max(100)
          .meta({ description: 'The terms of the policy that are relevant to the decision.' }),
      })
      .meta({ description: 'The policy under which the decision was made.' }),
    evidence_items: z.array(EvidenceItem).max(EVIDENCE_ITEM_LIMIT).meta({ description: 'The evidence the agent had.' }),
    reason: PartyText.meta({ description: 'Why the agent made this decision, at most 500 characters.' }),
    receipt_hash_sha256: Sha256Hex.optional().meta({
      description: 'The hash of this receipt, for convenience. It is not part of the hashed object.',
    }),
    signatures: Signatures.optional(),
  })
  .check((payload) => {
    checkIdsIn(payload, ['evidence_items'], payload.value.evidence_items);
    checkIdsIn(payload, ['merchant_policy', 'terms'], payload.value.merchant_policy.terms);
  })
  .meta({
    id: schemaId('decision-receipt.schema'),
    title: 'Decision receipt',
    description: 'What an agent decided, about what, under which mandate, by which policy and on which evidence.',
  });
export type DecisionReceipt = z.infer<typeof DecisionReceipt>;

/** What a decision receipt in a body has to keep that its schema cannot say, for people and programs. */
export const receiptRules = ['The ids of evidence items and of policy terms are distinct in their lists.'] as const;

/** The text whose SHA-256 is the hash of a receipt, exactly: without its own hash and signatures (SPEC.md §3.4), and a final line break. */
export const receiptCanonicalText = (receipt: DecisionReceipt): string => signedText(receipt, 'receipt_hash_sha256');

/** How people make that text. */
export const RECEIPT_TEXT =
  'leave out receipt_hash_sha256 and signatures of the receipt, and write the rest as canonical JSON (RFC 8785) in UTF-8';

/** The receipt without its own hash, as other documents hold it: with its signatures. */
export const receiptWithoutHash = ({ receipt_hash_sha256: _hash, ...receipt }: DecisionReceipt): DecisionReceipt =>
  receipt;

/** Whether its id marks the receipt as an example of something that did not take place, such as the demonstrations of this project. */
export const isDemonstration = ({ receipt_id }: Pick<DecisionReceipt, 'receipt_id'>): boolean =>
  /^(?:demonstration|sample)-/.test(receipt_id);

/** Where people read about a decision receipt (SPEC.md §7.4), relative to the base address. */
export const receiptPagePath = (hash: Sha256Hex): string => `/receipts/${hash}`;
