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
const executed = (changes) => ({ type: 'payment.execution_date', ...changes });

/** Name, rule, the one constraint, what the receipt has else, and the result that SPEC.md §7.5 gives. */
const constraints = [
  ['merchant-by-id', 'a policy named by the id of a merchant', merchants(null), policyAt('merchant-0'), 'covered'],
  ['merchant-by-host', 'upper case and port 443 make no other website', merchants('https://SHOP.example:443/x'), {}, 'covered'],
  ['merchant-other-port', 'another port is another website', merchants('https://shop.example:8443/'), {}, 'not_covered'],
  ['merchant-other-host', 'each merchant has another website', merchants('https://a.example', 'https://b.example'), {}, 'not_covered'],
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
  ['executed-in-time', 'a receipt does not say when is paid', executed({ not_after: '2026-11-10T08:30:00.000Z' }), {}, 'unknown'],
  ['executed-early', 'a decision may come before the first day', executed({ not_before: '2026-12-01T00:00:00Z' }), {}, 'unknown'],
  ['reference-mandate', 'the reference is the hash of the mandate', reference(receipt().mandate.sha256), open, 'covered'],
  ['reference-open-mandate', 'the reference is the hash of the open mandate', reference(sha256('open')), open, 'covered'],
  ['reference-other', 'the reference is another hash', reference(sha256('other')), open, 'not_covered'],
  ['reference-nothing', 'no open mandate to compare with', reference(sha256('other')), {}, 'unknown'],
  ['instrument-none', 'no instrument in the evidence', listed('payment.allowed_payment_instruments', 'one'), {}, 'unknown'],
  ['instrument-listed', 'each instrument is listed', listed('payment.allowed_payment_instruments', 'one', 'two'), used('payment_instrument', 'one', 'two'), 'covered'],
  ['instrument-other', 'one instrument is not listed', listed('payment.allowed_payment_instruments', 'one'), used('payment_instrument', 'one', 'two'), 'not_covered'],
  ['pisp-listed', 'the provider is listed', listed('payment.allowed_pisps', 'one'), used('payment_initiation_provider', 'one'), 'covered'],
  ['pisp-other', 'the provider is not listed', listed('payment.allowed_pisps', 'one'), used('payment_initiation_provider', 'two'), 'not_covered'],
  ['budget', 'a receipt holds no amount', { type: 'payment.budget', currency: 'EUR', max: 1 }, {}, 'unknown'],
  ['payees', 'a receipt names no payee', { ...merchants('https://shop.example'), type: 'payment.allowed_payees' }, {}, 'unknown'],
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

const time = (name, rule, mandate, bounds, whole) => ({ name, rule, mandate, changes: {}, bounds, whole });
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
