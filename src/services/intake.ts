import {
  acceptIntake,
  buildIntakeStatus,
  buildIntakeSummary,
  type IntakeReceipt,
  type IntakeRequest,
  type IntakeStatusDocument,
  type IntakeSummary,
} from '../domain/intake.ts';
import { sha256Hex } from '../domain/json/hash.ts';
import { ServiceError } from '../domain/vocabulary/errors.ts';
import type { IntakeStore } from '../storage/intake.ts';

/** The bytes that one request body may have (SPEC.md §2.14): 64 KiB. */
export const REQUEST_BYTES_MAX = 65_536;

/** How long a summary may be answered from memory, in milliseconds. */
const SUMMARY_AGE_MS = 2_000;
/** Receipts of requests that filled the honeypot; the oldest gives way. */
const DECOYS_MAX = 1_000;

/** An idempotency key with the body it came with, both as sent. */
export interface IdempotentRequest {
  readonly key: string;
  readonly requestBytes: Uint8Array;
}

/** Intake as the endpoints and pages use it: takes requests, tells their status, counts them. */
export const intakeService = (
  store: IntakeStore,
  { now, newId, siteUrl }: { now: () => Date; newId: () => string; siteUrl: string },
) => {
  const running = new Set<string>();
  const decoys = new Map<string, IntakeStatusDocument>();
  let summary: { readonly at: number; readonly document: Promise<IntakeSummary> } | undefined;

  const readSummary = async (): Promise<IntakeSummary> => {
    const { rows, lastReceivedAt } = await store.counts();
    return buildIntakeSummary(rows, {
      lastReceivedAt,
      now: now(),
      accepting: true,
      requestBytesMax: REQUEST_BYTES_MAX,
    });
  };

  return {
    /**
     * Stores a request; it is on disk when this resolves. With an idempotency key that was used
     * with the same body, the first receipt comes back and nothing is stored.
     * @throws ServiceError request_in_progress, idempotency_key_reused, storage_unavailable
     */
    async submit(request: IntakeRequest, idempotent?: IdempotentRequest): Promise<IntakeReceipt> {
      const { record, receipt } = acceptIntake(request, { id: newId(), now: now(), siteUrl });
      if (!idempotent) {
        await store.add({ record, receipt });
        return receipt;
      }
      const keySha256 = sha256Hex(idempotent.key);
      if (running.has(keySha256)) {
        throw new ServiceError('request_in_progress', 'A request with this Idempotency-Key is being stored.', {
          headers: { 'Retry-After': '1' },
        });
      }
      running.add(keySha256);
      try {
        const outcome = await store.add({
          record,
          receipt,
          idempotency: { keySha256, requestSha256: sha256Hex(idempotent.requestBytes) },
        });
        if (outcome.kind !== 'key_reused') return outcome.receipt;
        throw new ServiceError('idempotency_key_reused', 'This Idempotency-Key was used with another body.', {
          errors: [
            {
              pointer: '',
              in: 'header',
              name: 'Idempotency-Key',
              code: 'reused',
              detail: 'use a new key for a new request',
            },
          ],
        });
      } finally {
        running.delete(keySha256);
      }
    },

    /** Answers like {@link submit} and stores nothing: for requests that only a robot sends. */
    decoy(request: IntakeRequest): IntakeReceipt {
      const { record, receipt } = acceptIntake(request, { id: newId(), now: now(), siteUrl });
      if (decoys.size >= DECOYS_MAX) decoys.delete(decoys.keys().next().value!);
      decoys.set(record.id, buildIntakeStatus(record, [], siteUrl));
      return receipt;
    },

    /** The public status of a request, or undefined. */
    async find(id: string): Promise<IntakeStatusDocument | undefined> {
      const decoy = decoys.get(id);
      if (decoy) return decoy;
      const found = await store.find(id);
      return found && buildIntakeStatus(found.record, found.changes, siteUrl);
    },

    /** Counts of all requests, at most two seconds old. */
    summary(): Promise<IntakeSummary> {
      const at = now().getTime();
      if (!summary || at - summary.at > SUMMARY_AGE_MS) {
        const document = readSummary();
        document.catch(() => (summary = undefined));
        summary = { at, document };
      }
      return summary.document;
    },
  };
};
