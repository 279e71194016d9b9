import { adapters } from '../../../../domain/adjudication/adapter-descriptors.ts';
import { buildEvidencePack } from '../../../../domain/adjudication/build-evidence-pack.ts';
import { EvidencePack } from '../../../../domain/adjudication/evidence-pack.ts';
import { sampleReceipt } from '../../../../domain/receipts/sample-receipt.ts';
import { exhibitParameters, exhibitReply, exhibitResponses } from '../../../../http/exhibit.ts';
import { operation } from '../../../../http/operation.ts';
import { resource } from '../../../../http/resource.ts';
import { descriptorOperation } from '../../../../site/descriptors.ts';

export const ALL = resource({
  GET: descriptorOperation('describeExhibit', adapters.evidencePack),
  POST: operation({
    id: 'makeExhibit',
    tag: 'Adjudication',
    summary: 'See an evidence pack as plain text',
    description:
      'The exhibit of a pack that is sent, of a dispute or of `/static/examples/evidence-pack.json` for instance. The pack must be intact. The exhibit says whether a key of this service signed it, and takes no word of the pack for a fact. Nothing is stored.',
    sideEffects: 'none',
    auth: 'none',
    cors: true,
    limit: 'preview',
    query: exhibitParameters,
    body: EvidencePack,
    example: buildEvidencePack({ receipt: sampleReceipt, baseUrl: 'https://service.example' }),
    hashedBody: true,
    rules: ['The pack satisfies its schema, has the hash that it states, and its parts belong together.'],
    ...exhibitResponses,
    errors: ['storage_unavailable'],
    handle: ({ sent, query }, app) => exhibitReply(new TextDecoder().decode(sent()), query, app),
  }),
});
