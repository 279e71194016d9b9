import { z } from 'zod';
import { Sha256Hex } from '../json/sha256.ts';
import { Identifier } from '../vocabulary/identifier.ts';
import { schemaId } from '../vocabulary/service.ts';
import { Check, CheckId, type Digest, DocumentKind, Verification } from './verification.ts';
import { verifyText } from './verify.ts';

/** One test of a verifier: an input, what a verifier must find, and the rule that this tries. */
export const TestVector = z.object({
  name: Identifier,
  kind: DocumentKind.or(z.literal('other')).meta({ description: 'What the input is, or was made from.' }),
  rule: z.string().meta({ description: 'The rule that the vector tries.' }),
  input: z
    .string()
    .regex(/^[a-z0-9-]+\.(json|txt)$/)
    .meta({ description: 'File name of the input, beside the index. `.txt` where the bytes are not JSON.' }),
  receipt_hash_sha256: Sha256Hex.nullable().meta({
    description: 'The receipt hash that the verifier is asked for, if any.',
  }),
  expected: z.object({
    outcome: Verification.shape.outcome,
    hash_sha256: Sha256Hex.nullable().meta({ description: 'The hash that the document has, whatever it states.' }),
    checks: z
      .partialRecord(CheckId, Check.shape.result)
      .meta({ description: 'The result of each check that is made.' }),
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
    description: 'Inputs for a verifier of receipts, packs and runner receipts, each with what has to be found.',
  });
export type TestVectorIndex = z.infer<typeof TestVectorIndex>;

/** How our verification of the input differs from what the vector expects; empty when it does not. */
export const checkTestVector = async (vector: TestVector, input: Uint8Array, sha256: Digest): Promise<string[]> => {
  const { outcome, hash_sha256, checks } = await verifyText(input, {
    sha256,
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
