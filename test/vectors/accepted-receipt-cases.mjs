import { hashOf, sha256 } from './canonical.mjs';
import { vector } from './case.mjs';
import { receipt, receiptWithHash, withAmounts } from './receipt-document.mjs';

const KIND = 'decision_receipt';
const plain = receipt();
const hash = hashOf(plain);
const stated = receiptWithHash();
const text = JSON.stringify(stated);

const reversed = (value) =>
  Array.isArray(value)
    ? value.map(reversed)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([name, inner]) => [name, reversed(inner)]),
        )
      : value;

const allConstraints = [
  { type: 'checkout.allowed_merchants', allowed: [{ id: 'shop', website: 'https://shop.example' }, { id: 'other' }] },
  {
    type: 'checkout.line_items',
    items: [{ id: 'lamp', acceptable_items: [{ id: 'sku-1', title: 'Lamp' }], quantity: 2 }],
  },
  { type: 'payment.amount_range', currency: 'EUR', max: 1 },
  { type: 'payment.budget', currency: 'EUR', max: 1 },
  { type: 'payment.allowed_payees', allowed: [{ id: 'shop' }] },
  { type: 'payment.allowed_payment_instruments', allowed_sha256: [sha256('instrument')] },
  { type: 'payment.allowed_pisps', allowed_sha256: [sha256('provider')] },
  { type: 'payment.agent_recurrence', frequency: 'WEEKLY', max_occurrences: 4 },
  { type: 'payment.execution_date', not_before: '2026-11-01T00:00:00Z' },
  { type: 'payment.reference', conditional_transaction_id: 'A'.repeat(43) },
  { type: 'other.statement', name: 'refundable', statement: 'It has to be refundable.' },
];

export const acceptedReceiptCases = [
  vector('receipt-plain', KIND, 'a receipt that states its own hash', stated),
  vector(
    'receipt-asked-by-hash',
    KIND,
    'the hash asked for is compared when the receipt states none',
    plain,
    {},
    { asked: hash },
  ),
  vector('receipt-hash-nowhere', KIND, 'without any hash to compare the check is unverified, not failed', plain, {
    hash: 'unverified',
  }),
  vector('receipt-reordered-keys', KIND, 'the order of keys makes no difference', reversed(stated)),
  vector(
    'receipt-much-white-space',
    KIND,
    'white space makes no difference',
    stated,
    {},
    {
      text: `\r\n\t ${JSON.stringify(stated, null, '\t').replaceAll('\n', '\r\n')}  \n`,
    },
  ),
  vector(
    'receipt-escaped-letters',
    KIND,
    'an escaped letter is the letter',
    stated,
    {},
    {
      text: text.replaceAll('reason', '\\u0072eason').replace('vector-receipt', 'vector-receip\\u0074'),
    },
  ),
  vector(
    'receipt-non-ascii',
    KIND,
    'text outside ASCII is hashed in UTF-8, unescaped',
    receiptWithHash({ reason: 'Größe € דּ \u2028' }),
  ),
  vector(
    'receipt-astral',
    KIND,
    'text outside the basic plane is hashed in UTF-8',
    receiptWithHash({ reason: 'Yes 😂' }),
  ),
  vector(
    'receipt-control-characters',
    KIND,
    'control characters are escaped as RFC 8785 says',
    receiptWithHash({ reason: 'a\u0001\b\f\n\r\t\u001f"\\\u007f' }),
  ),
  vector('receipt-not-normalised', KIND, 'Unicode is not normalised', receiptWithHash({ reason: 'A\u030a' })),
  vector('receipt-largest-integer', KIND, 'the largest safe integer', withAmounts({ max: 9007199254740991 })),
  vector(
    'receipt-reason-500',
    KIND,
    'a text of 500 characters, counted in code points',
    receiptWithHash({ reason: '😂'.repeat(500) }),
  ),
  vector('receipt-escalated', KIND, 'each decision of the schema', receiptWithHash({ decision: 'escalated' })),
  vector(
    'receipt-empty-lists',
    KIND,
    'lists that may be empty',
    receiptWithHash({
      evidence_items: [],
      mandate: { format: 'other', sha256: sha256('mandate'), constraints: [] },
    }),
  ),
  vector(
    'receipt-every-constraint',
    KIND,
    'each bound that a mandate can have',
    receiptWithHash({
      mandate: { ...plain.mandate, constraints: allConstraints },
    }),
  ),
];
