import type { z } from 'zod';
import { EvidencePack } from '../adjudication/evidence-pack.ts';
import { RunReceipt } from '../adjudication/runner.ts';
import { WorkOrderPack } from '../adjudication/work-order-pack.ts';
import { AgentCard } from '../agent/agent-card.ts';
import { AnchorRecord } from '../anchors/anchor-record.ts';
import { DataManifest } from '../datasets/forms/data-manifest.ts';
import { IntakeReceipt } from '../intake.ts';
import { isJsonObject } from '../json/pointer.ts';
import { DecisionReceipt } from '../receipts/decision-receipt.ts';
import { schemaId } from '../vocabulary/service.ts';
import type { Timestamp } from '../vocabulary/timestamp.ts';
import { type SignedDocument, signedReceipt } from './check-signatures.ts';
import type { DocumentKind, LinkOptions, LinkResults } from './verification.ts';
import { checkAnchorRecordLinks, checkEvidencePackLinks } from './verify-evidence.ts';
import { checkRunReceiptLinks, checkWorkOrderPackLinks } from './verify-work-order.ts';

/** What a verifier has to know of one kind of document. Its functions take documents that satisfy the schema. */
export interface KindRules<Document = unknown> {
  readonly kind: DocumentKind;
  readonly schema: z.ZodType<Document>;
  /** The member that states the document’s own hash and is not part of the hashed object. */
  readonly hashMember?: string;
  /** The checks that every document of the kind gets beside those of all kinds. */
  readonly linkChecks?: readonly (keyof LinkResults)[];
  /** Whether a hash that was asked for is compared by a check of the kind, and not with the document’s own. */
  readonly linksHash?: boolean;
  checkLinks?(document: Document, options: LinkOptions): Promise<LinkResults> | LinkResults;
  /** The decision receipt that the document is or holds. Absent for a kind that holds none. */
  decision?(document: Document): DecisionReceipt | undefined;
  /**
   * What is signed, the document itself first. Absent for a kind that is never signed; in the others, the member
   * `signatures` is not part of the hashed object either.
   */
  signed?(document: Document, canonical: string, anchoredAt: Timestamp | undefined): readonly SignedDocument[];
}

/** A pack is judged with the receipt in it. An anchor is one of the receipt and says nothing of the pack. */
const signedPack = (pack: EvidencePack, canonical: string, anchoredAt: Timestamp | undefined): SignedDocument[] => {
  const receipt = pack.acceptance_decision?.receipt;
  const own: SignedDocument = {
    name: 'pack',
    signatures: pack.signatures,
    canonical,
    use: 'service',
    statedAt: receipt?.decided_at ?? pack.concordium_proofs.anchor?.finalized_at ?? undefined,
    anchoredAt: undefined,
  };
  return receipt === undefined ? [own] : [own, signedReceipt(receipt, anchoredAt)];
};

/** The rules of one kind, told apart from those of the others by its schema. */
const rulesOf = <Document>(rules: KindRules<Document>): KindRules => rules as KindRules;

const kinds: Readonly<Record<string, KindRules>> = {
  [schemaId('decision-receipt.schema')]: rulesOf({
    kind: 'decision_receipt',
    schema: DecisionReceipt,
    hashMember: 'receipt_hash_sha256',
    decision: (receipt) => receipt,
    signed: (receipt, canonical, anchoredAt) => [signedReceipt(receipt, anchoredAt, canonical)],
  }),
  [EvidencePack.shape.schema.value]: rulesOf({
    kind: 'evidence_pack',
    schema: EvidencePack,
    hashMember: 'pack_hash_sha256',
    linkChecks: ['linked_hashes', 'anchor_bytes', 'anchor_state'],
    linksHash: true,
    checkLinks: checkEvidencePackLinks,
    decision: ({ acceptance_decision }) => acceptance_decision?.receipt,
    signed: signedPack,
  }),
  [WorkOrderPack.shape.schema.value]: rulesOf({
    kind: 'work_order_pack',
    schema: WorkOrderPack,
    hashMember: 'pack_hash_sha256',
    linkChecks: ['linked_hashes', 'transition_chain'],
    checkLinks: checkWorkOrderPackLinks,
  }),
  [RunReceipt.shape.schema.value]: rulesOf({
    kind: 'runner_receipt',
    schema: RunReceipt,
    hashMember: 'runner_receipt_hash',
    linkChecks: ['linked_hashes', 'transition_chain'],
    checkLinks: checkRunReceiptLinks,
  }),
  [IntakeReceipt.shape.schema.value]: rulesOf({
    kind: 'intake_receipt',
    schema: IntakeReceipt,
    hashMember: 'receipt_hash_sha256',
    signed: ({ signatures, received_at }, canonical, anchoredAt) => [
      { name: 'receipt', signatures, canonical, use: 'service', statedAt: received_at, anchoredAt },
    ],
  }),
  [AnchorRecord.shape.schema.value]: rulesOf({
    kind: 'anchor_record',
    schema: AnchorRecord,
    linkChecks: ['linked_hashes', 'anchor_bytes', 'anchor_state'],
    linksHash: true,
    checkLinks: checkAnchorRecordLinks,
  }),
  [DataManifest.shape.schema.value]: rulesOf({
    kind: 'data_manifest',
    schema: DataManifest,
    hashMember: 'manifest_hash_sha256',
    signed: ({ signatures, version }, canonical, anchoredAt) => [
      { name: 'manifest', signatures, canonical, use: 'card', statedAt: `${version}T00:00:00Z`, anchoredAt },
    ],
  }),
};

const agentCard = rulesOf({
  kind: 'agent_card',
  schema: AgentCard,
  signed: ({ signatures }, canonical, anchoredAt) => [
    { name: 'card', signatures, canonical, use: 'card', statedAt: undefined, anchoredAt },
  ],
});

/**
 * The rules of the kind that the member `schema` of a value names. Without that member, a value with the list
 * `supportedInterfaces` is an agent card: A2A has no room for ours. Undefined when it is neither.
 */
export const findRules = (value: unknown): KindRules | undefined => {
  if (!isJsonObject(value)) return undefined;
  const { schema, supportedInterfaces } = value;
  if (schema === undefined) return Array.isArray(supportedInterfaces) ? agentCard : undefined;
  return typeof schema === 'string' && Object.hasOwn(kinds, schema) ? kinds[schema] : undefined;
};
