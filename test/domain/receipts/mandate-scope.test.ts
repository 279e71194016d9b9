import { describe, expect, test } from 'vitest';
import type { DecisionReceipt } from '../../../src/domain/receipts/decision-receipt.ts';
import type { MandateConstraint } from '../../../src/domain/receipts/mandate.ts';
import { checkMandateScope } from '../../../src/domain/receipts/mandate-scope.ts';
import { acceptedReceipt, shippedReceipts } from '../../support/receipts.ts';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);
/** base64url of the 32 bytes of A. */
const A_DIGEST = Buffer.from(A, 'hex').toString('base64url');

const withBound = (constraint: MandateConstraint, changes: Partial<DecisionReceipt> = {}): DecisionReceipt => ({
  ...acceptedReceipt,
  mandate: { format: 'ap2.v0.2', sha256: B, constraints: [constraint] },
  ...changes,
});
const resultOf = (constraint: MandateConstraint, changes?: Partial<DecisionReceipt>) =>
  checkMandateScope(withBound(constraint, changes)).constraints[0]!.result;
const item = (kind: string, sha256: string) => ({ id: kind, kind, sha256, provenance: 'attested' as const });
const lamp = { id: 'sku-desk-lamp', title: 'Lamp' };
const at = (reference: string) => ({ merchant_policy: { ...acceptedReceipt.merchant_policy, reference } });

describe('a bound of the mandate', () => {
  test.each<[string, MandateConstraint, Partial<DecisionReceipt>, string]>([
    [
      'an allowed merchant’s website',
      { type: 'checkout.allowed_merchants', allowed: [{ id: 'x', website: 'https://shop.example/' }] },
      {},
      'covered',
    ],
    [
      'an allowed merchant’s id',
      { type: 'checkout.allowed_merchants', allowed: [{ id: 'shop' }] },
      at('shop'),
      'covered',
    ],
    [
      'another merchant’s website',
      { type: 'checkout.allowed_merchants', allowed: [{ id: 'x', website: 'https://evil-shop.example' }] },
      {},
      'not_covered',
    ],
    [
      'a website that only begins alike',
      { type: 'checkout.allowed_merchants', allowed: [{ id: 'x', website: 'https://shop.example.org' }] },
      {},
      'not_covered',
    ],
    ['a merchant without website', { type: 'checkout.allowed_merchants', allowed: [{ id: 'x' }] }, {}, 'unknown'],
    [
      'a policy without address',
      { type: 'checkout.allowed_merchants', allowed: [{ id: 'x', website: 'https://shop.example' }] },
      at('policy 7'),
      'unknown',
    ],
    [
      'the one line item',
      { type: 'checkout.line_items', items: [{ id: 'l', acceptable_items: [lamp], quantity: 1 }] },
      {},
      'covered',
    ],
    [
      'two of a line item',
      { type: 'checkout.line_items', items: [{ id: 'l', acceptable_items: [lamp], quantity: 2 }] },
      {},
      'unknown',
    ],
    [
      'another line item',
      { type: 'checkout.line_items', items: [{ id: 'l', acceptable_items: [{ id: 'y', title: 'y' }], quantity: 1 }] },
      {},
      'not_covered',
    ],
    [
      'a subject that is no item',
      { type: 'checkout.line_items', items: [{ id: 'l', acceptable_items: [lamp], quantity: 1 }] },
      { subject: { kind: 'order', reference: 'o', sha256: A } },
      'unknown',
    ],
    [
      'an execution window that is over',
      { type: 'payment.execution_date', not_after: '2026-11-01T00:00:00Z' },
      {},
      'not_covered',
    ],
    [
      'an execution window that is open',
      { type: 'payment.execution_date', not_after: '2026-12-01T00:00:00Z' },
      {},
      'unknown',
    ],
    [
      'the digest of the mandate',
      { type: 'payment.reference', conditional_transaction_id: Buffer.from(B, 'hex').toString('base64url') },
      {},
      'covered',
    ],
    [
      'the digest of a mandate in evidence',
      { type: 'payment.reference', conditional_transaction_id: A_DIGEST },
      { evidence_items: [item('open_checkout_mandate', A)] },
      'covered',
    ],
    [
      'another digest than in evidence',
      { type: 'payment.reference', conditional_transaction_id: A_DIGEST },
      { evidence_items: [item('open_checkout_mandate', B.replace('b', 'c'))] },
      'not_covered',
    ],
    ['a digest without evidence', { type: 'payment.reference', conditional_transaction_id: A_DIGEST }, {}, 'unknown'],
    [
      'a listed instrument',
      { type: 'payment.allowed_payment_instruments', allowed_sha256: [A] },
      { evidence_items: [item('payment_instrument', A)] },
      'covered',
    ],
    [
      'an instrument not listed',
      { type: 'payment.allowed_payment_instruments', allowed_sha256: [A] },
      { evidence_items: [item('payment_instrument', B)] },
      'not_covered',
    ],
    ['no instrument named', { type: 'payment.allowed_payment_instruments', allowed_sha256: [A] }, {}, 'unknown'],
    [
      'a listed provider',
      { type: 'payment.allowed_pisps', allowed_sha256: [A] },
      { evidence_items: [item('payment_initiation_provider', A)] },
      'covered',
    ],
    ['an amount', { type: 'payment.amount_range', currency: 'EUR', max: 1 }, {}, 'unknown'],
    ['a budget', { type: 'payment.budget', currency: 'EUR', max: 1 }, {}, 'unknown'],
    ['a payee', { type: 'payment.allowed_payees', allowed: [{ id: 'x' }] }, {}, 'unknown'],
    ['a recurrence', { type: 'payment.agent_recurrence', frequency: 'DAILY' }, {}, 'unknown'],
    ['a statement in words', { type: 'other.statement', name: 'n', statement: 's' }, {}, 'unknown'],
  ])('%s: %o %o is %s', (_, constraint, changes, expected) => {
    expect(resultOf(constraint, changes)).toBe(expected);
  });

  test('that is unknown says what would settle it, and only then', () => {
    for (const receipt of Object.values(shippedReceipts)) {
      for (const { result, settled_by } of checkMandateScope(receipt).constraints) {
        expect(settled_by === null).toBe(result !== 'unknown');
      }
    }
  });
});

