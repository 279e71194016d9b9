import { hashOf, sealed, sha256 } from './canonical.mjs';
import { fail, open, pass, vector } from './case.mjs';
import { anchorOf, evidencePack } from './evidence-pack-document.mjs';
import { signature } from './keys.mjs';
import { receipt } from './receipt-document.mjs';
import { workOrderPack } from './work-order-document.mjs';

const KIND = 'evidence_pack';
const HASH = 'pack_hash_sha256';
const SIGNED = '2026-11-10T08:30:05Z';
const ANCHORED = '2026-11-10T09:00:00Z';
const plainReceipt = receipt();
const hash = hashOf(plainReceipt);

const receiptBy = (name, of = plainReceipt, at = SIGNED) => signature(of, 'receipt_hash_sha256', name, at);

/** A pack in which the receipt carries these signatures. */
const packWith = (signatures, options) => {
  const pack = evidencePack(options);
  const decision = pack.acceptance_decision;
  return sealed({ ...pack, acceptance_decision: { ...decision, receipt: { ...decision.receipt, signatures } } }, HASH);
};

const bySigner = (document, name = 'service', at = SIGNED) => ({
  ...document,
  signatures: [signature(document, HASH, name, at)],
});

const pack = (name, rule, document, results, options = {}) =>
  vector(`signature-pack-${name}`, KIND, rule, document, results, { keys: 'keys', ...options });

const inner = packWith([receiptBy('decider')]);
const anchorOnly = (changes = {}) =>
  evidencePack({ anchor: anchorOf(hash, changes), evidenceCase: 'historical_anchor_only' });
const state = { anchor_state: 'unverified' };
const both = bySigner(inner);

export const signedPackCases = [
  pack('both', 'pack and receipt are signed', both, pass),
  pack('both-anchored', 'a pack that is intact, signed and anchored', bySigner(packWith([receiptBy('decider')], { anchor: anchorOf(hash), evidenceCase: 'receipt_and_finalized_anchor' })), pass, { anchoredAt: ANCHORED }),
  pack('receipt-unsigned', 'the pack alone does not show who decided', bySigner(evidencePack()), open),
  pack('alone-unsigned', 'the receipt alone does not show who made the pack', inner, open),
  pack('by-decisions-key', 'a decisions key signs no pack', bySigner(inner, 'decider'), fail),
  pack('receipt-by-service-key', 'a service key signs no receipt, inside a pack either', bySigner(packWith([receiptBy('service')])), fail),
  pack('receipt-of-another', 'the signature in the pack belongs to another receipt', bySigner(packWith([receiptBy('decider', receipt({ receipt_id: 'another-receipt' }))])), fail),
  pack('of-another', 'the signature belongs to another pack', { ...inner, signatures: bySigner(evidencePack()).signatures }, fail),
  pack('hash-recomputed', 'a recomputed hash does not mend the signature of a pack', { ...sealed({ ...inner, boundaries: ['None.'] }, HASH), signatures: both.signatures }, fail),
  pack('before-the-receipt', 'a pack is not signed before its receipt was decided', bySigner(inner, 'service', '2026-11-10T08:29:59Z'), fail),
  pack('superseded', 'what a superseded key signed before stays good', bySigner(inner, 'service-superseded'), pass),
  pack('compromised-anchored', 'the anchor of a receipt says nothing of the pack', bySigner(inner, 'service-compromised'), open, { anchoredAt: ANCHORED }),
  pack('receipt-compromised-anchored', 'the anchor counts for the receipt inside', bySigner(packWith([receiptBy('compromised')])), pass, { anchoredAt: ANCHORED }),
  pack('receipt-compromised', 'without an anchor the receipt of a lost key is open', bySigner(packWith([receiptBy('compromised')])), open),
  pack('anchor-only', 'a pack without receipt states the time of its anchor', bySigner(anchorOnly(), 'service', ANCHORED), { ...pass, ...state }),
  pack('anchor-only-before', 'a pack without receipt is not signed before its anchor', bySigner(anchorOnly(), 'service', '2026-11-10T08:59:59Z'), { ...fail, ...state }),
  pack('anchor-only-no-time', 'a pack that states no time has none to be signed before', bySigner(anchorOnly({ state: 'submitted', seen_finalized: false, block_hash: null, registered_data_hex: null, finalized_at: null })), { ...pass, ...state, anchor_bytes: 'unverified' }),
  vector('evidence-anchor-private', KIND, 'an anchor on a private chain shows nothing to others', evidencePack({ anchor: anchorOf(hash, { network: `genesis:${sha256('genesis')}` }) }), state, { anchoredAt: ANCHORED }),
  vector('evidence-anchor-simulated', KIND, 'a finalized anchor on a simulated chain shows nothing', evidencePack({ anchor: anchorOf(hash, { network: `simulation:${sha256('simulation')}` }) }), state, { anchoredAt: ANCHORED }),
  vector('signature-work-order', 'work_order_pack', 'previews are never signed, and a member of that name is hashed', workOrderPack({}, () => ({ signatures: both.signatures })), open, { keys: 'keys' }),
]; // prettier-ignore
