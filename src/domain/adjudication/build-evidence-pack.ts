import { type AnchorEvidence, isFinalAnchorOf, isSimulated, senderAccount } from '../anchors/anchor-evidence.ts';
import { anchorAddress } from '../anchors/anchor-state.ts';
import { registeredBytesHex } from '../anchors/registered-data.ts';
import { hashOf } from '../json/hash.ts';
import type { Sha256Hex } from '../json/sha256.ts';
import {
  type DecisionReceipt,
  isDemonstration,
  RECEIPT_TEXT,
  receiptWithoutHash,
} from '../receipts/decision-receipt.ts';
import { checkMandateScope, scopeSentence } from '../receipts/mandate-scope.ts';
import { buildSuppliedText, type Provenance, type SuppliedEvidenceItem } from '../receipts/party.ts';
import { receiptHash, receiptPaths } from '../receipts/published-receipt.ts';
import { ServiceError } from '../vocabulary/errors.ts';
import { brand, schemaId } from '../vocabulary/service.ts';
import { capitalized } from '../vocabulary/words.ts';
import {
  type Dispute,
  type EvidenceCase,
  type EvidencePack,
  type PackEvidenceItem,
  policyOf,
  type ReceiptSource,
} from './evidence-pack.ts';
import { evidencePackBoundaries, SIDE_EFFECTS } from './preview.ts';
import { buildExpectedVerdict } from './verdict.ts';

type Proofs = EvidencePack['concordium_proofs'];

/** Whether the anchor is evidence for this hash: seen final on a real chain, with exactly its bytes. */
const isAnchored = (receiptHash: Sha256Hex, anchor: AnchorEvidence | undefined): boolean =>
  anchor !== undefined && isFinalAnchorOf(anchor, receiptHash) && !isSimulated(anchor);

/** What the state of an anchor means for a receipt hash, in words of the service. */
export const meaningOf = (receiptHash: Sha256Hex, anchor: AnchorEvidence | undefined): string => {
  if (anchor === undefined)
    return 'No anchor of this hash is stored here. The receipt can still be checked against its hash.';
  if (isSimulated(anchor)) return 'The anchor is on a simulated chain, where it proves nothing.';
  return isAnchored(receiptHash, anchor)
    ? 'The service saw the anchor in a finalized block. Only the chain can confirm this.'
    : `The anchor is ${anchor.state} and is no evidence: this service has not seen it in a finalized block with the bytes of the hash.`;
};

/** The chain section of an evidence pack: what is claimed, and how to check it without this service. */
const buildChainProofs = (receiptHash: Sha256Hex, anchor: AnchorEvidence | undefined): Proofs => ({
  anchor_state: anchor?.state ?? 'not_anchored',
  anchor_state_meaning: meaningOf(receiptHash, anchor),
  anchor: anchor ?? null,
  how_to_check: [
    `${capitalized(RECEIPT_TEXT)}.`,
    'Compute the SHA-256 of those bytes and compare all 64 digits.',
    `Look up the transaction by its hash with a node or an explorer of the network ${anchor?.network ?? '(none stated)'}.`,
    'Check that its status is finalized, its type register data, and its block the one stated here.',
    'Compare its sender with the one stated here; aliases of an account share their first 29 bytes.',
    `Compare its registered data with the CBOR text of the hash, 78 40 and the 64 digits in ASCII: ${registeredBytesHex(receiptHash)}.`,
  ],
});

/** What an item proves and does not prove: the receipt, its anchor, and any other by who vouches for it. */
const limits: Readonly<Record<'receipt' | 'anchor' | Provenance, Pick<PackEvidenceItem, 'proves' | 'does_not_prove'>>> =
  {
    receipt: {
      proves: ['What was decided, about what, under which mandate and policy, as stated by the issuer of the receipt.'],
      does_not_prove: [
        'That the decision was right.',
        'That the agent named in it issued it: a signature shows which key signed, not who holds it.',
      ],
    },
    anchor: {
      proves: [
        'If the chain confirms it: that the receipt hash existed when the block was made, so the receipt was not written later.',
      ],
      does_not_prove: ['That what the receipt says is true.', 'That the decision was made at the time it states.'],
    },
    attested: {
      proves: ['Bytes with this hash are the ones that the receipt committed to, unchanged.'],
      does_not_prove: ['That what the bytes say is true.', 'Who made them, or when, beyond what they say themselves.'],
    },
    supplied_by_party: {
      proves: ['That a party names bytes with this hash; anyone who has them can check that they are the ones meant.'],
      does_not_prove: [
        'That what the bytes say is true.',
        'That they existed at the time of the decision, or that the agent had them.',
      ],
    },
  };

/** An item as a pack shows it. */
const packItem = (
  item: Omit<SuppliedEvidenceItem, 'provenance'>,
  provenance: Provenance,
  named_by: PackEvidenceItem['named_by'],
  { proves, does_not_prove } = limits[provenance],
): PackEvidenceItem => ({
  id: item.id,
  kind: item.kind,
  sha256: item.sha256,
  media_type: item.media_type ?? null,
  uri: item.uri ?? null,
  provenance,
  named_by,
  proves: [...proves],
  does_not_prove: [...does_not_prove],
  statement: item.statement === undefined ? null : buildSuppliedText(item.statement),
});

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

