import { z } from 'zod';
import { sha256Hex } from '../../domain/json/hash.ts';
import { isJsonObject } from '../../domain/json/json-object.ts';
import { Sha256Hex } from '../../domain/json/sha256.ts';
import { knownKeys } from '../../domain/keys/known-key.ts';
import { Verification } from '../../domain/verification/verification.ts';
import { verifyDocument } from '../../domain/verification/verify.ts';
import { operation } from '../operation.ts';

/** Verifies a document with the keys that this service publishes. It has no address: elsewhere, whoever has a document verifies it. */
export const verifyDocumentOperation = operation({
  id: 'verifyDocument',
  tag: 'Adjudication',
  summary: 'Verify a document',
  sideEffects: 'none',
  auth: 'none',
  cors: true,
  body: z.strictObject({
    document: z.unknown().refine(isJsonObject, 'expected an object'),
    receipt_hash_sha256: Sha256Hex.optional(),
  }),
  responses: { 200: { description: 'The checks and their results.', schema: Verification } },
  async handle({ body }, { config, keys }) {
    const verification = await verifyDocument(body.document, {
      sha256: sha256Hex,
      receiptHash: body.receipt_hash_sha256,
      keys: async () => knownKeys(await keys.list(), { by: 'address', address: config.siteUrl }),
    });
    return { status: 200, body: verification };
  },
});
