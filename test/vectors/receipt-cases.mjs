import { changed, hashOf, sealed, sha256, without } from './canonical.mjs';
import { malformed, vector } from './case.mjs';
import { receipt, receiptWithHash, withAmounts } from './receipt-document.mjs';

const KIND = 'decision_receipt';
const plain = receipt();
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
  { type: 'payment.budget', currency: 'EUR', max_minor: 1 },
  { type: 'payment.allowed_payees', allowed: [{ id: 'shop' }] },
  { type: 'payment.allowed_payment_instruments', allowed_sha256: [sha256('instrument')] },
  { type: 'payment.allowed_pisps', allowed_sha256: [sha256('provider')] },
  { type: 'payment.agent_recurrence', frequency: 'WEEKLY', max_occurrences: 4 },
  { type: 'payment.execution_date', not_before: '2026-11-01T00:00:00Z' },
  { type: 'payment.reference', conditional_transaction_id: 'A'.repeat(43) },
  { type: 'other.statement', name: 'refundable', statement: 'It has to be refundable.' },
];

const noBounds = { format: 'other', sha256: sha256('mandate'), constraints: [] };
const controls = 'a\u0001\b\f\n\r\t\u001f"\\\u007f';
const spaced = `\r\n\t ${JSON.stringify(stated, null, '\t').replaceAll('\n', '\r\n')}  \n`;
const escaped = text.replaceAll('reason', '\\u0072eason').replace('vector-receipt', 'vector-receip\\u0074');

const wrongHash = { hash: 'fail' };
const refused = { schema: 'fail' };
const hashed = { hash: 'unverified' };
const normalised = { ...receiptWithHash({ reason: 'A\u030a' }), reason: '\u00c5' };
const upperCase = { ...stated, receipt_hash_sha256: stated.receipt_hash_sha256.toUpperCase() };
const everyBound = receiptWithHash({ mandate: { ...plain.mandate, constraints: allConstraints } });
const budgetOf = (bound) =>
  receiptWithHash({
    mandate: { ...plain.mandate, constraints: [{ type: 'payment.budget', currency: 'EUR', ...bound }] },
  });
const decidedOn = (changes = {}) => ({ amount_minor: 10000, currency: 'EUR', payee: { id: 'shop' }, ...changes });
const withTerms = (terms) => receiptWithHash({ terms });
const withoutMandate = sealed(without(plain, 'mandate'), 'receipt_hash_sha256');
const again = (changes) => sealed(changed(plain, changes), 'receipt_hash_sha256');

/** Name, rule, the receipt, the results, and what is given beside it. */
const receipts = [
  ['plain', 'a receipt that states its own hash', stated],
  ['reordered-keys', 'the order of keys makes no difference', reversed(stated)],
  ['much-white-space', 'white space makes no difference', stated, {}, { text: spaced }],
  ['escaped-letters', 'an escaped letter is the letter', stated, {}, { text: escaped }],
  ['asked-by-hash', 'the hash asked for is compared when the receipt states none', plain, {}, { asked: hashOf(plain) }],
  ['non-ascii', 'text outside ASCII is hashed in UTF-8, unescaped', receiptWithHash({ reason: 'Größe € דּ \u2028' })],
  ['astral', 'text outside the basic plane is hashed in UTF-8', receiptWithHash({ reason: 'Yes 😂' })],
  ['control-characters', 'control characters are escaped as RFC 8785 says', receiptWithHash({ reason: controls })],
  ['not-normalised', 'Unicode is not normalised', receiptWithHash({ reason: 'A\u030a' })],
  ['largest-integer', 'the largest safe integer', withAmounts({ max: 9007199254740991 })],
  ['reason-500', 'a text of 500 characters, counted in code points', receiptWithHash({ reason: '😂'.repeat(500) })],
  ['escalated', 'each decision of the schema', receiptWithHash({ decision: 'escalated' })],
  ['empty-lists', 'lists that may be empty', receiptWithHash({ evidence_items: [], mandate: noBounds })],
  ['every-constraint', 'each bound that a mandate can have', everyBound],
  ['terms', 'the terms that were decided on', withTerms(decidedOn({ payee: { id: 'shop', website: 'https://shop.example' }, quantity: 1 }))],
  ['terms-of-nothing', 'an amount of zero and a code that no list has', withTerms(decidedOn({ amount_minor: 0, currency: 'ZZZ' }))],
  ['budget-of-zero', 'a budget of nothing', budgetOf({ max_minor: 0 })],
  ['hash-nowhere', 'without any hash to compare the check is unverified, not failed', plain, hashed],
  ['one-letter', 'one letter of a text changed', { ...stated, reason: stated.reason.replace('offer', 'order') }, wrongHash],
  ['items-swapped', 'the order matters', { ...stated, evidence_items: stated.evidence_items.toReversed() }, wrongHash],
  ['normalised', 'normalising Unicode changes the hash', normalised, wrongHash],
  ['other-hash-asked', 'another hash was asked for', stated, wrongHash, { asked: sha256('another') }],
  ['upper-case-hash', 'a hash is written in lower case', upperCase, { ...refused, ...wrongHash }],
  ['missing-member', 'each required member is there', withoutMandate, refused],
  ['unknown-member', 'what is hashed must be understood: unknown members are refused', again({ approved: true }), refused],
  ['unknown-member-inside', 'unknown members are refused inside, too', again({ 'agent.email': 'a@example.org' }), refused],
  ['unknown-constraint', 'a bound of an unknown type', again({ 'mandate.constraints': [{ type: 'payment.anything' }] }), refused],
  ['time-with-offset', 'times are in UTC with Z', again({ decided_at: '2026-11-10T09:30:00+01:00' }), refused],
  ['impossible-day', 'a day exists', again({ decided_at: '2026-02-30T09:30:00Z' }), refused],
  ['reason-501', 'a text has at most 500 characters', again({ reason: 'x'.repeat(501) }), refused],
  ['same-id-twice', 'an id stands once in its list', again({ 'evidence_items.1': plain.evidence_items[0] }), refused],
  ['account-not-caip-10', 'an account is CAIP-10', again({ 'agent.account': 'vector-agent' }), refused],
  ['null-member', 'null is not a missing member', again({ 'mandate.not_after': null }), refused],
  ['terms-negative-amount', 'an amount is at least 0', withTerms(decidedOn({ amount_minor: -1 })), refused],
  ['terms-amount-as-text', 'an amount is a number', withTerms(decidedOn({ amount_minor: '100.00' })), refused],
  ['terms-without-payee', 'an amount has a payee', withTerms({ amount_minor: 1, currency: 'EUR' }), refused],
  ['terms-without-currency', 'an amount has a currency', withTerms({ amount_minor: 1, payee: { id: 'shop' } }), refused],
  ['terms-small-currency', 'a currency is three capital letters', withTerms(decidedOn({ currency: 'eur' })), refused],
  ['terms-quantity-zero', 'a quantity is at least 1', withTerms(decidedOn({ quantity: 0 })), refused],
  ['terms-payee-without-id', 'a payee has an id', withTerms(decidedOn({ payee: { website: 'https://shop.example' } })), refused],
  ['terms-payee-over-http', 'the website of a payee is an https address', withTerms(decidedOn({ payee: { id: 'shop', website: 'http://shop.example' } })), refused],
  ['terms-instrument', 'terms hold no payment data', withTerms(decidedOn({ payment_instrument: { id: 'card' } })), refused],
  ['terms-payee-account', 'a payee has no account', withTerms(decidedOn({ payee: { id: 'shop', account: 'DE02' } })), refused],
  ['terms-fraction', 'an amount has no fraction', withTerms(decidedOn({ amount_minor: 100.5 })), { ...refused, canonical_form: 'fail' }],
  ['budget-in-major-units', 'the max of AP2 v0.2, in major units, is not taken for minor units', budgetOf({ max: 100 }), refused],
  ['budget-twice', 'a budget has one maximum', budgetOf({ max: 100, max_minor: 10000 }), refused],
  ['fraction', 'no floating-point number enters a hashed object', withAmounts({ max: 1.5 }), { ...refused, canonical_form: 'fail' }],
]; // prettier-ignore

