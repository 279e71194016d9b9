import { AnchorPreview } from '../../../domain/anchors/anchor-plan.ts';
import { AnchorRequest, hashToAnchor } from '../../../domain/anchors/anchor-request.ts';
import { receiptRules } from '../../../domain/receipts/decision-receipt.ts';
import { operation } from '../../../http/operation.ts';
import { resource } from '../../../http/resource.ts';

export const ALL = resource({
  POST: operation({
    id: 'previewAnchor',
    tag: 'Anchors',
    summary: 'See what anchoring a receipt hash would do',
    description:
      'The exact bytes, the energy, the cost at the rate of the moment, what is left of the budget, whether anchor-live would go ahead, and every reason why not. Spends and stores nothing.',
    sideEffects: 'none',
    auth: 'none',
    cors: true,
    limit: 'preview',
    body: AnchorRequest,
    hashedBody: true,
    rules: receiptRules,
    responses: { 200: { description: 'The preview.', schema: AnchorPreview } },
    errors: ['storage_unavailable'],
    handle: async ({ body }, { anchors }) => ({ status: 200, body: await anchors.preview(hashToAnchor(body)) }),
  }),
});
