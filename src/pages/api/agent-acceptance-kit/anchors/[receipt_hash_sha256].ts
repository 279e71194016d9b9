import { AnchorRecord } from '../../../../domain/anchors/anchor-record.ts';
import { ServiceError } from '../../../../domain/vocabulary/errors.ts';
import { receiptHashParameter } from '../../../../http/hash-parameter.ts';
import { operation } from '../../../../http/operation.ts';
import { resource } from '../../../../http/resource.ts';

export const ALL = resource({
  GET: operation({
    id: 'getAnchor',
    tag: 'Anchors',
    summary: 'Look up the anchor of a receipt hash',
    description:
      'The state of the anchor and what it means, the transaction, what it cost, and how to check it without this service.',
    sideEffects: 'none',
    auth: 'none',
    cors: true,
    cacheSeconds: 5,
    params: { receipt_hash_sha256: receiptHashParameter },
    responses: { 200: { description: 'The record of the anchor.', schema: AnchorRecord } },
    errors: ['not_found', 'storage_unavailable'],
    async handle({ params }, { anchors }) {
      const record = await anchors.find(params['receipt_hash_sha256']!);
      if (!record) throw new ServiceError('not_found', 'No anchor of this hash is stored here.');
      return { status: 200, body: record };
    },
  }),
});
