import { exhibitParameters, exhibitReply, exhibitResponses } from '../../../../../http/exhibit.ts';
import { receiptHashParameter } from '../../../../../http/hash-parameter.ts';
import { operation } from '../../../../../http/operation.ts';
import { resource } from '../../../../../http/resource.ts';

export const ALL = resource({
  GET: operation({
    id: 'getExhibit',
    tag: 'Adjudication',
    summary: 'Read the evidence on a receipt as plain text',
    description:
      'The evidence pack as an exhibit for those who judge and follow no link: facts first, then what parties wrote, each text named, marked and whole. Near the limit texts are left out from the last on, which the exhibit says.',
    sideEffects: 'none',
    auth: 'none',
    limit: 'read',
    cors: true,
    cacheSeconds: 5,
    params: { receipt_hash_sha256: receiptHashParameter },
    query: exhibitParameters,
    ...exhibitResponses,
    errors: ['unknown_receipt', 'storage_unavailable'],
    handle: async ({ params, query }, app) =>
      exhibitReply(JSON.stringify(await app.evidence.pack(params['receipt_hash_sha256']!)), query, app),
  }),
});