describe('the mandate as a whole', () => {
  const scope = (mandate: Partial<DecisionReceipt['mandate']>) =>
    checkMandateScope({ ...acceptedReceipt, mandate: { ...acceptedReceipt.mandate, ...mandate } }).result;

  test('covers the decision when each bound is kept', () => expect(scope({})).toBe('covered'));
  test('does not cover a decision before or after its time', () => {
    expect(scope({ not_before: '2026-11-02T09:30:01Z' })).toBe('not_covered');
    expect(scope({ not_after: '2026-11-02T09:29:59Z' })).toBe('not_covered');
  });
  test('holds at its very first and last moment', () => {
    expect(scope({ not_before: acceptedReceipt.decided_at, not_after: acceptedReceipt.decided_at })).toBe('covered');
  });
  test('that sets no bounds leaves it unknown', () => {
    expect(
      checkMandateScope({ ...acceptedReceipt, mandate: { format: 'other', sha256: A, constraints: [] } }).result,
    ).toBe('unknown');
  });
  test('one broken bound outweighs unknown ones', () => {
    expect(checkMandateScope(shippedReceipts['demonstration-outside-mandate']!).result).toBe('not_covered');
  });
});

test('the evidence is hashed into digests once, however many bounds are held against it', () => {
  let reads = 0;
  const evidence = Array.from({ length: 300 }, () => ({
    ...item('open_checkout_mandate', ''),
    get sha256() {
      reads++;
      return A;
    },
  }));
  const bound: MandateConstraint = { type: 'payment.reference', conditional_transaction_id: 'x'.repeat(43) };
  const receipt = withBound(bound, {
    mandate: { format: 'ap2.v0.2', sha256: B, constraints: Array.from({ length: 100 }, () => bound) },
    evidence_items: evidence,
  });
  expect(new Set(checkMandateScope(receipt).constraints.map(({ result }) => result))).toEqual(new Set(['not_covered']));
  expect(reads).toBe(300);
});
