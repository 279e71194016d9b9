import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KEYS_FILE } from '../../../src/dataset-files/check-keys.ts';
import { loadKeys } from '../../../src/dataset-files/load.ts';
import { buildEvidencePack } from '../../../src/domain/adjudication/build-evidence-pack.ts';
import { buildWorkOrderPack } from '../../../src/domain/adjudication/build-work-order-pack.ts';
import { buildSampleOrder, runWorkOrder } from '../../../src/domain/adjudication/run-work-order.ts';
import { canonicalText } from '../../../src/domain/json/canonical-json.ts';
import { webSha256 } from '../../../src/domain/json/sha256.ts';
import { knownKeys } from '../../../src/domain/keys/public-key.ts';
import { receiptHash } from '../../../src/domain/receipts/published-receipt.ts';
import { Verification } from '../../../src/domain/verification/verification.ts';
import { verifyDocument, verifyText } from '../../../src/domain/verification/verify.ts';
import { acceptedReceipt, finalAnchor, shippedReceipts } from '../../support/receipts.ts';

const baseUrl = 'https://service.example';
const hash = receiptHash(acceptedReceipt);
const sha256 = webSha256;
const keys = knownKeys(loadKeys(), { by: 'file', name: KEYS_FILE });

const resultsOf = async (value: unknown, receiptHash?: string) => {
  const verification = Verification.parse(await verifyDocument(value, { sha256, receiptHash }));
  return [
    verification.outcome,
    ...verification.checks.filter(({ result }) => result !== 'pass').map(({ id, result }) => `${id} ${result}`),
  ];
};

/** Nothing fails, and nothing shows who made it. */
const unsigned = ['unverified', 'signature unverified'];

describe('what this service builds', () => {
  test.each(Object.entries(shippedReceipts))('%s: receipt and pack are intact', async (_, receipt) => {
    expect(await resultsOf(receipt, receiptHash(receipt))).toEqual(unsigned);
    expect(await resultsOf(buildEvidencePack({ receipt, baseUrl }))).toEqual(unsigned);
  });

  test('an anchored pack is intact, and the chain is not asked', async () => {
    const anchored = [...unsigned, 'anchor_state unverified'];
    expect(
      await resultsOf(buildEvidencePack({ receipt: acceptedReceipt, anchor: finalAnchor(hash), baseUrl }), hash),
    ).toEqual(anchored);
    expect(await resultsOf(buildEvidencePack({ anchor: finalAnchor(hash), baseUrl }), hash)).toEqual(anchored);
  });

  test('a dispute pack is intact', async () => {
    const dispute = {
      claim: { by: 'client', text: 'No lamp came.', requested_outcome: 'reject_or_refund' as const },
      evidence_items: [{ id: 'offer', kind: 'message', sha256: 'e'.repeat(64) }],
    };
    const receiptSource = 'supplied_by_party';
    expect(await resultsOf(buildEvidencePack({ receipt: acceptedReceipt, receiptSource, dispute, baseUrl }))).toEqual(
      unsigned,
    );
  });

  test('a work order pack is intact', async () => {
    expect(await resultsOf(buildWorkOrderPack({ request: buildSampleOrder('x') }))).toEqual(unsigned);
  });
});

describe('a document in which one character is changed', () => {
  test.each<[string, object]>([
    ['receipt', { ...acceptedReceipt, receipt_hash_sha256: hash }],
    ['evidence pack', buildEvidencePack({ receipt: acceptedReceipt, anchor: finalAnchor(hash), baseUrl })],
    ['work order pack', buildWorkOrderPack({ request: buildSampleOrder('x') })],
    ['runner receipt', runWorkOrder({ request: {}, freshSeed: 'x' })],
  ])('fails: %s', async (_, document) => {
    const text = canonicalText(document);
    // The header of a signature of the document itself; the pack hash covers the signatures inside a pack.
    const header = 'signatures' in document ? text.indexOf('"protected":') : text.length;
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.constantFrom(...'0aZ"\\ {}[],:é'), async (at, letter) => {
        const changed = text.slice(0, at) + letter + text.slice(at + 1);
        fc.pre(changed !== text);
        const { outcome, answers } = await verifyText(changed, { sha256, keys });
        expect(Object.values(answers).every(({ result }) => result === 'pass')).toBe(false);
        if (outcome === 'unverified' && at > header && at < text.indexOf('"signature":', header))
          // A change of the key id names a key that nobody knows.
          expect(answers.from_whom).toMatchObject({
            result: 'unverified',
            words: expect.stringContaining('not among'),
          });
        // A change of the member `schema` itself makes it a document of no known kind.
        else expect(['fail', 'unusable']).toContain(outcome);
      }),
      { numRuns: 100 },
    );
  });
});

describe('the verifier', () => {
  test('gives each failed check a reason that names the place', async () => {
    const { checks } = await verifyDocument({ ...acceptedReceipt, decision: 'approved' }, { sha256 });
    expect(checks.find(({ id }) => id === 'schema')).toMatchObject({
      result: 'fail',
      reason: expect.stringContaining('/decision'),
    });
  });

  test('never repeats free text of the document', async () => {
    const { checks } = await verifyDocument(
      { ...acceptedReceipt, '<script>alert(1)</script>': 1, reason: '' },
      { sha256 },
    );
    expect(JSON.stringify(checks)).not.toContain('script');
  });

  test('runs in a browser: nothing that it imports is a module of Node', () => {
    const seen = new Set<string>();
    const foreign: string[] = [];
    const visit = (file: string) => {
      if (seen.has(file)) return;
      seen.add(file);
      const text = readFileSync(file, 'utf8');
      for (const [, clause = '', target = ''] of text.matchAll(/^import\s([^;]*?)from '([^']+)';/gms)) {
        if (clause.startsWith('type ')) continue;
        if (target.startsWith('.')) visit(join(dirname(file), target));
        else if (!['zod', 'canonicalize'].includes(target))
          foreign.push(`${relative(process.cwd(), file)} -> ${target}`);
      }
    };
    for (const entry of ['verification/verify.ts', 'verification/test-vector.ts'])
      visit(join(import.meta.dirname, '../../../src/domain', entry));
    expect(foreign).toEqual([]);
    expect(seen.size).toBeGreaterThan(20);
  });
});

describe('a document with very many problems', () => {
  const reasons = async (text: string) =>
    Object.fromEntries(
      (await verifyText(text, { sha256 })).checks.map(({ id, result, reason }) => [id, { result, reason }]),
    );
  const many = (item: string) => Array.from({ length: 19_000 }, () => item).join();

  test('is well formed when all that is wrong is the form of its numbers', async () => {
    const checked = await reasons(`{"schema":"service.decision-receipt.schema.v1","a":[${many('1.5')}]}`);
    expect(checked['well_formed']?.result).toBe('pass');
    expect(checked['canonical_form']).toMatchObject({
      result: 'fail',
      reason: expect.stringMatching(/And 18,995 more problems\.$/) as string,
    });
  });
});
