import { byCodePoints, byCodeUnits, changed, hashOf, sealed, sha256, without } from './canonical.mjs';
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

const again = (changes) => sealed(changed(plain, changes), HASH);

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

const other = sha256('another');
const otherTerm = { provenance: 'supplied_by_party', text: 'Nothing may be sent back.' };
const otherSubject = { ...receipt().subject, reference: 'order-2' };
const items = plain.evidence_items;

/** Parts of a pack that do not belong together: name, rule, and what is changed before the pack is sealed again. */
const unlinked = [
  ['other-receipt-inside', 'the receipt has the hash stated', { 'acceptance_decision.receipt.subject': otherSubject }],
  ['decision-turned', 'a section agrees with the receipt', { 'acceptance_decision.decision': 'rejected' }],
  ['term-changed', 'the policy terms are those of the receipt', { 'merchant_policy.terms.0.term': otherTerm }],
  ['item-left-out', 'each item of the receipt is in the pack', { evidence_items: items.slice(1) }],
  ['item-twice', 'each item of the receipt is in the pack once', { evidence_items: [...items, items[0]] }],
  ['item-other-hash', 'each item has the hash of the receipt', { 'evidence_items.0.sha256': other }],
  [
    'unknown-called-covered',
    'the mandate’s bounds are computed again',
    {
      'mandate_scope.result': 'covered',
      'mandate_scope.constraints': plain.mandate_scope.constraints.map((one) => ({ ...one, result: 'covered' })),
    },
  ],
].map(([name, rule, changes]) => vector(`evidence-${name}`, KIND, rule, again(changes), linked));

const noBytes = { anchor_bytes: 'fail', anchor_state: 'unverified' };
const notFinal = { anchor_state: 'fail' };
const simulated = `simulation:${sha256('simulation')}`;

/** A pack that claims a final anchor: name, rule, what is changed in the anchor, and the results. */
const claimed = [
  ['anchor-of-another', 'the anchor names the receipt', { receipt_hash_sha256: other }, { ...linked, anchor_state: 'unverified' }], // prettier-ignore
  ['other-bytes', 'the registered bytes are the receipt hash', { registered_data_hex: registered(other) }, noBytes],
  ['raw-bytes', 'the registered bytes are a CBOR text, not the raw hash', { registered_data_hex: hash }, noBytes],
  ['bytes-left-over', 'only the hash is registered', { registered_data_hex: `${registered(hash)}00` }, noBytes],
  [
    'upper-case-bytes',
    'the hash is registered in lower case',
    { registered_data_hex: registered(hash.toUpperCase()) },
    noBytes,
  ],
  ['submitted-called-final', 'an anchor under way is no final anchor', { state: 'submitted' }, notFinal],
  ['unseen-called-final', 'an anchor that nobody looked up is not final', { seen_finalized: false }, notFinal],
  ['simulated-called-final', 'an anchor on a simulated chain proves nothing', { network: simulated }, notFinal],
].map(([name, rule, changes, results]) => vector(`evidence-${name}`, KIND, rule, withFinal(changes), results));

const failing = [
  ...sections.map((section) =>
    vector(
      `evidence-without-${section.replaceAll('_', '-')}`,
      KIND,
      `the section ${section} is required`,
      sealed(without(plain, section), HASH),
      { schema: 'fail' },
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
    asked: other,
  }),
  ...unlinked,
  ...claimed,
  vector(
    'evidence-other-bytes-in-the-proofs',
    KIND,
    'the registered bytes are the hash that the question names',
    sealed(
      changed(withFinal({ registered_data_hex: registered(other) }), {
        'concordium_proofs.receipt_hash_sha256': other,
      }),
      HASH,
    ),
    { ...linked, ...noBytes },
  ),
  vector(
    'evidence-state-contradicts',
    KIND,
    'anchor_state is the state of the anchor',
    again({ 'concordium_proofs.anchor_state': 'finalized' }),
    notFinal,
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
