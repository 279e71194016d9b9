import { z } from 'zod';
import { sha256Hex } from '../json/hash.ts';
import { Sha256Hex } from '../json/sha256.ts';
import { amountText } from '../vocabulary/currency.ts';
import { ServiceError } from '../vocabulary/errors.ts';
import { brand, schemaId } from '../vocabulary/service.ts';
import { Count } from '../vocabulary/terms.ts';
import { Identifier, RANDOM_ID_PATTERN } from '../vocabulary/text.ts';
import { Timestamp } from '../vocabulary/timestamp.ts';
import { capitalized } from '../vocabulary/words.ts';
import {
  Decision,
  DecisionReceipt,
  isDemonstration,
  RECEIPT_TEXT,
  receiptCanonicalText,
  receiptPagePath,
  receiptWithoutHash,
} from './decision-receipt.ts';

/** A receipt with the hash that identifies it. */
export interface PublishedReceipt {
  readonly hash: Sha256Hex;
  readonly receipt: DecisionReceipt;
}

/** Receipts by the time of their decisions, the latest first. */
export const newestFirst = <One extends PublishedReceipt>(receipts: readonly One[]): One[] =>
  receipts.toSorted((a, b) => Date.parse(b.receipt.decided_at) - Date.parse(a.receipt.decided_at));

/** Where published receipts are, relative to the base address. */
export const receiptPaths = {
  index: '/data/decision-receipts/index.json',
  document: (hash: Sha256Hex) => `/data/decision-receipts/${hash}.json`,
  canonical: (hash: Sha256Hex) => `/data/decision-receipts/canonical/${hash}.json`,
  evidencePack: (hash: Sha256Hex | '') => `/api/${brand.adjudicator}/evidence/agent-acceptance/${hash}`,
  exhibit: (hash: Sha256Hex) => `${receiptPaths.evidencePack(hash)}.txt`,
  page: receiptPagePath,
  badge: (hash: Sha256Hex) => `/badge/receipt/${hash}.svg`,
} as const;

/** A receipt as it is published: it states its own hash. */
export const buildReceiptDocument = ({ hash, receipt }: PublishedReceipt): DecisionReceipt => ({
  ...receiptWithoutHash(receipt),
  receipt_hash_sha256: hash,
});

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

/** What was decided about, as a receipt names it. */
export type Subject = DecisionReceipt['subject'];

const REQUEST_KIND = 'request';

/** The subject of a decision about an intake request (SPEC.md §7.4): its id, and the hash of its text. */
export const subjectOfRequest = ({ id, body_sha256 }: { id: string; body_sha256: string }): Subject => ({
  kind: REQUEST_KIND,
  reference: id,
  sha256: body_sha256,
});

/** The id of the intake request that the receipt itself names as its subject, if it names one. */
export const findRequestId = ({ subject }: Pick<DecisionReceipt, 'subject'>): string | undefined =>
  subject.kind === REQUEST_KIND && RANDOM_ID_PATTERN.test(subject.reference) ? subject.reference : undefined;

/** What was decided about: as the mandate names the item, of a request the beginning of its id, else its reference. */
const nameSubject = ({ subject, mandate }: DecisionReceipt): string => {
  const id = findRequestId({ subject });
  if (id !== undefined) return `a public request, ${id.slice(0, 8)}…`;
  const items = mandate.constraints.flatMap((bound) => (bound.type === 'checkout.line_items' ? bound.items : []));
  const named = items.flatMap((item) => item.acceptable_items).find((item) => item.id === subject.reference);
  return named?.title ?? subject.reference;
};

/** The name of a receipt wherever people meet it, by what it says itself: `Accepted: Desk lamp, EUR 129.00`. */
export const receiptTitle = (receipt: DecisionReceipt): string => {
  const { decision, terms } = receipt;
  const amount = terms ? `, ${amountText(terms.amount_minor, terms.currency)}` : '';
  return `${capitalized(decision)}: ${nameSubject(receipt)}${amount}`;
};

/**
 * The hash that identifies a receipt: of the receipt without its own hash member and its signatures (SPEC.md §3.4).
 * @throws ServiceError `invalid_request` when the receipt states a wrong hash.
 */
export const receiptHash = (receipt: DecisionReceipt, pointer = ''): Sha256Hex => {
  const hash = sha256Hex(receiptCanonicalText(receipt));
  if (receipt.receipt_hash_sha256 !== undefined && receipt.receipt_hash_sha256 !== hash) {
    throw new ServiceError('invalid_request', 'The hash stated in the receipt is not its hash.', {
      errors: [
        {
          pointer: `${pointer}/receipt_hash_sha256`,
          code: 'hash_mismatch',
          detail: 'expected the hash of the receipt without this member and without signatures',
        },
      ],
    });
  }
  return hash;
};
