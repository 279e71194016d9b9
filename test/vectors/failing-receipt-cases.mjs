import { sealed, sha256, without } from './canonical.mjs';
import { malformed, vector } from './case.mjs';
import { receipt, receiptWithHash, withAmounts } from './receipt-document.mjs';

const KIND = 'decision_receipt';
const plain = receipt();
const stated = receiptWithHash();
const text = JSON.stringify(stated);

const wrongHash = { hash: 'fail' };
const refused = { schema: 'fail' };

/** A receipt that is refused by its schema although its hash is right. */
const against = (name, rule, changes) => vector(name, KIND, rule, receiptWithHash(changes), refused);

export const failingReceiptCases = [
  vector(
    'receipt-one-letter',
    KIND,
    'one letter of a text changed',
    { ...stated, reason: stated.reason.replace('offer', 'order') },
    wrongHash,
  ),
  vector(
    'receipt-items-swapped',
    KIND,
    'the order of a list matters',
    { ...stated, evidence_items: stated.evidence_items.toReversed() },
    wrongHash,
  ),
  vector(
    'receipt-normalised',
    KIND,
    'normalising Unicode changes the hash',
    { ...receiptWithHash({ reason: 'A\u030a' }), reason: '\u00c5' },
    wrongHash,
  ),
  vector('receipt-other-hash-asked', KIND, 'another hash was asked for', stated, wrongHash, {
    asked: sha256('another'),
  }),
  vector(
    'receipt-upper-case-hash',
    KIND,
    'a hash is written in lower case',
    { ...stated, receipt_hash_sha256: stated.receipt_hash_sha256.toUpperCase() },
    { ...refused, ...wrongHash },
  ),
  against('receipt-unknown-member', 'what is hashed must be understood: unknown members are refused', {
    approved: true,
  }),
  against('receipt-unknown-member-inside', 'unknown members are refused inside, too', {
    agent: { ...plain.agent, email: 'a@example.org' },
  }),
  against('receipt-unknown-constraint', 'a bound of an unknown type is refused', {
    mandate: { ...plain.mandate, constraints: [{ type: 'payment.anything' }] },
  }),
  vector(
    'receipt-missing-member',
    KIND,
    'each required member is there',
    sealed(without(plain, 'mandate'), 'receipt_hash_sha256'),
    refused,
  ),
  against('receipt-time-with-offset', 'times are in UTC with Z', { decided_at: '2026-11-10T09:30:00+01:00' }),
  against('receipt-impossible-day', 'a day exists', { decided_at: '2026-02-30T09:30:00Z' }),
  against('receipt-reason-501', 'a text has at most 500 characters', { reason: 'x'.repeat(501) }),
  against('receipt-same-id-twice', 'an id stands once in its list', {
    evidence_items: [plain.evidence_items[0], plain.evidence_items[0]],
  }),
  against('receipt-account-not-caip-10', 'an account is CAIP-10', {
    agent: { name: 'Vector agent', account: 'vector-agent' },
  }),
  against('receipt-null-member', 'null is not a missing member', { mandate: { ...plain.mandate, not_after: null } }),
  vector('receipt-fraction', KIND, 'no floating-point number enters a hashed object', withAmounts({ max: 1.5 }), {
    ...refused,
    canonical_form: 'fail',
  }),
  vector(
    'receipt-integer-as-fraction',
    KIND,
    'an integer is written without a fraction',
    withAmounts({ max: 1 }),
    { canonical_form: 'fail' },
    {
      text: JSON.stringify(withAmounts({ max: 1 })).replace('"max":1', '"max":1.0'),
    },
  ),
  vector(
    'receipt-exponent',
    KIND,
    'an integer is written without an exponent',
    withAmounts({ max: 100 }),
    { canonical_form: 'fail' },
    {
      text: JSON.stringify(withAmounts({ max: 100 })).replace('"max":100', '"max":1e2'),
    },
  ),
  vector(
    'receipt-negative-zero',
    KIND,
    'zero has no sign',
    withAmounts({ min: 0, max: 1 }),
    { canonical_form: 'fail' },
    {
      text: JSON.stringify(withAmounts({ min: 0, max: 1 })).replace('"min":0', '"min":-0'),
    },
  ),
  vector(
    'receipt-reserved-key',
    KIND,
    'the reserved key __proto__ is refused',
    JSON.parse(text.replace('{', '{"__proto__":{},')),
    {
      ...refused,
      canonical_form: 'fail',
      hash: 'fail',
    },
    { text: text.replace('{', '{"__proto__":{},') },
  ),
  malformed('receipt-duplicate-key', KIND, 'a key stands once', text.replace('{', '{"decision":"rejected",')),
  malformed(
    'receipt-duplicate-key-escaped',
    KIND,
    'a key stands once, however it is escaped',
    text.replace('{', '{"decisio\\u006e":"rejected",'),
  ),
  malformed(
    'receipt-duplicate-key-inside',
    KIND,
    'a key stands once inside, too',
    text.replace('"agent":{', '"agent":{"name":"Other",'),
  ),
  malformed(
    'receipt-lone-surrogate',
    KIND,
    'no unpaired surrogates',
    text.replace('A test vector', 'A \\ud83d vector'),
  ),
  malformed('receipt-nul', KIND, 'no NUL characters', text.replace('A test vector', 'A \\u0000 vector')),
  malformed('receipt-integer-2-53', KIND, 'no integers beyond 2^53 - 1', text.replace('10000', '9007199254740992')),
  malformed('receipt-huge-number', KIND, 'no numbers beyond all bounds', text.replace('10000', '1e400')),
  malformed('receipt-byte-order-mark', KIND, 'no byte order mark', `\ufeff${text}`),
  malformed('receipt-not-utf-8', KIND, 'UTF-8 only', Buffer.from(text.replace('A test', '\u00c4 test'), 'latin1')),
  malformed('receipt-cut-off', KIND, 'the whole text is there', text.slice(0, -20)),
  malformed('receipt-trailing-comma', KIND, 'JSON, not JavaScript', text.replace(/\}$/, ',}')),
  malformed('receipt-text-behind', KIND, 'one value and nothing behind it', `${text} {}`),
  malformed(
    'receipt-too-deep',
    KIND,
    'nested at most 64 deep',
    `{"schema":"${plain.schema}","a":${'['.repeat(64)}${']'.repeat(64)}}`,
  ),
];
