import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalText } from '../../src/domain/json/canonical-json.ts';
import { type TestVector, TestVectorIndex } from '../../src/domain/verification/test-vector.ts';
import { mutateDocument } from './mutated-documents.ts';
import type { VerifierInput } from './python-verifier.ts';
import { type Draw, drawFrom } from './seeded-draw.ts';

export const vectorsFolder = join(import.meta.dirname, '../../datasets/vectors');

export const readVectorFile = (name: string): Buffer => readFileSync(join(vectorsFolder, name));

export const readVectors = (): readonly TestVector[] =>
  TestVectorIndex.parse(JSON.parse(readVectorFile('index.json').toString())).vectors;

export const vectorInput = ({
  input,
  keys,
  receipt_hash_sha256,
  anchored_at,
  receipts = [],
}: TestVector): VerifierInput => ({
  data: readVectorFile(input),
  expectedHash: receipt_hash_sha256 ?? undefined,
  keys: keys === undefined ? undefined : readVectorFile(keys),
  anchoredAt: anchored_at,
  receipts: receipts.map(readVectorFile),
});

type Loose = Record<string, unknown>;

const object = (value: unknown): Loose => (typeof value === 'object' && value !== null ? (value as Loose) : {});

const hash = (value: unknown, ...leftOut: string[]): string => {
  const members = Object.entries(object(value)).filter(([name]) => !leftOut.includes(name));
  try {
    return createHash('sha256')
      .update(canonicalText(Object.fromEntries(members)))
      .digest('hex');
  } catch {
    return '0'.repeat(64);
  }
};

const setWhere = (holder: unknown, name: string, value: unknown): void => {
  if (name in object(holder)) object(holder)[name] = value;
};

/** Sets the hashes in a document to what they are, from the inside out, as far as it is understood. */
const mendHashes = (document: object): void => {
  const pack = document as Loose;
  const receipt = object(object(pack.acceptance_decision).receipt);
  if ('schema' in receipt) {
    setWhere(receipt, 'receipt_hash_sha256', hash(receipt, 'receipt_hash_sha256', 'signatures'));
    const receiptHash = hash(receipt, 'receipt_hash_sha256', 'signatures');
    setWhere(pack.adjudication_question, 'receipt_hash_sha256', receiptHash);
  }
  const objects = object(pack.hashed_objects);
  for (const [name, of] of [
    ['work_order_hash', 'work_order'],
    ['pre_work_commitment_hash', 'pre_work_commitment'],
    ['evidence_pack_hash', 'evidence'],
    ['verdict_hash', 'judgment'],
  ] as const)
    if (of in objects && objects[of] !== null) setWhere(pack, name, hash(objects[of]));
  let previous = pack.work_order_hash;
  for (const step of Array.isArray(pack.steps) ? pack.steps : []) {
    setWhere(step, 'previous_step_hash', previous);
    setWhere(step, 'step_hash', (previous = hash(step, 'step_hash')));
  }
  const order = object(pack.work_order).supplied_by_party;
  if (order !== undefined) setWhere(pack, 'work_order_hash', hash(order));
  // An anchor record names the hash of its receipt, and states none of its own.
  if ('genesis_block' in pack) return;
  for (const name of ['receipt_hash_sha256', 'pack_hash_sha256', 'runner_receipt_hash', 'manifest_hash_sha256'])
    setWhere(pack, name, hash(pack, name, ...(String(pack.schema).includes('work-order') ? [] : ['signatures'])));
};

const hashOr = (other: string | undefined, draw: Draw): string | undefined => (draw(20) === 0 ? '0'.repeat(64) : other);

/** A vector that was changed, with a name that says how to get it again. */
interface MutatedVector {
  readonly name: string;
  readonly input: VerifierInput;
}

/** So many changed documents; the same seed gives the same. */
export const mutateVectors = (seed: number, count: number): MutatedVector[] => {
  const vectors = readVectors();
  const draw = drawFrom(seed);
  return Array.from({ length: count }, (_, index) => {
    const vector = vectors[draw(vectors.length)]!;
    const given = vectorInput(vector);
    const { data, changes } = mutateDocument(Buffer.from(given.data), draw, mendHashes);
    const input = {
      data,
      expectedHash: hashOr(given.expectedHash, draw),
      keys: draw(4) === 0 ? readVectorFile('keys.json') : given.keys,
      anchoredAt: draw(4) === 0 ? '2026-11-10T09:00:00Z' : given.anchoredAt,
      receipts: given.receipts,
    };
    return { name: `${index} of seed ${seed}: ${vector.name}, ${changes.join(', ')}`, input };
  });
};
