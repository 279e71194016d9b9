import { z } from 'zod';
import { readTestVectors } from '../../../dataset-files/read-vectors.ts';
import { TestVector, TestVectorIndex } from '../../../domain/verification/test-vector.ts';
import { documentFiles } from '../../../http/document.ts';

export const { GET, getStaticPaths } = documentFiles(
  [
    {
      id: 'listTestVectors',
      tag: 'Adjudication',
      summary: 'Test vectors for verifiers',
      description: 'Inputs for a verifier of receipts, packs and runner receipts, each with what it has to find.',
      schema: TestVectorIndex,
      params: { file: 'index.json' },
    },
    {
      id: 'getTestVector',
      tag: 'Adjudication',
      summary: 'The input of one test vector',
      description: 'The bytes that a verifier is given. Many of them are wrong on purpose; some are no JSON at all.',
      schema: z.unknown(),
      mediaType: ['application/json', 'application/octet-stream'],
      params: {},
      parameters: { file: { schema: TestVector.shape.input, description: 'The `input` of the vector, or its `keys`.' } },
    },
  ],
  async () => [...readTestVectors(process.cwd())].map(([file, bytes]) => ({ params: { file }, content: () => bytes })),
);
