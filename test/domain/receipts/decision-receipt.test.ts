import { describe, expect, test } from 'vitest';
import { loadKeys } from '../../../src/dataset-files/load.ts';
import { buildKeysDocument, readKeys } from '../../../src/domain/keys/keys-document.ts';
import { knownKeys } from '../../../src/domain/keys/public-key.ts';
import { DecisionReceipt, isDemonstration } from '../../../src/domain/receipts/decision-receipt.ts';
import { receiptHash } from '../../../src/domain/receipts/published-receipt.ts';
import { judgeSignatures, signedReceipt } from '../../../src/domain/verification/check-signatures.ts';
import { inputProblems } from '../../../src/domain/vocabulary/input-problems.ts';
import { acceptedReceipt, shippedReceipts } from '../../support/receipts.ts';
import { hashOf as independentHash } from '../../vectors/canonical.mjs';

const refusals = (value: unknown): string[] => {
  const parsed = DecisionReceipt.safeParse(value);
  return parsed.success ? [] : inputProblems(parsed.error.issues).map(({ pointer, code }) => `${pointer} ${code}`);
};

describe('the shipped receipts', () => {
  /** These hashes are published: others may have stored them. */
  const published = {
    'demonstration-accepted': '6b7a8c7d7078425e7d8cbefc0e0ba06ac22cbff399062a52b163c2defb58fb8b',
    'demonstration-escalated': '730e8c2bb1e888b318504dd34683560a4ff615a465a5db6bc2521a9cc4f0f263',
    'demonstration-outside-mandate': '00b3be063c059d0851a4fc9442a7ed24aac55fd4a02277fc1b258a598f3933ba',
    'demonstration-rejected': '6675779092d55bf4ed4997406f2c830c8407f020cd79e4cbe2e2d836a0b8d0ae',
    'demonstration-too-expensive': '1d0f8cceafb6be76e72160d562d24834344acd07abe454960668cd8cc9d6e440',
  };

  test('have their published hashes, by our code and by independent code', () => {
    const hashes = (hash: (receipt: DecisionReceipt) => string) =>
      Object.fromEntries(Object.entries(shippedReceipts).map(([name, receipt]) => [name, hash(receipt)]));
    expect(hashes((receipt) => receiptHash(receipt))).toEqual(published);
    expect(hashes(({ signatures: _, ...receipt }) => independentHash(receipt))).toEqual(published);
  });

  test('are signed by the demonstration keys, one of which was revoked later', async () => {
    const keys = loadKeys();
    const known = knownKeys(keys, { by: 'file', name: 'keys.yaml' });
    expect((await readKeys(buildKeysDocument(keys))).problems).toEqual([]);
    expect(keys.every(({ demonstration }) => demonstration)).toBe(true);
    const rules: Record<string, string[]> = {};
    for (const [name, receipt] of Object.entries(shippedReceipts))
      rules[name] = (await judgeSignatures(signedReceipt(receipt), known)).map(({ rule }) => rule);
    expect(rules).toEqual({
      'demonstration-accepted': ['signed'],
      'demonstration-escalated': ['signed'],
      'demonstration-outside-mandate': ['signed'],
      'demonstration-rejected': ['revoked_after'],
      'demonstration-too-expensive': ['signed'],
    });
  });

  test.each(Object.entries(shippedReceipts))('%s says that it is a demonstration', (_, receipt) => {
    expect(isDemonstration(receipt)).toBe(true);
    expect(receipt.reason).toMatch(/^Demonstration, nothing of this took place/);
    expect(receipt.agent.account).toMatch(/:demonstration-/);
  });
});

describe('a receipt', () => {
  test.each<[string, object, string[]]>([
    ['an unknown member', { approved: true }, [' unknown_member']],
    ['an unknown member inside', { agent: { ...acceptedReceipt.agent, email: 'x' } }, ['/agent unknown_member']],
    ['another decision', { decision: 'approved' }, ['/decision not_allowed']],
    ['a word for a time', { decided_at: 'yesterday' }, ['/decided_at wrong_format']],
    ['a local time', { decided_at: '2026-11-02T09:30:00+01:00' }, ['/decided_at wrong_format']],
    ['a reason of 501 characters', { reason: 'x'.repeat(501) }, ['/reason too_big']],
    ['an account of no chain', { agent: { name: 'x', account: 'me' } }, ['/agent/account wrong_format']],
    ['another schema', { schema: 'service.decision-receipt.schema.v2' }, ['/schema not_allowed']],
  ])('with %s is refused at its place', (_, changes, expected) => {
    expect(refusals({ ...acceptedReceipt, ...changes })).toEqual(expected);
  });

  test('with the same evidence id twice is refused at the second', () => {
    const [item] = acceptedReceipt.evidence_items;
    expect(refusals({ ...acceptedReceipt, evidence_items: [item, item] })).toEqual(['/evidence_items/1/id rule']);
  });
});
