import { sha256 } from './canonical.mjs';
import { vector } from './case.mjs';
import { evidencePack } from './evidence-pack-document.mjs';
import { receipt } from './receipt-document.mjs';

const KIND = 'evidence_pack';
const base64Url = (hex) => Buffer.from(hex, 'hex').toString('base64url');
const item = (id, kind, words) => ({ id, kind, sha256: sha256(words), provenance: 'attested' });
const merchants = (...websites) => ({
  type: 'checkout.allowed_merchants',
  allowed: websites.map((website, index) => ({ id: `merchant-${index}`, ...(website === null ? {} : { website }) })),
});
const policyAt = (reference) => ({ merchant_policy: { ...receipt().merchant_policy, reference } });
const lineItem = (quantity, ...ids) => ({
  id: 'line',
  acceptable_items: ids.map((id) => ({ id, title: 'An item' })),
  quantity,
});
const lines = (...items) => ({ type: 'checkout.line_items', items });
const bought = { subject: { ...receipt().subject, kind: 'line_item', reference: 'item-1' } };
const reference = (hex) => ({ type: 'payment.reference', conditional_transaction_id: base64Url(hex) });
const open = { evidence_items: [item('open', 'open_checkout_mandate', 'open')] };
const listed = (type, ...words) => ({ type, allowed_sha256: words.map(sha256) });
const used = (kind, ...words) => ({ evidence_items: words.map((word, index) => item(`item-${index}`, kind, word)) });
const range = (bound) => ({ type: 'payment.amount_range', currency: 'EUR', ...bound });
const budget = (max_minor) => ({ type: 'payment.budget', currency: 'EUR', max_minor });
const payees = (...allowed) => ({ type: 'payment.allowed_payees', allowed });
const shop = { id: 'shop', website: 'https://shop.example/pay' };
const on = (terms = {}, more = {}) => ({
  terms: { amount_minor: 1000, currency: 'EUR', payee: shop, ...terms },
  ...more,
});
const refusing = { decision: 'rejected' };
const asking = { decision: 'escalated' };
const executed = (changes) => ({ type: 'payment.execution_date', ...changes });

