import { type AnchorEvidence, senderAccount } from '../anchors/anchor-evidence.ts';
import { hashOf } from '../json/hash.ts';
import type { Sha256Hex } from '../json/sha256.ts';
import { type DecisionReceipt, isDemonstration, receiptWithoutHash } from '../receipts/decision-receipt.ts';
import { checkMandateScope } from '../receipts/mandate-scope.ts';
import { buildSuppliedText } from '../receipts/party.ts';
import { receiptHash } from '../receipts/published-receipt.ts';
import { ServiceError } from '../vocabulary/errors.ts';
import { brand, schemaId } from '../vocabulary/service.ts';
import { evidencePackBoundaries, SIDE_EFFECTS } from './boundaries.ts';
import { buildEvidenceItems } from './build-evidence-items.ts';
import { buildChainProofs, isAnchored } from './chain-proofs.ts';
import type { Dispute } from './dispute.ts';
import type { EvidenceCase, EvidencePack, ReceiptSource } from './evidence-pack.ts';
import { buildExpectedVerdict } from './verdict.ts';

export interface EvidencePackInput {
  /** Leave out when only an anchor is known. */
  readonly receipt?: DecisionReceipt | undefined;
  /** Whether the service publishes the receipt or someone sent it. */
  readonly receiptSource?: ReceiptSource;
  /** The stored anchor of the receipt hash, in any state. */
  readonly anchor?: AnchorEvidence | undefined;
  readonly dispute?: Dispute | undefined;
  /** The configured base address, without a slash at its end. */
  readonly baseUrl: string;
}

const buildQuestion = (hash: Sha256Hex, evidenceCase: EvidenceCase, dispute: Dispute | undefined) => ({
  kind: dispute === undefined ? ('acceptance' as const) : ('dispute' as const),
  case: evidenceCase,
  receipt_hash_sha256: hash,
  question:
    dispute === undefined
      ? `Was the decision in receipt ${hash} made correctly, given the mandate, the policy and the evidence of this pack?`
      : `The decision in receipt ${hash} is disputed and the outcome ${dispute.claim.requested_outcome} is requested. Should the decision be upheld?`,
  points_to_settle: [
    ...(evidenceCase === 'historical_anchor_only'
      ? ['Only the anchor is known: can anything be said about the decision beyond that its hash was registered?']
      : [
          'Did the mandate cover the decision? The section mandate_scope shows what could be computed and what remains open.',
          'Does the decision follow the terms of the policy in merchant_policy?',
          'Do the evidence items support the decision, counting each item only for what it proves?',
        ]),
    ...(dispute === undefined
      ? []
      : ['Does the claim, with the evidence that the claimant adds, outweigh the decision?']),
  ],
  dispute:
    dispute === undefined
      ? null
      : {
          requested_outcome: dispute.claim.requested_outcome,
          claimant: buildSuppliedText(dispute.claim.by),
          claim: buildSuppliedText(dispute.claim.text),
        },
});

const buildParties = ({ receipt, receiptSource, anchor, dispute }: EvidencePackInput): EvidencePack['parties'] => {
  const provenance = receiptSource === 'supplied_by_party' ? 'supplied_by_party' : 'attested';
  const unnamed = { name: null, account: null, registry_ref: null };
  const parties: EvidencePack['parties'] = [];
  if (receipt !== undefined) {
    const { name, account, registry_ref = null } = receipt.agent;
    const known_from = 'acceptance_decision.receipt.agent';
    parties.push(
      { role: 'deciding_agent', name, account, registry_ref, known_from, provenance },
      {
        role: 'mandate_principal',
        known_from: 'The mandate, by its hash only; the person who gave it is not named.',
        ...unnamed,
        provenance,
      },
      { role: 'merchant', known_from: 'merchant_policy.reference', ...unnamed, provenance },
    );
  }
  const account = anchor === undefined ? null : senderAccount(anchor);
  if (account !== null) {
    const known_from = 'concordium_proofs.anchor.sender';
    parties.push({ role: 'anchor_sender', ...unnamed, account, known_from, provenance: 'attested' });
  }
  if (dispute !== undefined) {
    const { by: name } = dispute.claim;
    const known_from = 'The dispute request.';
    parties.push({ role: 'claimant', ...unnamed, name, known_from, provenance: 'supplied_by_party' });
  }
  return parties;
};

