import { type IntakeReceipt, type IntakeRecord, type IntakeRequest, intakeStatusPath } from './intake.ts';
import { canonicalText } from './json/canonical-json.ts';
import { sha256Hex } from './json/hash.ts';
import { schemaId } from './vocabulary/service.ts';
import { daysAfter } from './vocabulary/timestamp.ts';

/** What the hash of a receipt covers: the receipt without the hash and without signatures (SPEC.md §4.2). */
export const intakeReceiptPreimage = (
  {
    id,
    kind,
    received_at,
    answer_by,
    body_sha256,
  }: Pick<IntakeRecord, 'id' | 'kind' | 'received_at' | 'body_sha256'> & { answer_by?: string | null | undefined },
  siteUrl: string,
) =>
  ({
    ok: true,
    schema: schemaId('intake-receipt'),
    id,
    status: 'received',
    kind,
    received_at,
    ...(answer_by ? { answer_by } : {}),
    body_sha256,
    status_url: siteUrl + intakeStatusPath(id),
  }) as const;

/**
 * Makes the record to store, the receipt to send, and the canonical text behind its hash. Stores nothing.
 * @param answerDays the days of 24 hours within which an answer is promised; 0 for no promise.
 */
export const acceptIntake = (
  request: IntakeRequest,
  {
    id,
    now,
    siteUrl,
    answerDays,
    contextId,
  }: { id: string; now: Date; siteUrl: string; answerDays: number; contextId?: string | undefined },
): { record: IntakeRecord; receipt: IntakeReceipt; canonical: string } => {
  const received_at = now.toISOString();
  const answer_by = answerDays === 0 ? null : daysAfter(received_at, answerDays);
  const facts = { id, kind: request.kind, received_at, answer_by, body_sha256: sha256Hex(request.body) };
  const preimage = intakeReceiptPreimage(facts, siteUrl);
  const canonical = canonicalText(preimage);
  const receipt = { ...preimage, receipt_hash_sha256: sha256Hex(canonical) };
  return {
    receipt,
    canonical,
    record: {
      id,
      kind: request.kind,
      from: request.from ?? null,
      contact: request.contact ?? null,
      body: request.body,
      received_at,
      answer_by,
      due_at: answer_by,
      body_sha256: receipt.body_sha256,
      receipt_hash_sha256: receipt.receipt_hash_sha256,
      status: 'received',
      deleted_at: null,
      decision_receipt_hash_sha256: null,
      context_id: contextId ?? null,
    },
  };
};
