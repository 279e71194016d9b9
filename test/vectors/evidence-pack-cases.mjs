import { byCodePoints, byCodeUnits, hashOf, sealed, sha256, without } from './canonical.mjs';
import { unusable, vector } from './case.mjs';
import { registered } from './document-parts.mjs';
import { anchorOf, evidencePack } from './evidence-pack-document.mjs';
import { receipt } from './receipt-document.mjs';

const KIND = 'evidence_pack';
const HASH = 'pack_hash_sha256';
const hash = hashOf(receipt());
const plain = evidencePack();
const withFinal = (changes = {}) =>
  evidencePack({ anchor: anchorOf(hash, changes), evidenceCase: 'receipt_and_finalized_anchor' });

/** Names whose order by code units and by code points differ: the astral one comes before U+FB33 by units. */
const wideNames = { '\ufb33': 1, '😂': 2, '€': 3, ö: 4, '\r': 5, 1: 6 };

const again = (changes) => sealed({ ...plain, ...changes }, HASH);
const inSection = (section, changes) => again({ [section]: { ...plain[section], ...changes } });

const accepted = [
  vector('evidence-not-anchored', KIND, 'a pack that claims no anchor', plain),
  vector('evidence-anchored', KIND, 'the chain is not asked: the anchor’s state is unverified', withFinal(), {
    anchor_state: 'unverified',
  }),
  vector(
    'evidence-anchor-submitted',
    KIND,
    'an anchor under way states no registered bytes',
    evidencePack({
      anchor: anchorOf(hash, {
        state: 'submitted',
        seen_finalized: false,
        block_hash: null,
        registered_data_hex: null,
        finalized_at: null,
      }),
    }),
    { anchor_bytes: 'unverified', anchor_state: 'unverified' },
  ),
  vector(
    'evidence-anchor-only',
    KIND,
    'an anchor alone: historical-anchor-only',
    evidencePack({
      anchor: anchorOf(hash),
      evidenceCase: 'historical_anchor_only',
    }),
    { anchor_state: 'unverified' },
  ),
  vector('evidence-asked-by-hash', KIND, 'a pack on the receipt that was asked for', plain, {}, { asked: hash }),
  vector('evidence-wide-keys', KIND, 'keys are sorted by UTF-16 code units', again(wideNames)),
  vector(
    'evidence-unknown-member',
    KIND,
    'a document may have further members; the hash covers them',
    again({ further: ['member'] }),
  ),
];

const linked = { linked_hashes: 'fail' };
const sections = [
  'adjudication_question', 'parties', 'concordium_proofs', 'merchant_policy', 'acceptance_decision', 'mandate_scope',
  'evidence_items', 'expected_verdict_schema', 'boundaries',
]; // prettier-ignore

/** A pack that claims a final anchor, with something changed in it. */
const claimed = (name, rule, changes, results) => vector(name, KIND, rule, withFinal(changes), results);

