import type { AnchorEvidence } from '../anchors/anchor-evidence.ts';
import type { Sha256Hex } from '../json/sha256.ts';
import type { DecisionReceipt } from '../receipts/decision-receipt.ts';
import type { EvidenceItem, Provenance, SuppliedEvidenceItem } from '../receipts/party.ts';
import { buildSuppliedText } from '../receipts/party.ts';
import { receiptPaths } from '../receipts/published-receipt.ts';
import { isAnchored } from './chain-proofs.ts';
import type { Dispute } from './dispute.ts';
import type { PackEvidenceItem, ReceiptSource } from './evidence-pack.ts';

/** What items of a known kind prove and do not prove, beyond what any hash proves. */
const meaningOfKind: Readonly<Record<string, { proves?: string; doesNotProve: string }>> = {
  delivery_artifact: { doesNotProve: 'That the artifact does what was agreed: the artifact itself must be examined.' },
  test_report: { doesNotProve: 'That the tests were run as reported, or that they test what was agreed.' },
  log: { doesNotProve: 'That the log is complete: a log without an entry does not show that nothing happened.' },
  message: { doesNotProve: 'That the message was received, read or agreed to.' },
  screenshot: { doesNotProve: 'That the picture is genuine, or when it was taken.' },
  checkout: { doesNotProve: 'That the checkout was paid or delivered.' },
  open_checkout_mandate: {
    proves: 'Which mandate is meant: its digest can be compared with the one in the constraints of the mandate.',
    doesNotProve: 'That the signature of the mandate is valid: that needs the mandate and the key of its issuer.',
  },
  payment_instrument: { doesNotProve: 'That the instrument was charged, or whose it is.' },
};

const general: Record<Provenance, { proves: string; doesNotProve: readonly string[] }> = {
  attested: {
    proves: 'Bytes with this hash are the ones that the receipt committed to, unchanged.',
    doesNotProve: ['That what the bytes say is true.', 'Who made them, or when, beyond what they say themselves.'],
  },
  supplied_by_party: {
    proves: 'That a party names bytes with this hash; anyone who has them can check that they are the ones meant.',
    doesNotProve: [
      'That what the bytes say is true.',
      'That they existed at the time of the decision, or that the agent had them.',
    ],
  },
};

/**
 * An item as a pack shows it, with what it does and does not prove.
 * @param trusted whether the service publishes the document that names the item; if not, everything in it
 * counts as supplied by a party, whatever it states.
 */
const buildPackEvidenceItem = (
  item: EvidenceItem | SuppliedEvidenceItem,
  namedBy: PackEvidenceItem['named_by'],
  trusted: boolean,
): PackEvidenceItem => {
  const provenance = trusted ? (item.provenance ?? 'supplied_by_party') : 'supplied_by_party';
  const kind = Object.hasOwn(meaningOfKind, item.kind) ? meaningOfKind[item.kind] : undefined;
  const statement = 'statement' in item ? item.statement : undefined;
  return {
    id: item.id,
    kind: item.kind,
    sha256: item.sha256,
    media_type: item.media_type ?? null,
    uri: item.uri ?? null,
    provenance,
    named_by: namedBy,
    proves: [general[provenance].proves, ...(kind?.proves === undefined ? [] : [kind.proves])],
    does_not_prove: [...general[provenance].doesNotProve, ...(kind === undefined ? [] : [kind.doesNotProve])],
    statement: statement === undefined ? null : buildSuppliedText(statement),
  };
};

export interface EvidenceSources {
  readonly receipt?: DecisionReceipt | undefined;
  readonly receiptSource?: ReceiptSource;
  readonly anchor?: AnchorEvidence | undefined;
  readonly dispute?: Dispute | undefined;
  readonly baseUrl: string;
}

/**
 * The items of a pack: the receipt, its anchor if it counts, the evidence that the receipt names and the evidence
 * that the claimant adds. Attested items come first, then those that parties supplied.
 */
export const buildEvidenceItems = (input: EvidenceSources, hash: Sha256Hex): PackEvidenceItem[] => {
  const { receipt, receiptSource = 'published_by_service', anchor, dispute, baseUrl } = input;
  const trusted = receiptSource === 'published_by_service';
  const items: PackEvidenceItem[] = [];
  if (receipt !== undefined) {
    items.push({
      id: 'decision-receipt',
      kind: 'decision_receipt',
      sha256: hash,
      media_type: 'application/json',
      uri: trusted ? baseUrl + receiptPaths.document(hash) : null,
      provenance: trusted ? 'attested' : 'supplied_by_party',
      named_by: 'service',
      proves: ['What was decided, about what, under which mandate and policy, as stated by the issuer of the receipt.'],
      does_not_prove: [
        'That the decision was right.',
        `That the agent named in it issued it: ${receipt.signatures === undefined ? 'the receipt is hashed, not signed' : 'a signature shows which key signed, not who holds it'}.`,
      ],
      statement: null,
    });
  }
  if (isAnchored(hash, anchor)) {
    items.push({
      id: 'anchor',
      kind: 'chain_anchor',
      sha256: hash,
      media_type: null,
      uri: `${baseUrl}/api/agent-acceptance-kit/anchors/${hash}`,
      provenance: 'attested',
      named_by: 'service',
      proves: [
        'If the chain confirms it: that the receipt hash existed when the block was made, so the receipt was not written later.',
      ],
      does_not_prove: ['That what the receipt says is true.', 'That the decision was made at the time it states.'],
      statement: null,
    });
  }
  const named = (receipt?.evidence_items ?? []).map((item) => buildPackEvidenceItem(item, 'receipt', trusted));
  const added = (dispute?.evidence_items ?? []).map((item) => buildPackEvidenceItem(item, 'claimant', false));
  const all = [...items, ...named, ...added];
  return [
    ...all.filter(({ provenance }) => provenance === 'attested'),
    ...all.filter(({ provenance }) => provenance === 'supplied_by_party'),
  ];
};
