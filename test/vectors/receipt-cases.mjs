import { canonical, hashOf, sealed, sha256, without } from './canonical.mjs';
import { malformed, vector } from './case.mjs';
import { receipt, receiptWithHash } from './documents.mjs';

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

const withAmounts = (amounts) =>
  receiptWithHash({
    mandate: { ...plain.mandate, constraints: [{ type: 'payment.amount_range', currency: 'EUR', ...amounts }] },
  });

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

const accepted = [
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
  vector('receipt-no-white-space', KIND, 'white space makes no difference', stated, {}, { text }),
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
    'receipt-canonical-text',
    KIND,
    'a receipt in its canonical text',
    plain,
    {},
    { text: canonical(plain), asked: hash },
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
    'receipt-escaped-slash',
    KIND,
    'an escaped slash is a slash',
    stated,
    {},
    { text: text.replaceAll('/', '\\/') },
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
    'receipt-astral-escaped',
    KIND,
    'an escaped surrogate pair is its character',
    receiptWithHash({ reason: 'Yes 😂' }),
    {},
    {
      text: JSON.stringify(receiptWithHash({ reason: 'Yes 😂' })).replace('😂', '\\ud83d\\ude02'),
    },
  ),
  vector(
    'receipt-control-characters',
    KIND,
    'control characters are escaped as RFC 8785 says',
    receiptWithHash({ reason: 'a\u0001\b\f\n\r\t\u001f"\\\u007f' }),
  ),
  vector('receipt-not-normalised', KIND, 'Unicode is not normalised', receiptWithHash({ reason: 'A\u030a' })),
  vector('receipt-largest-integer', KIND, 'the largest safe integer', withAmounts({ max: 9007199254740991 })),
  vector('receipt-zero', KIND, 'zero', withAmounts({ min: 0, max: 0 })),
  vector(
    'receipt-reason-500',
    KIND,
    'a text of 500 characters, counted in code points',
    receiptWithHash({ reason: '😂'.repeat(500) }),
  ),
  vector('receipt-rejected', KIND, 'each decision of the schema', receiptWithHash({ decision: 'rejected' })),
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

const wrongHash = { hash: 'fail' };
const refused = { schema: 'fail' };

/** A receipt that is refused by its schema although its hash is right. */
const against = (name, rule, changes) => vector(name, KIND, rule, receiptWithHash(changes), refused);

const failing = [
  vector(
    'receipt-one-letter',
    KIND,
    'one letter of a text changed',
    { ...stated, reason: stated.reason.replace('offer', 'order') },
    wrongHash,
  ),
  vector(
    'receipt-one-digit',
    KIND,
    'one digit of a hash inside changed',
    {
      ...stated,
      subject: {
        ...stated.subject,
        sha256: stated.subject.sha256.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
      },
    },
    wrongHash,
  ),
  vector(
    'receipt-one-space',
    KIND,
    'one space inside a text added',
    { ...stated, reason: `${stated.reason} ` },
    wrongHash,
  ),
  vector('receipt-other-decision', KIND, 'the decision changed', { ...stated, decision: 'rejected' }, wrongHash),
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
  vector(
    'receipt-other-hash-stated',
    KIND,
    'another hash is stated',
    { ...stated, receipt_hash_sha256: sha256('another') },
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
  against('receipt-unknown-decision', 'a decision is one of three', { decision: 'approved' }),
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

export const receiptCases = [...accepted, ...failing];
