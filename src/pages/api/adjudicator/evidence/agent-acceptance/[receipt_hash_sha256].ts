import { EvidencePack } from '../../../../../domain/adjudication/evidence-pack.ts';
import { receiptHashParameter } from '../../../../../http/hash-parameter.ts';
import { operation } from '../../../../../http/operation.ts';
import { resource } from '../../../../../http/resource.ts';

export const ALL = resource({
  GET: operation({
    id: 'getEvidencePack',
    tag: 'Adjudication',
    summary: 'Read the evidence pack on a receipt',
    description:
      'What is known of the receipt and its anchor, in nine sections that an adjudication layer can judge from. With an anchor alone the pack supports no verdict but insufficient_evidence. No adjudication layer is called.',
    sideEffects: 'none',
    auth: 'none',
    limit: 'read',
    cors: true,
    cacheSeconds: 5,
    params: { receipt_hash_sha256: receiptHashParameter },
    responses: { 200: { description: 'The evidence pack.', schema: EvidencePack } },
    errors: ['unknown_receipt', 'storage_unavailable'],
    handle: async ({ params }, { evidence }) => ({
      status: 200,
      body: await evidence.pack(params['receipt_hash_sha256']!),
    }),
  }),
});
