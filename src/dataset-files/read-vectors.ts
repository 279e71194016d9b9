import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestVectorIndex } from '../domain/verification/test-vector.ts';

/** The folder of the test vectors for verifiers, which are published byte for byte. */
const VECTORS_FOLDER = 'datasets/vectors';

/**
 * The files of the test vectors by name, including the index.
 * @param root folder that holds `datasets/`.
 * @throws Error when the index is invalid or does not name exactly the other files.
 */
export const readTestVectors = (root: string): ReadonlyMap<string, Uint8Array<ArrayBuffer>> => {
  const folder = join(root, VECTORS_FOLDER);
  const files = new Map(
    readdirSync(folder)
      .toSorted()
      .map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]),
  );
  const index = TestVectorIndex.parse(JSON.parse(new TextDecoder().decode(files.get('index.json'))));
  const named = new Set([
    'index.json',
    ...index.vectors.flatMap(({ input, keys = input, receipts = [] }) => [input, keys, ...receipts]),
  ]);
  const missing = [...named].filter((name) => !files.has(name));
  const unnamed = [...files.keys()].filter((name) => !named.has(name));
  if (missing.length > 0 || unnamed.length > 0) {
    throw new Error(
      `${VECTORS_FOLDER}/index.json and the files beside it differ; missing: ${missing.join(', ') || 'none'}; not named: ${unnamed.join(', ') || 'none'}. Run node test/vectors/generate.mjs`,
    );
  }
  return files;
};