/**
 * The items of a pack: the receipt, its anchor if it counts, the evidence that the receipt names and the evidence
 * that the claimant adds. Attested items come first, then those that parties supplied. In a receipt that the service
 * does not publish, everything counts as supplied by a party, whatever it states.
 */
const buildEvidenceItems = (input: EvidencePackInput, hash: Sha256Hex): PackEvidenceItem[] => {
  const { receipt, receiptSource = 'published_by_service', anchor, dispute, baseUrl } = input;
  const trusted = receiptSource === 'published_by_service';
  const items: PackEvidenceItem[] = [];
  if (receipt !== undefined) {
    const uri = trusted ? baseUrl + receiptPaths.document(hash) : undefined;
    const item = {
      id: 'decision-receipt',
      kind: 'decision_receipt',
      sha256: hash,
      media_type: 'application/json',
      uri,
    };
    items.push(packItem(item, trusted ? 'attested' : 'supplied_by_party', 'service', limits.receipt));
  }
  if (isAnchored(hash, anchor)) {
    const uri = anchorAddress(baseUrl, hash);
    items.push(
      packItem({ id: 'anchor', kind: 'chain_anchor', sha256: hash, uri }, 'attested', 'service', limits.anchor),
    );
  }
  for (const item of receipt?.evidence_items ?? [])
    items.push(packItem(item, trusted ? item.provenance : 'supplied_by_party', 'receipt'));
  for (const item of dispute?.evidence_items ?? []) items.push(packItem(item, 'supplied_by_party', 'claimant'));
  return items.toSorted((a, b) => Number(a.provenance > b.provenance) - Number(a.provenance < b.provenance));
};

/** The one question about a receipt, without a word of a party. */
export const questionText = ({
  receipt_hash_sha256: hash,
  dispute,
}: Pick<EvidencePack['adjudication_question'], 'receipt_hash_sha256' | 'dispute'>): string =>
  dispute === null
    ? `Was the decision in receipt ${hash} made correctly, given the mandate, the policy and the evidence of this pack?`
    : `The decision in receipt ${hash} is disputed and the outcome ${dispute.requested_outcome} is requested. Should the decision be upheld?`;

const buildQuestion = (
  hash: Sha256Hex,
  evidenceCase: EvidenceCase,
  { dispute: disputed, receipt }: EvidencePackInput,
): EvidencePack['adjudication_question'] => {
  const scope = receipt && checkMandateScope(receipt);
  const outside = scope?.result === 'not_covered' ? ` ${scopeSentence(scope)}` : '';
  const dispute = disputed
    ? {
        requested_outcome: disputed.claim.requested_outcome,
        claimant: buildSuppliedText(disputed.claim.by),
        claim: buildSuppliedText(disputed.claim.text),
      }
    : null;
  return {
    kind: dispute === null ? 'acceptance' : 'dispute',
    case: evidenceCase,
    receipt_hash_sha256: hash,
    question: `${questionText({ receipt_hash_sha256: hash, dispute })}${outside}`,
    dispute,
  };
};

/** The parties that the evidence names. Mandate and policy are known by hashes only, so the parties behind them are not named. */
const buildParties = ({ receipt, receiptSource, anchor, dispute }: EvidencePackInput): EvidencePack['parties'] => {
  const attested = 'attested' as const;
  const supplied = 'supplied_by_party' as const;
  const unnamed = { name: null, account: null, registry_ref: null };
  const parties: EvidencePack['parties'] = [];
  if (receipt !== undefined) {
    const provenance = receiptSource === supplied ? supplied : attested;
    const { name, account, registry_ref = null } = receipt.agent;
    parties.push({ role: 'deciding_agent', name, account, registry_ref, provenance });
  }
  const account = anchor === undefined ? null : senderAccount(anchor);
  if (account !== null) parties.push({ ...unnamed, role: 'anchor_sender', account, provenance: attested });
  if (dispute !== undefined)
    parties.push({ ...unnamed, role: 'claimant', name: dispute.claim.by, provenance: supplied });
  return parties;
};

const buildReceiptSections = (receipt: DecisionReceipt, receiptSource: ReceiptSource) => {
  const { result, constraints } = checkMandateScope(receipt);
  return {
    merchant_policy: policyOf(receipt),
    acceptance_decision: {
      receipt_source: receiptSource,
      demonstration: isDemonstration(receipt),
      reason: buildSuppliedText(receipt.reason),
      receipt: receiptWithoutHash(receipt),
    },
    mandate_scope: {
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
  const { receipt, receiptSource = 'published_by_service', anchor } = input;
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
    adjudication_question: buildQuestion(hash, evidenceCase, input),
    parties: buildParties(input),
    concordium_proofs: buildChainProofs(hash, anchor),
    ...(receipt === undefined
      ? { merchant_policy: null, acceptance_decision: null, mandate_scope: null }
      : buildReceiptSections(receipt, receiptSource)),
    evidence_items: buildEvidenceItems(input, hash),
    expected_verdict_schema: buildExpectedVerdict(receipt === undefined ? ANCHOR_ONLY : undefined),
    boundaries: [...evidencePackBoundaries],
  } satisfies Omit<EvidencePack, 'pack_hash_sha256'>;
  return { ...document, pack_hash_sha256: hashOf(document) };
};
