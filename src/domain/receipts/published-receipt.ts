import { z } from 'zod';
import { canonicalText } from '../json/canonical-json.ts';
import { Sha256Hex } from '../json/sha256.ts';
import { Identifier } from '../vocabulary/identifier.ts';
import { brand, schemaId } from '../vocabulary/service.ts';
import { Count } from '../vocabulary/terms.ts';
import { Timestamp } from '../vocabulary/timestamp.ts';
import {
  Decision,
  DecisionReceipt,
  isDemonstration,
  RECEIPT_TEXT,
  receiptPreimage,
  receiptWithoutHash,
} from './decision-receipt.ts';
import { receiptPagePath } from './receipt-page.ts';

/** A receipt with the hash that identifies it. */
export interface PublishedReceipt {
  readonly hash: Sha256Hex;
  readonly receipt: DecisionReceipt;
}

/** Receipts by the time of their decisions, the latest first. */
export const newestFirst = (receipts: readonly PublishedReceipt[]): PublishedReceipt[] =>
  receipts.toSorted((a, b) => Date.parse(b.receipt.decided_at) - Date.parse(a.receipt.decided_at));

/** Where published receipts are, relative to the base address. */
export const receiptPaths = {
  index: '/data/decision-receipts/index.json',
  document: (hash: Sha256Hex) => `/data/decision-receipts/${hash}.json`,
  canonical: (hash: Sha256Hex) => `/data/decision-receipts/canonical/${hash}.json`,
  evidencePack: (hash: Sha256Hex | '') => `/api/${brand.adjudicator}/evidence/agent-acceptance/${hash}`,
  page: receiptPagePath,
  badge: (hash: Sha256Hex) => `/badge/receipt/${hash}.svg`,
  picture: (hash: Sha256Hex) => `/receipts/pictures/${hash}.png`,
} as const;

/** A receipt as it is published: it states its own hash. */
export const buildReceiptDocument = ({ hash, receipt }: PublishedReceipt): DecisionReceipt => ({
  ...receiptWithoutHash(receipt),
  receipt_hash_sha256: hash,
});

/** The text whose SHA-256 is the hash of the receipt, exactly: without a final line break. */
export const receiptCanonicalText = ({ receipt }: PublishedReceipt): string => canonicalText(receiptPreimage(receipt));

/** /data/decision-receipts/index.json */
export const ReceiptIndex = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId('decision-receipts')),
    how_to_check: z.string().meta({ description: 'How to recompute the hash of a receipt.' }),
    count: Count,
    receipts: z.array(
      z.object({
        receipt_hash_sha256: Sha256Hex,
        receipt_id: Identifier,
        decision: Decision,
        decided_at: Timestamp,
        demonstration: z
          .boolean()
          .meta({ description: 'Whether the receipt is a made-up example of something that did not take place.' }),
        address: z.url().meta({ description: 'The receipt.' }),
        canonical_text: z.url().meta({ description: 'The bytes whose SHA-256 is the hash.' }),
        evidence_pack: z.url().meta({ description: 'The evidence pack for the receipt.' }),
        badge: z.url().meta({ description: 'A picture for other sites, which says nothing of an anchor.' }),
      }),
    ),
  })
  .meta({
    id: schemaId('decision-receipts'),
    title: 'Decision receipts',
    description: 'The decision receipts that are published here, by their hashes.',
  });
export type ReceiptIndex = z.infer<typeof ReceiptIndex>;

/** @param options.baseUrl the configured base address, without a slash at its end. */
export const buildReceiptIndex = (
  receipts: readonly PublishedReceipt[],
  { baseUrl }: { baseUrl: string },
): ReceiptIndex => ({
  ok: true,
  schema: schemaId('decision-receipts'),
  how_to_check: `Compute the SHA-256 of the bytes at canonical_text. To make these bytes yourself, ${RECEIPT_TEXT}.`,
  count: receipts.length,
  receipts: receipts.map(({ hash, receipt }) => ({
    receipt_hash_sha256: hash,
    receipt_id: receipt.receipt_id,
    decision: receipt.decision,
    decided_at: receipt.decided_at,
    demonstration: isDemonstration(receipt),
    address: baseUrl + receiptPaths.document(hash),
    canonical_text: baseUrl + receiptPaths.canonical(hash),
    evidence_pack: baseUrl + receiptPaths.evidencePack(hash),
    badge: baseUrl + receiptPaths.badge(hash),
  })),
});
