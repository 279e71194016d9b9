import { acceptIntake, intakeReceiptPreimage } from '../domain/accept-intake.ts';
import {
  buildIntakeStatus,
  type IntakeReceipt,
  type IntakeRequest,
  type IntakeStatusDocument,
  isOverdue,
} from '../domain/intake.ts';
import { answersSince, buildIntakeSummary, type IntakeSummary, summaryDays } from '../domain/intake-summary.ts';
import { canonicalText } from '../domain/json/canonical-json.ts';
import { sha256Hex } from '../domain/json/hash.ts';
import type { Sha256Hex } from '../domain/json/sha256.ts';
import type { Signature } from '../domain/keys/signature.ts';
import { ServiceError } from '../domain/vocabulary/errors.ts';
import type { IntakeStore } from '../storage/intake.ts';

/** The maximum age of a cached summary, in milliseconds. */
const SUMMARY_AGE_MS = 2_000;
/** An idempotency key as sent, with the SHA-256 of the body of its request as sent. The same key of another client is another key. */
export interface IdempotentRequest {
  readonly key: string;
  /** The client as limits count it (SPEC.md §2.15); only a hash over it and the key is stored. */
  readonly client: string;
  readonly requestSha256: Sha256Hex;
  /** The conversation that the sender counts the request to; part of what is hashed. */
  readonly contextId?: string | undefined;
}

/** What a client gets for its request. */
export interface Submitted {
  readonly receipt: IntakeReceipt;
  /** Whether it is the receipt of an earlier request with the same idempotency key. */
  readonly replayed: boolean;
}

/** The intake: stores requests, reports their status and counts them. */
export const intakeService = (
  store: IntakeStore,
  {
    now,
    newId,
    siteUrl,
    answerDays,
    signText,
    signsSince,
    takesWrites,
  }: {
    now: () => Date;
    newId: () => string;
    siteUrl: string;
    /** The days within which a request is promised an answer; 0 for no promise. */
    answerDays: number;
    /** Signs a canonical text with the key of the service. */
    signText: (canonical: string, at: Date) => Promise<Signature>;
    /** The time from which that key is valid, RFC 3339. */
    signsSince: string;
    /** Whether the store can take writes. */
    takesWrites: () => Promise<boolean>;
  },
) => {
  const running = new Set<string>();
  let summary: { readonly from: number; until: number; readonly document: Promise<IntakeSummary> } | undefined;

  /** The record to store, and its receipt, signed at the time that it states. */
  const prepare = async (request: IntakeRequest, contextId?: string) => {
    const at = now();
    const { record, receipt, canonical } = acceptIntake(request, {
      id: newId(),
      now: at,
      siteUrl,
      answerDays,
      contextId,
    });
    return { record, receipt: { ...receipt, signatures: [await signText(canonical, at)] } };
  };

  /** Counts now. The counts are kept for two seconds, but not beyond a time at which a request becomes overdue. */
  const readSummary = (at: Date) => {
    const kept = {
      from: at.getTime(),
      until: at.getTime() + SUMMARY_AGE_MS,
      document: Promise.all([
        store.counts(summaryDays(at)[0]!, at.toISOString(), answersSince(at)),
        takesWrites(),
      ]).then(([counts, accepting]) => {
        if (counts.nextDueAt !== undefined) kept.until = Math.min(kept.until, Date.parse(counts.nextDueAt));
        return buildIntakeSummary(counts, at, accepting);
      }),
    };
    return kept;
  };

  const service = {
    /**
     * Stores a request; it is on disk when this resolves. If its idempotency key was used with the
     * same body, returns the first receipt and stores nothing.
     * @throws ServiceError request_in_progress, idempotency_key_reused, storage_unavailable
     */
    async submit(request: IntakeRequest, idempotent?: IdempotentRequest): Promise<Submitted> {
      if (!idempotent) {
        const prepared = await prepare(request);
        await store.add(prepared);
        return { receipt: prepared.receipt, replayed: false };
      }
      const keySha256 = sha256Hex(`${idempotent.client} ${idempotent.key}`);
      if (running.has(keySha256)) {
        throw new ServiceError('request_in_progress', 'A request with this Idempotency-Key is being stored.', {
          retryAfterSeconds: 1,
        });
      }
      running.add(keySha256);
      try {
        const outcome = await store.add({
          ...(await prepare(request, idempotent.contextId)),
          idempotency: { keySha256, requestSha256: idempotent.requestSha256 },
        });
        if (outcome.kind !== 'key_reused') return { receipt: outcome.receipt, replayed: outcome.kind === 'replayed' };
        throw new ServiceError('idempotency_key_reused', 'This Idempotency-Key was used with another body.', {
          errors: [
            {
              pointer: '',
              in: 'header',
              name: 'Idempotency-Key',
              code: 'reused',
              detail: 'expected a new key for a new request',
            },
          ],
        });
      } finally {
        running.delete(keySha256);
      }
    },

    /** The public status of a request and its conversation, by default the request alone; or undefined. */
    async findInContext(id: string): Promise<{ status: IntakeStatusDocument; contextId: string } | undefined> {
      const found = await store.find(id);
      if (!found) return undefined;
      const status = buildIntakeStatus(found, { siteUrl, now: now().toISOString() });
      return { status, contextId: found.record.context_id ?? id };
    },

    /** The public status of a request, or undefined. */
    find: async (id: string): Promise<IntakeStatusDocument | undefined> => (await service.findInContext(id))?.status,

    /**
     * The receipt of a request as it was sent, signed as of then. Undefined where the key of the service is newer, or the text
     * is deleted: its hash is not published any more.
     */
    async receiptOf(status: IntakeStatusDocument): Promise<IntakeReceipt | undefined> {
      const { id, kind, received_at, answer_by, body_sha256, receipt_hash_sha256 } = status;
      if (body_sha256 === undefined || received_at < signsSince) return undefined;
      const preimage = intakeReceiptPreimage({ id, kind, received_at, answer_by, body_sha256 }, siteUrl);
      const canonical = canonicalText(preimage);
      // A receipt of an earlier address cannot be made again.
      if (sha256Hex(canonical) !== receipt_hash_sha256) return undefined;
      return { ...preimage, receipt_hash_sha256, signatures: [await signText(canonical, new Date(received_at))] };
    },

    /**
     * At most `limit` open requests, oldest first, from the one at this place on, for everybody to see. Of an id it gives the first 8
     * of 24 characters: people who have the whole one recognise it, and 80 random bits stay unknown to others (SPEC.md §4.5).
     */
    async open(from: number, limit: number) {
      const rows = await store.open(from, limit);
      const at = now().toISOString();
      return rows.map(({ id, status, ...row }) => ({
        ...row,
        id_begins: id.slice(0, 8),
        overdue: isOverdue({ status, due_at: row.due_at }, at),
      }));
    },

    /** Counts of all requests, at most two seconds old; what is overdue is counted to the millisecond. */
    summary(): Promise<IntakeSummary> {
      const at = now();
      // A clock may also be moved back.
      if (!summary || at.getTime() > summary.until || at.getTime() < summary.from) {
        summary = readSummary(at);
        summary.document.catch(() => (summary = undefined));
      }
      return summary.document;
    },
  };
  return service;
};
