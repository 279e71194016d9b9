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
import { verifyDocument, verifyText } from '../../../src/domain/verification/verify.ts';
import { acceptedReceipt, finalAnchor } from '../../support/receipts.ts';

const baseUrl = 'https://service.example';
const hash = receiptHash(acceptedReceipt);
const sha256 = webSha256;
const keys = knownKeys(loadKeys(), { by: 'file', name: KEYS_FILE });

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
