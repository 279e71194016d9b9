import { schemaId } from '../vocabulary/service.ts';
import type { DecisionReceipt } from './decision-receipt.ts';

/** A made-up receipt for examples, whatever is published: neither party exists. Its mandate leaves something to judge. */
export const sampleReceipt: DecisionReceipt = {
  schema: schemaId('decision-receipt.schema'),
  receipt_id: 'sample-outside-mandate',
  decided_at: '2026-11-12T17:45:00Z',
  agent: { name: 'Sample agent', account: 'ccd:4221332d34e1694168c2a0c0b3fd0f27:sample-agent' },
  decision: 'accepted',
  subject: {
    kind: 'line_item',
    reference: 'sku-floor-lamp',
    sha256: '3c25bc83570b325f1a25511c484ce81ef004ca410a8fb685b602038f6bfae9f9',
  },
  mandate: {
    format: 'ap2.v0.2',
    sha256: 'c47dc0cc0d514597dc3d192cfa3dffe08baa3f6028c2eb6044d32ecf1cd967fd',
    constraints: [
      {
        type: 'checkout.allowed_merchants',
        allowed: [{ id: 'other-shop-example', website: 'https://other-shop.example' }],
      },
      {
        type: 'checkout.line_items',
        items: [{ id: 'lamp', acceptable_items: [{ id: 'sku-desk-lamp', title: 'Desk lamp' }], quantity: 1 }],
      },
      { type: 'payment.amount_range', currency: 'EUR', max: 8000 },
    ],
    not_before: '2026-11-01T00:00:00Z',
    not_after: '2026-11-10T23:59:59Z',
  },
  merchant_policy: {
    reference: 'https://shop.example/policies/returns',
    sha256: 'c44d151a62f72c3a9777e7eca5e83db9bc5308fad1f6ce0cf0ae8cf9961b4523',
    terms: [{ id: 'returns', text: 'Goods may be sent back within 30 days.' }],
  },
  evidence_items: [
    {
      id: 'offer',
      kind: 'checkout',
      sha256: '57c238f335b761a5f26c920ddabb9c3aed1a82e7dcccaad9007b2b780c7cfea6',
      media_type: 'application/json',
      provenance: 'attested',
    },
  ],
  reason:
    'Made up, nothing of this took place: the agent accepted an offer that its mandate does not cover, two days late and from another shop.',
};