/** Name, rule, the one constraint, what the receipt has else, and the result that SPEC.md §7.5 gives. */
const constraints = [
  ['merchant-by-id', 'a policy named by the id of a merchant', merchants(null), policyAt('merchant-0'), 'covered'],
  ['merchant-by-host', 'upper case and port 443 make no other website', merchants('https://SHOP.example:443/x'), {}, 'covered'],
  ['merchant-other-port', 'another port is another website', merchants('https://shop.example:8443/'), {}, 'not_covered'],
  ['merchant-other-host', 'each merchant has another website', merchants('https://a.example', 'https://b.example'), {}, 'not_covered'],
  ['merchant-other-host-rejected', 'another website, where nothing was accepted', merchants('https://a.example', 'https://b.example'), refusing, 'covered'],
  ['merchant-without-website', 'one merchant names no website', merchants('https://a.example', null), {}, 'unknown'],
  ['merchant-user-data', 'an address with user data names no website', merchants('https://shop.example@a.example/'), {}, 'unknown'],
  ['merchant-by-name', 'a name is no address', merchants('https://a.example'), policyAt('The shop'), 'unknown'],
  ['merchant-no-host', 'a policy at no host', merchants('https://a.example'), policyAt('https:///policy'), 'unknown'],
  ['lines-other-subject', 'the subject is no line item', lines(lineItem(1, 'order-1')), {}, 'unknown'],
  ['lines-one', 'the one item, once', lines(lineItem(1, 'item-0', 'item-1')), bought, 'covered'],
  ['lines-twice', 'one of two', lines(lineItem(2, 'item-1')), bought, 'unknown'],
  ['lines-several', 'one item of several', lines(lineItem(1, 'item-1'), lineItem(1, 'item-2')), bought, 'unknown'],
  ['lines-none', 'an item that none lists', lines(lineItem(1, 'item-2')), bought, 'not_covered'],
  ['executed-late', 'decided after the last day', executed({ not_after: '2026-11-10T08:29:59.999Z' }), {}, 'not_covered'],
  ['executed-late-rejected', 'decided after the last day, and not accepted', executed({ not_after: '2026-11-10T08:29:59.999Z' }), refusing, 'covered'],
  ['executed-in-time', 'a receipt does not say when is paid', executed({ not_after: '2026-11-10T08:30:00.000Z' }), {}, 'unknown'],
  ['executed-early', 'a decision may come before the first day', executed({ not_before: '2026-12-01T00:00:00Z' }), {}, 'unknown'],
  ['reference-mandate', 'the reference is the hash of the mandate', reference(receipt().mandate.sha256), open, 'covered'],
  ['reference-open-mandate', 'the reference is the hash of the open mandate', reference(sha256('open')), open, 'covered'],
  ['reference-other', 'the reference is another hash', reference(sha256('other')), open, 'not_covered'],
  ['reference-other-rejected', 'the reference is another hash, and was not accepted', reference(sha256('other')), { ...open, ...refusing }, 'covered'],
  ['reference-nothing', 'no open mandate to compare with', reference(sha256('other')), {}, 'unknown'],
  ['instrument-none', 'no instrument in the evidence', listed('payment.allowed_payment_instruments', 'one'), {}, 'unknown'],
  ['instrument-listed', 'each instrument is listed', listed('payment.allowed_payment_instruments', 'one', 'two'), used('payment_instrument', 'one', 'two'), 'covered'],
  ['instrument-other', 'one instrument is not listed', listed('payment.allowed_payment_instruments', 'one'), used('payment_instrument', 'one', 'two'), 'not_covered'],
  ['instrument-other-rejected', 'an instrument that is not listed, and was not accepted', listed('payment.allowed_payment_instruments', 'one'), { ...used('payment_instrument', 'two'), ...refusing }, 'covered'],
  ['pisp-listed', 'the provider is listed', listed('payment.allowed_pisps', 'one'), used('payment_initiation_provider', 'one'), 'covered'],
  ['pisp-other', 'the provider is not listed', listed('payment.allowed_pisps', 'one'), used('payment_initiation_provider', 'two'), 'not_covered'],
  ['lines-quantity', 'the quantity that is required', lines(lineItem(2, 'item-1')), on({ quantity: 2 }, bought), 'covered'],
  ['lines-too-many', 'more units than are required', lines(lineItem(2, 'item-1')), on({ quantity: 3 }, bought), 'not_covered'],
  ['lines-two-of-one', 'more units than the one required', lines(lineItem(1, 'item-1')), on({ quantity: 2 }, bought), 'not_covered'],
  ['lines-part', 'fewer units than are required', lines(lineItem(2, 'item-1')), on({ quantity: 1 }, bought), 'unknown'],
  ['lines-two-places', 'two entries may take the same item', lines(lineItem(1, 'item-1'), lineItem(2, 'item-1')), on({ quantity: 3 }, bought), 'unknown'],
  ['lines-two-places-too-many', 'more than all entries take', lines(lineItem(1, 'item-1'), lineItem(2, 'item-1')), on({ quantity: 4 }, bought), 'not_covered'],
  ['lines-too-many-rejected', 'more units, which were not accepted', lines(lineItem(1, 'item-1')), on({ quantity: 2 }, { ...bought, ...refusing }), 'covered'],
  ['lines-none-rejected', 'an item that none lists, which was not accepted', lines(lineItem(1, 'item-2')), { ...bought, ...refusing }, 'covered'],
  ['lines-none-escalated', 'an item that none lists, which a human was asked about', lines(lineItem(1, 'item-2')), { ...bought, ...asking }, 'covered'],
  ['lines-terms-without-quantity', 'terms that state no quantity', lines(lineItem(2, 'item-1')), on({}, bought), 'unknown'],
  ['amount-not-stated', 'a receipt need not state terms', range({ max: 1000 }), {}, 'unknown'],
  ['amount-at-most', 'the largest amount', range({ max: 1000 }), on(), 'covered'],
  ['amount-at-least', 'the smallest amount', range({ min: 1000, max: 2000 }), on(), 'covered'],
  ['amount-above', 'one minor unit more', range({ max: 999 }), on(), 'not_covered'],
  ['amount-below', 'one minor unit less', range({ min: 1001, max: 2000 }), on(), 'not_covered'],
  ['amount-zero', 'an amount of nothing, without a smallest one', range({ max: 0 }), on({ amount_minor: 0 }), 'covered'],
  ['amount-largest', 'amounts are compared exactly', range({ max: 9007199254740990 }), on({ amount_minor: 9007199254740991 }), 'not_covered'],
  ['amount-other-currency', 'currencies are not converted', range({ currency: 'JPY', max: 1000000 }), on(), 'not_covered'],
  ['amount-above-rejected', 'an amount above, which was not accepted', range({ max: 999 }), on({}, refusing), 'covered'],
  ['amount-above-escalated', 'an amount above, which a human was asked about', range({ max: 999 }), on({}, asking), 'covered'],
  ['budget', 'a receipt need not state an amount', budget(1), {}, 'unknown'],
  ['budget-above', 'one amount is above the whole budget', budget(999), on(), 'not_covered'],
  ['budget-at-most', 'one receipt does not show that a budget is kept', budget(1000), on(), 'unknown'],
  ['budget-other-currency', 'currencies of budgets are not converted', budget(1000), on({ currency: 'USD' }), 'not_covered'],
  ['budget-above-rejected', 'what was not accepted spends nothing', budget(999), on({}, refusing), 'unknown'],
  ['payees', 'a receipt need not name a payee', payees(shop), {}, 'unknown'],
  ['payee-by-id', 'the payee has an allowed id', payees({ id: 'other' }, { id: 'shop' }), on(), 'covered'],
  ['payee-same-website', 'the host of a website counts, and not its path', payees({ id: 'shop', website: 'https://SHOP.example:443' }), on(), 'covered'],
  ['payee-other-website', 'an allowed id with another website', payees({ id: 'shop', website: 'https://a.example' }), on(), 'unknown'],
  ['payee-same-text', 'an address without a plain host is compared as text', payees({ id: 'shop', website: 'https://u@a.example' }), on({ payee: { id: 'shop', website: 'https://u@a.example' } }), 'covered'],
  ['payee-user-data', 'an address with user data is no other address', payees({ id: 'shop', website: 'https://u@a.example' }), on({ payee: { id: 'shop', website: 'https://v@a.example' } }), 'unknown'],
  ['payee-by-website-only', 'merchants are told apart by their ids', payees({ ...shop, id: 'other' }), on(), 'not_covered'],
  ['payee-other-rejected', 'another payee, who was not accepted', payees({ id: 'other' }), on({}, refusing), 'covered'],
  ['recurrence-once', 'one use does not exceed a number of uses', { type: 'payment.agent_recurrence', frequency: 'DAILY', max_occurrences: 1 }, on(), 'unknown'],
  ['recurrence', 'a receipt counts no payments', { type: 'payment.agent_recurrence', frequency: 'DAILY' }, {}, 'unknown'],
  ['statement', 'words are for people', { type: 'other.statement', name: 'words', statement: 'Be fair.' }, {}, 'unknown'],
].map(([name, rule, constraint, changes, result]) => ({
  name,
  rule,
  mandate: { constraints: [constraint] },
  changes,
  bounds: [{ pointer: '/mandate/constraints/0', type: constraint.type, result }],
  whole: result,
})); // prettier-ignore

