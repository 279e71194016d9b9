import { z } from 'zod';
import { Sha256Hex } from '../json/sha256.ts';
import { Coverage } from '../receipts/mandate-scope.ts';
import { schemaId } from '../vocabulary/service.ts';
import { Identifier } from '../vocabulary/text.ts';
import { Timestamp } from '../vocabulary/timestamp.ts';
import { Check, CheckId, DocumentKind, Verification } from './verification.ts';

/** One test of a verifier: an input, the expected result, and the rule that it tests. */
export const TestVector = z.object({
  name: Identifier,
  kind: DocumentKind.or(z.literal('other')).meta({
    description: 'The kind of the input, or of the document that it was made from.',
  }),
  rule: z.string().meta({ description: 'The rule that the vector tests.' }),
  clause: z
    .string()
    .regex(/^\d+\.\d+( [a-z][a-z0-9_]*)?( \d+)?$/)
    .meta({
      description:
        'The clause of the specification that it holds: a section and, where it has them, the list or row and the number in it.',
    }),
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
  receipts: z
    .array(z.string().regex(/^[a-z0-9-]+\.(json|txt)$/))
    .optional()
    .meta({ description: 'File names of further receipts that are given with the input, for its mandate.' }),
  expected: z.object({
    outcome: Verification.shape.outcome,
    hash_sha256: Sha256Hex.nullable().meta({
      description: 'The actual hash of the document, whichever hash it states.',
    }),
    checks: z.partialRecord(CheckId, Check.shape.result).meta({ description: 'The result of each check.' }),
    mandate: Coverage.nullable().optional().meta({
      description: 'What the mandate of the decision comes to, where it is stated; null where none is judged.',
    }),
  }),
});

export type TestVector = z.infer<typeof TestVector>;

/** Whether a verifier must refuse the input: say that it fails, or that it is no document it can use. */
export const isRefused = ({ expected: { outcome } }: TestVector): boolean =>
  outcome === 'fail' || outcome === 'unusable';

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