const buildReceiptSections = (receipt: DecisionReceipt, hash: Sha256Hex, receiptSource: ReceiptSource) => {
  const { mandate, merchant_policy: policy } = receipt;
  const { result, constraints } = checkMandateScope(receipt);
  return {
    merchant_policy: {
      reference: policy.reference,
      sha256: policy.sha256,
      how_to_check: 'Compute the SHA-256 of the policy text as published and compare it with sha256.',
      terms: policy.terms.map(({ id, text }) => ({ id, term: buildSuppliedText(text) })),
    },
    acceptance_decision: {
      receipt_hash_sha256: hash,
      receipt_id: receipt.receipt_id,
      receipt_source: receiptSource,
      demonstration: isDemonstration(receipt),
      decision: receipt.decision,
      decided_at: receipt.decided_at,
      subject: receipt.subject,
      within_mandate: result,
      reason: buildSuppliedText(receipt.reason),
      receipt: receiptWithoutHash(receipt),
    },
    mandate_scope: {
      format: mandate.format,
      sha256: mandate.sha256,
      not_before: mandate.not_before ?? null,
      not_after: mandate.not_after ?? null,
      result,
      how_to_read:
        'Each bound is compared with the receipt alone. not_covered: a bound is violated. unknown: the receipt does not say enough; settled_by names what would settle it.',
      constraints,
    },
  };
};

const ANCHOR_ONLY =
  'Only an anchor of the receipt hash is known. It shows that the hash was registered and nothing about the decision.';

/**
 * The evidence pack for one decision (SPEC.md §8.6): receipt and final anchor, receipt
 * without a final anchor, anchor alone, or neither. Texts of parties come after what the service
 * attests and are marked. Pure: the same input gives the same bytes.
 * @throws ServiceError `unknown_receipt` when neither receipt nor anchor is given; `invalid_request`
 * when the receipt states a wrong hash of its own; TypeError when the anchor is for a different hash.
 */
export const buildEvidencePack = (input: EvidencePackInput): EvidencePack => {
  const { receipt, receiptSource = 'published_by_service', anchor, dispute } = input;
  const hash = receipt === undefined ? anchor?.receipt_hash_sha256 : receiptHash(receipt, '/receipt');
  if (hash === undefined) {
    throw new ServiceError(
      'unknown_receipt',
      'Neither a receipt nor an anchor of this hash is known here. Send the receipt itself to preview-dispute to get a pack, or to anchor-preview to see how it would be anchored.',
    );
  }
  if (anchor !== undefined && anchor.receipt_hash_sha256 !== hash)
    throw new TypeError('the anchor belongs to a different receipt');
  const evidenceCase: EvidenceCase =
    receipt === undefined
      ? 'historical_anchor_only'
      : isAnchored(hash, anchor)
        ? 'receipt_and_finalized_anchor'
        : 'receipt_without_finalized_anchor';
  const document = {
    ok: true as const,
    schema: schemaId(`${brand.adjudicator}-evidence-pack`),
    side_effects: SIDE_EFFECTS,
    adjudication_question: buildQuestion(hash, evidenceCase, dispute),
    parties: buildParties(input),
    concordium_proofs: buildChainProofs(hash, receipt !== undefined, anchor),
    ...(receipt === undefined
      ? { merchant_policy: null, acceptance_decision: null, mandate_scope: null }
      : buildReceiptSections(receipt, hash, receiptSource)),
    evidence_items: buildEvidenceItems(input, hash),
    expected_verdict_schema: buildExpectedVerdict(receipt === undefined ? ANCHOR_ONLY : undefined),
    boundaries: [...evidencePackBoundaries],
  } satisfies Omit<EvidencePack, 'pack_hash_sha256'>;
  return { ...document, pack_hash_sha256: hashOf(document) };
};
