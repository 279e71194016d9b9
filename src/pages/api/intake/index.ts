import { z } from 'zod';
import { IntakeReceipt, IntakeRequest } from '../../../domain/intake.ts';
import { sha256Hex } from '../../../domain/json/hash.ts';
import { operation } from '../../../http/operation.ts';
import { resource } from '../../../http/resource.ts';

const IdempotencyKey = z.string().regex(/^[\x21-\x7e]{1,255}$/, 'expected 1 to 255 visible ASCII characters');

export const ALL = resource({
  POST: operation({
    id: 'submitIntake',
    tag: 'Intake',
    summary: 'Submit a public request',
    description:
      'Stores a request for the people who run this agent. The answer is sent only after the request is durable on disk. Members that the request does not have are ignored.',
    sideEffects: 'stores_request',
    auth: 'none',
    cors: true,
    limit: 'intake',
    headers: {
      'Idempotency-Key': {
        schema: IdempotencyKey,
        description:
          'Makes a repeat safe: the same key with the same body gets the first receipt again, for 24 hours. The same key of another client is another key (draft-ietf-httpapi-idempotency-key-header).',
      },
    },
    body: IntakeRequest,
    responses: {
      201: {
        description: 'The request is stored.',
        schema: IntakeReceipt,
        headers: {
          Location: 'Where the status of the request can be read.',
          'Idempotent-Replayed':
            '`true` when this is the receipt of an earlier request with the same `Idempotency-Key`; absent otherwise.',
        },
      },
    },
    errors: ['request_in_progress', 'idempotency_key_reused', 'storage_unavailable'],
    async handle({ body, headers, sent, client }, app) {
      const key = headers['Idempotency-Key'];
      const { receipt, replayed } = await app.intake.submit(
        body,
        key === undefined ? undefined : { key, client, requestSha256: sha256Hex(sent()) },
      );
      const replay = replayed ? { 'Idempotent-Replayed': 'true' } : {};
      return { status: 201, body: receipt, headers: { Location: receipt.status_url, ...replay } };
    },
  }),
});