const failing = [
  ...sections.map((section) =>
    vector(
      `evidence-without-${section.replaceAll('_', '-')}`,
      KIND,
      `the section ${section} is required`,
      sealed(without(plain, section), HASH),
      {
        schema: 'fail',
      },
    ),
  ),
  vector(
    'evidence-sorted-by-code-points',
    KIND,
    'keys are not sorted by code points',
    sealed({ ...plain, ...wideNames }, HASH, byCodePoints),
    { hash: 'fail' },
  ),
  vector('evidence-on-another-receipt', KIND, 'a pack on another receipt than asked for', plain, linked, {
    asked: sha256('another'),
  }),
  vector(
    'evidence-other-receipt-inside',
    KIND,
    'the receipt inside has the hash stated',
    inSection('acceptance_decision', {
      receipt: receipt({ receipt_id: 'vector-receipt', subject: { ...receipt().subject, reference: 'order-2' } }),
    }),
    linked,
  ),
  vector(
    'evidence-decision-turned',
    KIND,
    'a section agrees with the receipt',
    inSection('acceptance_decision', { decision: 'rejected' }),
    linked,
  ),
  vector(
    'evidence-term-changed',
    KIND,
    'the policy terms are those of the receipt',
    inSection('merchant_policy', {
      terms: [{ id: 'returns', term: { provenance: 'supplied_by_party', text: 'Nothing may be sent back.' } }],
    }),
    linked,
  ),
  vector(
    'evidence-unknown-called-covered',
    KIND,
    'the mandate’s bounds are computed again',
    inSection('mandate_scope', {
      result: 'covered',
      constraints: plain.mandate_scope.constraints.map((finding) => ({ ...finding, result: 'covered' })),
    }),
    linked,
  ),
  vector(
    'evidence-item-left-out',
    KIND,
    'each item of the receipt is in the pack',
    again({ evidence_items: plain.evidence_items.slice(1) }),
    linked,
  ),
  vector(
    'evidence-item-twice',
    KIND,
    'each item of the receipt is in the pack once',
    again({ evidence_items: [...plain.evidence_items, plain.evidence_items[0]] }),
    linked,
  ),
  vector(
    'evidence-item-other-hash',
    KIND,
    'each item has the hash of the receipt',
    again({
      evidence_items: plain.evidence_items.map((item) => ({ ...item, sha256: sha256('another') })),
    }),
    linked,
  ),
  claimed(
    'evidence-anchor-of-another',
    'the anchor names the receipt',
    { receipt_hash_sha256: sha256('another') },
    { ...linked, anchor_state: 'unverified' },
  ),
  claimed(
    'evidence-other-bytes',
    'the registered bytes are the receipt hash',
    { registered_data_hex: registered(sha256('another')) },
    { anchor_bytes: 'fail', anchor_state: 'unverified' },
  ),
  vector(
    'evidence-other-bytes-in-the-proofs',
    KIND,
    'the registered bytes are the hash that the question names',
    sealed(
      {
        ...withFinal({ registered_data_hex: registered(sha256('another')) }),
        concordium_proofs: {
          ...withFinal({ registered_data_hex: registered(sha256('another')) }).concordium_proofs,
          receipt_hash_sha256: sha256('another'),
        },
      },
      HASH,
    ),
    { ...linked, anchor_bytes: 'fail', anchor_state: 'unverified' },
  ),
  claimed(
    'evidence-raw-bytes',
    'the registered bytes are a CBOR text, not the raw hash',
    { registered_data_hex: hash },
    { anchor_bytes: 'fail', anchor_state: 'unverified' },
  ),
  claimed(
    'evidence-bytes-left-over',
    'nothing but the hash is registered',
    { registered_data_hex: `${registered(hash)}00` },
    { anchor_bytes: 'fail', anchor_state: 'unverified' },
  ),
  claimed(
    'evidence-upper-case-bytes',
    'the hash is registered in lower case',
    { registered_data_hex: registered(hash.toUpperCase()) },
    { anchor_bytes: 'fail', anchor_state: 'unverified' },
  ),
  claimed(
    'evidence-submitted-called-final',
    'an anchor under way is no final anchor',
    { state: 'submitted' },
    { anchor_state: 'fail' },
  ),
  claimed(
    'evidence-unseen-called-final',
    'an anchor that nobody looked up is no final anchor',
    { seen_finalized: false },
    { anchor_state: 'fail' },
  ),
  claimed(
    'evidence-simulated-called-final',
    'an anchor on a simulated chain proves nothing',
    { network: `simulation:${sha256('simulation')}` },
    { anchor_state: 'fail' },
  ),
  vector(
    'evidence-state-contradicts',
    KIND,
    'anchor_state is the state of the anchor',
    inSection('concordium_proofs', { anchor_state: 'finalized' }),
    { anchor_state: 'fail' },
  ),
  vector('evidence-side-effects', KIND, 'side_effects says none', again({ side_effects: 'some' }), { schema: 'fail' }),
];

const others = [
  unusable('other-schema', 'a document of another kind is unusable, not invalid', {
    schema: 'service.status.v1',
    ok: true,
  }),
  unusable('no-schema', 'a document without schema is unusable', { ok: true }),
  unusable('no-object', 'a value that is no object is unusable', [1.5, 'text', null]),
];

// The wide names have to tell the two orders apart, or the vectors would try nothing.
if (hashOf(wideNames, byCodePoints) === hashOf(wideNames, byCodeUnits))
  throw new Error('the names do not tell the orders apart');

export const evidencePackCases = [...accepted, ...failing, ...others];
