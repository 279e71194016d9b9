import { byCodePoints, byCodeUnits, changed, hashOf, sealed, sha256, without } from './canonical.mjs';
import { unusable, vector } from './case.mjs';
import { registered } from './document-parts.mjs';
import { anchorOf, evidencePack } from './evidence-pack-document.mjs';
import { receipt } from './receipt-document.mjs';

const HASH = 'pack_hash_sha256';
const hash = hashOf(receipt());
const other = sha256('another');
const plain = evidencePack();
const items = plain.evidence_items;
const again = (changes) => sealed(changed(plain, changes), HASH);
const withFinal = (changes = {}) =>
  evidencePack({ anchor: anchorOf(hash, changes), evidenceCase: 'receipt_and_finalized_anchor' });
const anchorOnly = evidencePack({ anchor: anchorOf(hash), evidenceCase: 'historical_anchor_only' });
const underWay = {
  state: 'submitted',
  seen_finalized: false,
  block_hash: null,
  registered_data_hex: null,
  finalized_at: null,
};

/** Names whose order by code units and by code points differ: the astral one comes before U+FB33 by units. */
const wideNames = { '\ufb33': 1, '😂': 2, '€': 3, ö: 4, '\r': 5, 1: 6 };
// They have to tell the two orders apart, or the vectors would try nothing.
if (hashOf(wideNames, byCodePoints) === hashOf(wideNames, byCodeUnits))
  throw new Error('the names do not tell the orders apart');
const byPoints = sealed({ ...plain, ...wideNames }, HASH, byCodePoints);

const sections = [
  'adjudication_question', 'parties', 'concordium_proofs', 'merchant_policy', 'acceptance_decision', 'mandate_scope',
  'evidence_items', 'expected_verdict_schema', 'boundaries',
]; // prettier-ignore

const otherTerm = { provenance: 'supplied_by_party', text: 'Nothing may be sent back.' };
const otherSubject = { ...receipt().subject, reference: 'order-2' };
const allCovered = plain.mandate_scope.constraints.map((one) => ({ ...one, result: 'covered' }));
const turned = { 'mandate_scope.result': 'covered', 'mandate_scope.constraints': allCovered };

const unseen = { anchor_state: 'unverified' };
const refused = { schema: 'fail' };
const linked = { linked_hashes: 'fail' };
const noBytes = { anchor_bytes: 'fail', ...unseen };
const notFinal = { anchor_state: 'fail' };

/** Name, rule, the pack, the results, and what is given beside it. */
const packs = [
  ['not-anchored', 'a pack that claims no anchor', plain],
  ['anchored', 'the chain is not asked: the anchor’s state is unverified', withFinal(), unseen],
  ['anchor-submitted', 'an anchor under way states no registered bytes', evidencePack({ anchor: anchorOf(hash, underWay) }), { anchor_bytes: 'unverified', ...unseen }],
  ['anchor-only', 'an anchor alone: historical-anchor-only', anchorOnly, unseen],
  ['asked-by-hash', 'a pack on the receipt that was asked for', plain, {}, { asked: hash }],
  ['wide-keys', 'keys are sorted by UTF-16 code units', again(wideNames)],
  ['unknown-member', 'a document may have further members; the hash covers them', again({ further: ['member'] })],
  ...sections.map((name) => [`without-${name.replaceAll('_', '-')}`, `the section ${name} is required`, sealed(without(plain, name), HASH), refused]),
  ['sorted-by-code-points', 'keys are not sorted by code points', byPoints, { hash: 'fail' }],
  ['on-another-receipt', 'a pack on another receipt than asked for', plain, linked, { asked: other }],
  ['other-receipt-inside', 'the receipt has the hash stated', again({ 'acceptance_decision.receipt.subject': otherSubject }), linked],
  ['reason-changed', 'the reason shown is that of the receipt', again({ 'acceptance_decision.reason.text': 'No reason.' }), linked],
  ['term-changed', 'the policy terms are those of the receipt', again({ 'merchant_policy.terms.0.term': otherTerm }), linked],
  ['item-left-out', 'each item of the receipt is in the pack', again({ evidence_items: items.slice(1) }), linked],
  ['item-twice', 'each item of the receipt is in the pack once', again({ evidence_items: [...items, items[0]] }), linked],
  ['item-other-hash', 'each item has the hash of the receipt', again({ 'evidence_items.0.sha256': other }), linked],
  ['unknown-called-covered', 'the mandate’s bounds are computed again', again(turned), linked],
  ['anchor-of-another', 'the anchor names the receipt', withFinal({ receipt_hash_sha256: other }), { ...linked, ...unseen }],
  ['other-bytes', 'the registered bytes are the receipt hash', withFinal({ registered_data_hex: registered(other) }), noBytes],
  ['raw-bytes', 'the registered bytes are a CBOR text, not the raw hash', withFinal({ registered_data_hex: hash }), noBytes],
  ['bytes-left-over', 'only the hash is registered', withFinal({ registered_data_hex: `${registered(hash)}00` }), noBytes],
  ['upper-case-bytes', 'the hash is registered in lower case', withFinal({ registered_data_hex: registered(hash.toUpperCase()) }), noBytes],
  ['submitted-called-final', 'an anchor under way is no final anchor', withFinal({ state: 'submitted' }), notFinal],
  ['unseen-called-final', 'an anchor that nobody looked up is not final', withFinal({ seen_finalized: false }), notFinal],
  ['simulated-called-final', 'an anchor on a simulated chain proves nothing', withFinal({ network: `simulation:${sha256('simulation')}` }), notFinal],
  ['state-contradicts', 'anchor_state is the state of the anchor', again({ 'concordium_proofs.anchor_state': 'finalized' }), notFinal],
  ['hash-nowhere-asked', 'the receipt hash that was asked for is no hash of the pack', without(plain, HASH), { ...refused, hash: 'unverified' }, { asked: hash }],
  ['case-anchor-only', 'a pack with a receipt is not one of an anchor alone', again({ 'adjudication_question.case': 'historical_anchor_only' }), linked],
  ['case-no-verdict', 'an anchor alone supports one verdict', sealed(changed(anchorOnly, { 'expected_verdict_schema.only_supported_verdict': null }), HASH), { ...linked, ...unseen }],
  ['case-other-section', 'an anchor alone has no policy', sealed({ ...anchorOnly, merchant_policy: plain.merchant_policy }, HASH), { ...linked, ...unseen }],
  ['final-without-anchor', 'without an anchor none is final', again({ 'adjudication_question.case': 'receipt_and_finalized_anchor' }), notFinal],
  ['side-effects', 'side_effects says none', again({ side_effects: 'some' }), refused],
]; // prettier-ignore

export const evidencePackCases = [
  ...packs.map(([name, ...rest]) => vector(`evidence-${name}`, 'evidence_pack', ...rest)),
  unusable('other-schema', 'a document of another kind is unusable, not invalid', { schema: 'service.status.v1', ok: true }),
  unusable('no-schema', 'a document without schema is unusable', { ok: true }),
  unusable('no-object', 'a value that is no object is unusable', [1.5, 'text', null]),
]; // prettier-ignore
