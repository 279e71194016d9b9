import { sealed, sha256 } from './canonical.mjs';
import { pass, vector } from './case.mjs';
import { evidencePack } from './evidence-pack-document.mjs';
import { signature } from './keys.mjs';
import { receipt, receiptWithHash } from './receipt-document.mjs';

const KIND = 'decision_receipt';
const HASH = 'receipt_hash_sha256';
const EARLIER = '2026-11-09T12:00:00Z';
const LATER = '2026-11-10T08:30:00.001Z';
const SIGNED = '2026-11-10T08:30:05Z';

const budget = (max_minor) => ({ type: 'payment.budget', currency: 'EUR', max_minor });
const uses = (max_occurrences) => ({ type: 'payment.agent_recurrence', frequency: 'ON_DEMAND', max_occurrences });
const mandate = (bound, words = 'mandate') => ({ format: 'ap2.v0.2', sha256: sha256(words), constraints: [bound] });
const of = (amount_minor, currency = 'EUR') => ({ terms: { amount_minor, currency, payee: { id: 'shop' } } });

/** The decision that is verified: 10 euros of a budget of 25, unless said otherwise. */
const decided = (changes = {}, bound = budget(2500)) =>
  receiptWithHash({ mandate: mandate(bound), ...of(1000), ...changes });
/** Another decision under the same mandate, which came before. */
const before = (id, changes = {}) => decided({ receipt_id: id, decided_at: EARLIER, ...of(1000), ...changes });
const withoutTerms = (made) => {
  const { terms: _terms, ...rest } = made;
  return sealed(rest, HASH);
};
const signed = (made, by = 'decider', of = made) => ({ ...made, signatures: [signature(of, HASH, by, SIGNED)] });

const [one, two] = [before('one'), before('two')];
const correctionOf = ({ receipt_hash_sha256: hash }, id, changes = {}) =>
  before(id, { subject: { kind: 'decision_receipt', reference: 'A correction', sha256: hash }, ...changes });
const mended = correctionOf(two, 'mended');
const above = before('two', of(501));
const again = decided({ mandate: mandate(uses(2)) });

/** Name, rule, the decision, the receipts that are given with it, the whole result, and more of the vector. */
const cases = [
  ['alone', 'one receipt does not show that a budget is kept', decided(), [], 'unknown'],
  ['sum-at-most', 'the whole budget may be used', decided(), [one, before('two', of(500))], 'unknown'],
  ['sum-above', 'amounts are added', decided(), [one, above], 'not_covered'],
  ['sum-exact', 'amounts are added exactly', decided(of(9007199254740991), budget(9007199254740991)), [before('one', of(1))], 'not_covered'],
  ['later', 'a later decision does not count', decided(), [one, before('two', { decided_at: LATER })], 'unknown'],
  ['same-moment', 'a decision of the same moment counts', decided(), [one, before('two', { decided_at: '2026-11-10T08:30:00.000Z' })], 'not_covered'],
  ['other-mandate', 'another mandate has its own budget', decided(), [one, before('two', { mandate: mandate(budget(1), 'another') })], 'unknown'],
  ['same-mandate-other-bounds', 'a mandate is known by its hash', decided(), [one, before('two', { mandate: mandate(uses(9)) })], 'not_covered'],
  ['rejected-before', 'what was rejected uses nothing', decided(), [one, before('two', { decision: 'rejected' })], 'unknown'],
  ['rejected-itself', 'a rejected decision breaks no budget', decided({ decision: 'rejected' }), [one, two, before('three')], 'unknown'],
  ['given-twice', 'a receipt counts once', decided(), [one, one], 'unknown'],
  ['given-itself', 'the receipt itself counts once', decided(), [one, decided()], 'unknown'],
  ['other-currency', 'another currency is not added', decided(), [one, before('two', of(9000, 'USD'))], 'unknown'],
  ['others-without-terms', 'a receipt without terms adds nothing', decided(), [one, withoutTerms(two)], 'unknown'],
  ['itself-without-terms', 'a budget that was used up covers no further use', withoutTerms(decided()), [one, two, before('three')], 'not_covered'],
  ['not-intact', 'a receipt with another hash does not count', decided(), [one, { ...two, reason: 'Changed.' }], 'unknown'],
  ['no-receipt', 'only decision receipts count', decided(), [one, evidencePack({ of: two })], 'unknown'],
  ['no-json', 'what is no JSON does not count', decided(), [one, '\u0089PNG'], 'unknown'],
  ['signed-and-not', 'unsigned receipts do not count beside a signed one', signed(decided()), [one, two], 'unknown', pass],
  ['signed-both', 'signed receipts count beside a signed one', signed(decided()), [signed(one), signed(two, 'second')], 'not_covered', pass],
  ['signed-by-stranger', 'a key that is not at hand does not count beside one that is', signed(decided()), [signed(one), signed(two, 'stranger')], 'unknown', pass],
  ['signed-others', 'signed receipts count beside an unsigned one', decided(), [signed(one), signed(two)], 'not_covered'],
  ['signed-badly', 'a receipt with a bad signature does not count', decided(), [one, signed(two, 'decider', one)], 'unknown'],
  ['corrects-another', 'a correction and what it corrects are one use', correctionOf(one, 'itself', { decided_at: LATER, ...of(2000) }), [one], 'unknown'],
  ['corrects-nothing', 'a subject of another kind is no correction', correctionOf(one, 'itself', { decided_at: LATER, ...of(2000), subject: { kind: 'order', reference: 'one', sha256: one.receipt_hash_sha256 } }), [one], 'not_covered'],
  ['corrected-itself', 'a correction of the same moment is no second use', one, [correctionOf(one, 'mended', of(2000))], 'unknown'],
  ['corrected-by-another', 'in whatever order they are given', decided(), [two, mended], 'unknown'],
  ['corrected-twice', 'of several corrections the last one counts', decided(of(500)), [correctionOf(mended, 'last', of(2000)), two, mended], 'unknown'],
  ['corrected-by-none', 'a correction that does not count takes no place', decided(), [one, two, correctionOf(two, 'mended', { decided_at: LATER })], 'not_covered'],
  ['uses-at-most', 'as many uses as are allowed', again, [one], 'unknown'],
  ['uses-above', 'one use more than are allowed', again, [one, withoutTerms(two)], 'not_covered'],
  ['changed', 'a decision that is not intact is not judged', { ...decided(), reason: 'Changed.' }, [one, two], null, { hash: 'fail' }],
]; // prettier-ignore

const plainPack = evidencePack({ of: receipt({ mandate: mandate(budget(2500)), ...of(1000) }) });
const constraints = [{ pointer: '/mandate/constraints/0', type: 'payment.budget', result: 'unknown', reason: 'See the receipt.', settled_by: null }]; // prettier-ignore
const pack = sealed({ ...plainPack, mandate_scope: { ...plainPack.mandate_scope, constraints } }, 'pack_hash_sha256');

/** Decisions that are verified with further receipts of the same mandate (SPEC.md §11.14). */
export const mandateCases = [
  ...cases.map(([name, rule, document, receipts, mandate, results = {}]) => {
    const keys = JSON.stringify([document, receipts]).includes('"signatures"') ? 'keys' : null;
    return vector(`mandate-${name}`, KIND, rule, document, results, { receipts, mandate, keys });
  }),
  vector('mandate-of-a-pack', 'evidence_pack', 'a pack is judged by its receipt, and says itself what that alone shows', pack, {}, { receipts: [one, two], mandate: 'not_covered' }), // prettier-ignore
];
