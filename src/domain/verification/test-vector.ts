import { z } from 'zod';
import { Sha256Hex } from '../json/sha256.ts';
import { readKeys } from '../keys/keys-document.ts';
import { type KnownKey, knownKeys } from '../keys/public-key.ts';
import { schemaId } from '../vocabulary/service.ts';
import { Identifier } from '../vocabulary/text.ts';
import { Timestamp } from '../vocabulary/timestamp.ts';
import { Check, CheckId, DocumentKind, Verification } from './verification.ts';
import { verifyText } from './verify.ts';

/** One test of a verifier: an input, the expected result, and the rule that it tests. */
export const TestVector = z.object({
  name: Identifier,
  kind: DocumentKind.or(z.literal('other')).meta({
    description: 'The kind of the input, or of the document that it was made from.',
  }),
  rule: z.string().meta({ description: 'The rule that the vector tests.' }),
  input: z
    .string()
    .regex(/^[a-z0-9-]+\.(json|txt)$/)
    .meta({ description: 'File name of the input, in the folder of the index. `.txt` when the bytes are not JSON.' }),
  receipt_hash_sha256: Sha256Hex.nullable().meta({
    description: 'The receipt hash that the verifier is asked to check, if any.',
  }),
  keys: z
    .string()
    .regex(/^[a-z0-9-]+\.json$/)
    .optional()
    .meta({
      description: 'File name of the keys at hand, beside the index. A list that has to be refused gives none.',
    }),
  anchored_at: Timestamp.optional().meta({
    description: 'Block time of a finalized anchor of the receipt hash on mainnet or testnet, as seen at a node.',
  }),
  expected: z.object({
    outcome: Verification.shape.outcome,
    hash_sha256: Sha256Hex.nullable().meta({
      description: 'The actual hash of the document, whichever hash it states.',
    }),
    checks: z.partialRecord(CheckId, Check.shape.result).meta({ description: 'The result of each check.' }),
  }),
});
export type TestVector = z.infer<typeof TestVector>;

/** The index of the published test vectors. */
export const TestVectorIndex = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId('test-vectors')),
    about: z.string(),
    vectors: z.array(TestVector),
  })
  .meta({
    id: schemaId('test-vectors'),
    title: 'Test vectors',
    description: 'Inputs for a verifier of receipts, packs and runner receipts, each with the expected result.',
  });
export type TestVectorIndex = z.infer<typeof TestVectorIndex>;

const openKeys = async (name: string, text: Uint8Array): Promise<KnownKey[]> => {
  const { keys } = await readKeys(JSON.parse(new TextDecoder().decode(text)));
  return knownKeys(keys, { by: 'file', name });
};

/**
 * The differences between our verification of the input and the result that the vector expects; empty when there are none.
 * @param read gives the bytes of a file in the folder of the index.
 */
export const checkTestVector = async (
  vector: TestVector,
  read: (file: string) => Promise<Uint8Array> | Uint8Array,
): Promise<string[]> => {
  const { outcome, hash_sha256, checks } = await verifyText(await read(vector.input), {
    keys: vector.keys === undefined ? [] : await openKeys(vector.keys, await read(vector.keys)),
    anchoredAt: vector.anchored_at,
    receiptHash: vector.receipt_hash_sha256 ?? undefined,
  });
  const found: Record<string, string | undefined> = Object.fromEntries(checks.map(({ id, result }) => [id, result]));
  const { expected } = vector;
  const differences = CheckId.options
    .filter((id) => expected.checks[id] !== found[id])
    .map((id) => `${id}: expected ${expected.checks[id] ?? 'no such check'}, found ${found[id] ?? 'no such check'}`);
  if (expected.outcome !== outcome) differences.push(`outcome: expected ${expected.outcome}, found ${outcome}`);
  if (expected.hash_sha256 !== hash_sha256)
    differences.push(`hash: expected ${expected.hash_sha256}, found ${hash_sha256}`);
  return differences;
};
