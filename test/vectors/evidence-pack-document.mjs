import { hashOf, sealed, sha256 } from './canonical.mjs';
import { boundaries, CHAIN, expectedVerdict, registered, supplied } from './document-parts.mjs';
import { receipt } from './receipt-document.mjs';

export const anchorOf = (hash, changes = {}) => ({
  receipt_hash_sha256: hash,
  state: 'finalized',
  seen_finalized: true,
  network: 'testnet',
  transaction_hash: sha256('transaction'),
  block_hash: sha256('block'),
  sender: 'vector-sender',
  registered_data_hex: registered(hash),
  finalized_at: '2026-11-10T09:00:00Z',
  ...changes,
});

/** An evidence pack on a receipt; `anchor` and `evidenceCase` as the case at hand has them. */
export const evidencePack = (
  { anchor = null, evidenceCase = 'receipt_without_finalized_anchor', of = receipt() } = {},
  changes = {},
) => {
  const hash = hashOf(of);
  const historical = evidenceCase === 'historical_anchor_only';
  return sealed(
    {
      ok: true,
      schema: 'service.adjudicator-evidence-pack.v1',
      side_effects: 'none',
      adjudication_question: {
        kind: 'acceptance',
        case: evidenceCase,
        receipt_hash_sha256: hash,
        question: 'Was the decision made correctly?',
        dispute: null,
      },
      parties: [
        {
          role: 'deciding_agent',
          name: 'Vector agent',
          account: `${CHAIN}:vector-agent`,
          registry_ref: null,
          provenance: 'attested',
        },
      ],
      concordium_proofs: {
        anchor_state: anchor?.state ?? 'not_anchored',
        anchor_state_meaning: 'See the chain.',
        anchor,
        how_to_check: ['Compute it.'],
      },
      merchant_policy: historical
        ? null
        : {
            reference: of.merchant_policy.reference,
            sha256: of.merchant_policy.sha256,
            terms: of.merchant_policy.terms.map(({ id, text }) => ({ id, term: supplied(text) })),
          },
      acceptance_decision: historical
        ? null
        : {
            receipt_source: 'published_by_service',
            demonstration: false,
            reason: supplied(of.reason),
            receipt: of,
          },
      mandate_scope: historical
        ? null
        : {
            result: 'unknown',
            how_to_read: 'Bound by bound.',
            constraints: [
              {
                pointer: '/mandate/not_after',
                type: 'not_after',
                result: 'covered',
                reason: 'In time.',
                settled_by: null,
              },
              {
                pointer: '/mandate/constraints/0',
                type: 'payment.amount_range',
                result: 'unknown',
                reason: 'A receipt holds no amount.',
                settled_by: 'The payment mandate.',
              },
            ],
          },
      evidence_items: historical
        ? []
        : of.evidence_items.map(({ id, kind, sha256: itemHash, media_type = null, provenance }) => ({
            id,
            kind,
            sha256: itemHash,
            media_type,
            uri: null,
            provenance,
            named_by: 'receipt',
            proves: ['That the bytes are unchanged.'],
            does_not_prove: ['That what they say is true.'],
            statement: null,
          })),
      expected_verdict_schema: expectedVerdict(
        historical
          ? {
              accepted_correctly: null,
              recommended_outcome: 'insufficient_evidence',
              because: 'Only an anchor is known.',
            }
          : null,
      ),
      boundaries,
      ...changes,
    },
    'pack_hash_sha256',
  );
};
