import { sealed, sha256 } from './canonical.mjs';
import { CHAIN } from './document-parts.mjs';

export const receipt = (changes = {}) => ({
  schema: 'service.decision-receipt.schema.v1',
  receipt_id: 'vector-receipt',
  decided_at: '2026-11-10T08:30:00Z',
  agent: { name: 'Vector agent', account: `${CHAIN}:vector-agent` },
  decision: 'accepted',
  subject: { kind: 'order', reference: 'order-1', sha256: sha256('order-1') },
  mandate: {
    format: 'ap2.v0.2',
    sha256: sha256('mandate'),
    constraints: [{ type: 'payment.amount_range', currency: 'EUR', min: 0, max: 10000 }],
    not_after: '2026-11-30T00:00:00Z',
  },
  merchant_policy: {
    reference: 'https://shop.example/policy',
    sha256: sha256('policy'),
    terms: [{ id: 'returns', text: 'Goods may be sent back within 30 days.' }],
  },
  evidence_items: [
    { id: 'offer', kind: 'checkout', sha256: sha256('offer'), media_type: 'application/json', provenance: 'attested' },
    { id: 'chat', kind: 'message', sha256: sha256('chat'), provenance: 'supplied_by_party' },
  ],
  reason: 'A test vector: the offer keeps to the mandate.',
  ...changes,
});

export const receiptWithHash = (changes) => sealed(receipt(changes), 'receipt_hash_sha256');

/** A receipt whose mandate bounds amounts. */
export const withAmounts = (amounts) =>
  receiptWithHash({
    mandate: { ...receipt().mandate, constraints: [{ type: 'payment.amount_range', currency: 'EUR', ...amounts }] },
  });