/** Integers that are written in another way: name, rule, the amounts, and what of the text is replaced by what. */
const numbers = [
  ['integer-as-fraction', 'an integer is written without a fraction', { max: 1 }, '"max":1', '"max":1.0'],
  ['exponent', 'an integer is written without an exponent', { max: 100 }, '"max":100', '"max":1e2'],
  ['negative-zero', 'zero has no sign', { min: 0, max: 1 }, '"min":0', '"min":-0'],
].map(([name, rule, amounts, from, to]) => {
  const value = withAmounts(amounts);
  const given = { text: JSON.stringify(value).replace(from, to) };
  return vector(`receipt-${name}`, KIND, rule, value, { canonical_form: 'fail' }, given);
});

const reserved = text.replace('{', '{"__proto__":{},');
const deep = `{"schema":"${plain.schema}","a":${'['.repeat(64)}${']'.repeat(64)}}`;

/** Texts that readers understand differently, or that are no JSON: name, rule, and the text. */
const ambiguous = [
  ['duplicate-key', 'a key stands once', text.replace('{', '{"decision":"rejected",')],
  ['duplicate-key-escaped', 'a key stands once, also escaped', text.replace('{', '{"decisio\\u006e":"rejected",')],
  ['duplicate-key-inside', 'a key stands once inside, too', text.replace('"agent":{', '"agent":{"name":"Other",')],
  ['lone-surrogate', 'no unpaired surrogates', text.replace('A test vector', 'A \\ud83d vector')],
  ['nul', 'no NUL characters', text.replace('A test vector', 'A \\u0000 vector')],
  ['integer-2-53', 'no integers beyond 2^53 - 1', text.replace('10000', '9007199254740992')],
  ['huge-number', 'no numbers beyond all bounds', text.replace('10000', '1e400')],
  ['byte-order-mark', 'no byte order mark', `\ufeff${text}`],
  ['not-utf-8', 'UTF-8 only', Buffer.from(text.replace('A test', '\u00c4 test'), 'latin1')],
  ['cut-off', 'the whole text is there', text.slice(0, -20)],
  ['trailing-comma', 'JSON, not JavaScript', text.replace(/\}$/, ',}')],
  ['text-behind', 'one value and nothing behind it', `${text} {}`],
  ['too-deep', 'nested at most 64 deep', deep],
  ['too-many-values', 'at most 20,000 values', text.replace('{', `{"zeros":[${'0,'.repeat(20_000)}0],`)],
].map(([name, rule, bytes]) => malformed(`receipt-${name}`, KIND, rule, bytes));

const asReserved = { ...refused, canonical_form: 'fail', hash: 'fail' };

export const receiptCases = [
  ...receipts.map(([name, ...rest]) => vector(`receipt-${name}`, KIND, ...rest)),
  ...numbers,
  vector('receipt-reserved-key', KIND, 'the reserved key __proto__ is refused', JSON.parse(reserved), asReserved, {
    text: reserved,
  }),
  ...ambiguous,
];
