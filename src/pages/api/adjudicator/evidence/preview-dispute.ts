import { adapters } from '../../../../domain/adjudication/adapter-descriptors.ts';
import { DisputeRequest, EvidencePack } from '../../../../domain/adjudication/evidence-pack.ts';
import { receiptRules } from '../../../../domain/receipts/decision-receipt.ts';
import { receiptHash } from '../../../../domain/receipts/published-receipt.ts';
import { operation } from '../../../../http/operation.ts';
import { resource } from '../../../../http/resource.ts';
import { descriptorOperation } from '../../../../site/descriptors.ts';

export const ALL = resource({
  GET: descriptorOperation('describeDisputePreview', adapters.evidencePack),
  POST: operation({
    id: 'previewDispute',
    tag: 'Adjudication',
    summary: 'See the evidence pack of a dispute',
    description:
      'Builds the evidence pack of a dispute about a receipt that is sent, or about one that is known here by its hash. The words of the claimant are capped and marked. The service signs the pack that it built, not what the parties say in it. Nothing is stored and no adjudication layer is called.',
    sideEffects: 'none',
    auth: 'none',
    cors: true,
    limit: 'preview',
    body: DisputeRequest,
    hashedBody: true,
    rules: receiptRules,
    responses: { 200: { description: 'The evidence pack.', schema: EvidencePack } },
    errors: ['unknown_receipt', 'storage_unavailable'],
    async handle({ body }, { evidence }) {
      const { receipt, receipt_hash_sha256: hash, ...dispute } = body;
      const known =
        receipt === undefined
          ? await evidence.find(hash!)
          : {
              receipt,
              receiptSource: 'supplied_by_party' as const,
              anchor: await evidence.findAnchor(receiptHash(receipt, '/receipt')),
            };
      return { status: 200, body: await evidence.buildSigned({ ...known, dispute }) };
    },
  }),
});