const time = (name, rule, mandate, bounds, whole, changes = {}) => ({ name, rule, mandate, changes, bounds, whole });
const bound = (type, result) => ({ pointer: `/mandate/${type}`, type, result });
const times = [
  time(
    'times-as-instants',
    'times are compared as instants',
    { not_before: '2026-11-10T08:30:00.000Z', not_after: '2026-11-10T08:30:00.000Z' },
    [bound('not_before', 'covered'), bound('not_after', 'covered')],
    'covered',
  ),
  time(
    'times-too-early',
    'decided a millisecond before the mandate began',
    { not_before: '2026-11-10T08:30:00.001Z' },
    [bound('not_before', 'not_covered')],
    'not_covered',
  ),
  time(
    'times-too-late-rejected',
    'one who rejects keeps to the time of the mandate',
    { not_after: '2026-11-10T08:29:59.999Z' },
    [bound('not_after', 'covered')],
    'covered',
    refusing,
  ),
  time('nothing', 'a mandate without any bound', {}, [], 'unknown'),
];

const packOf = ({ mandate, changes, bounds, whole }) => {
  const of = receipt({
    mandate: { format: 'other', sha256: sha256('mandate'), constraints: [], ...mandate },
    ...changes,
  });
  const plain = evidencePack({ of });
  const constraints = bounds.map((one) => ({ ...one, reason: 'See the receipt.', settled_by: null }));
  return evidencePack({ of }, { mandate_scope: { ...plain.mandate_scope, result: whole, constraints } });
};

const other = { covered: 'not_covered', not_covered: 'unknown', unknown: 'covered' };

/** Each bound of SPEC.md §7.5 with its result, and the same pack with another one. */
export const boundCases = [...constraints, ...times].flatMap((one) => {
  const wrong = {
    ...one,
    bounds: one.bounds.map((stated) => ({ ...stated, result: other[stated.result] })),
    whole: other[one.whole],
  };
  return [
    vector(`bound-${one.name}`, KIND, one.rule, packOf(one)),
    vector(`bound-${one.name}-otherwise`, KIND, `another result: ${one.rule}`, packOf(wrong), {
      linked_hashes: 'fail',
    }),
  ];
});
