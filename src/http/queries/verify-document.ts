import { z } from 'zod';
import type { App } from '../../app.ts';
import { sha256Hex } from '../../domain/json/hash.ts';
import { isJsonObject } from '../../domain/json/pointer.ts';
import { Sha256Hex } from '../../domain/json/sha256.ts';
import { knownKeys } from '../../domain/keys/public-key.ts';
import { Verification } from '../../domain/verification/verification.ts';
import { verifyText } from '../../domain/verification/verify.ts';
import { operation } from '../operation.ts';
import { forAgents } from './run-query.ts';

/** Verifies the text of a document with the keys that this service publishes. */
export const verifyWithOwnKeys = (
  text: string,
  receiptHash: Sha256Hex | undefined,
  { config, keys }: Pick<App, 'config' | 'keys'>,
): Promise<Verification> =>
  verifyText(text, {
    sha256: sha256Hex,
    receiptHash,
    keys: async () => knownKeys(await keys.list(), { by: 'address', address: config.siteUrl }),
  });

/** It has no address: elsewhere, people verify the document that they have. */
export const verifyDocumentOperation = operation({
  id: 'verifyDocument',
  tag: 'Adjudication',
  summary: 'Verify a document',
  description:
    'Use it for a document that somebody gave you: checks a receipt, a pack, a run or a card, with the keys that this service publishes, and answers apart: is it intact, from whom is it, since when does it exist; and of a decision, whether it keeps to its mandate.',
  ...forAgents('The checks and their results.', Verification),
  body: z.strictObject({
    document: z
      .unknown()
      .refine(isJsonObject, 'expected an object')
      .meta({ description: 'The document, a JSON object.' }),
    receipt_hash_sha256: Sha256Hex.optional().meta({ description: 'The hash that it should have.' }),
  }),
  handle: async ({ body: { document, receipt_hash_sha256: hash } }, app) => ({
    status: 200,
    body: await verifyWithOwnKeys(JSON.stringify(document), hash, app),
  }),
});
