/** A generator of clients, by what it is run with and a program that uses what it wrote. */
export interface Generator {
  readonly name: string;
  readonly packages: readonly string[];
  readonly command: readonly string[];
  /** Prints {@link EXPECTED}. Its environment has the address of the service as SERVICE. */
  readonly program: string;
}

const hash = '6b7a8c7d7078425e7d8cbefc0e0ba06ac22cbff399062a52b163c2defb58fb8b';
const claim = "{ by: 'buyer', text: 'Not ordered.', requested_outcome: 'reject_or_refund' }";

/** What every program prints: an intake request and its status, a pack, a dispute, a run, a refusal. */
export const EXPECTED =
  'received received service.adjudicator-evidence-pack.v1 64 reject_or_refund service.agent-accountability-map.v1 invalid_request';

const printed = `console.log(sent.data.status, status.data?.status, pack.data?.schema, dispute.data?.pack_hash_sha256.length,
  run.data?.verdict?.recommended_outcome, map.data?.schema, refused.error?.code);`;

/** The generators, each with the versions that were tried. */
export const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    packages: ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0'],
    command: ['openapi-typescript', 'openapi.json', '-o', 'api.d.ts'],
    program: `import createClient from 'openapi-fetch';
import type { paths } from './api.js';
const client = createClient<paths>({ baseUrl: process.env.SERVICE! });
const sent = await client.POST('/api/intake', { body: { body: 'From a generated client' } });
if (!sent.data) throw new Error(sent.error.detail);
const status = await client.GET('/api/intake/{id}', { params: { path: { id: sent.data.id } } });
const pack = await client.GET('/api/adjudicator/evidence/agent-acceptance/{receipt_hash_sha256}', {
  params: { path: { receipt_hash_sha256: '${hash}' } },
});
const dispute = await client.POST('/api/adjudicator/evidence/preview-dispute', {
  body: { receipt_hash_sha256: '${hash}', claim: ${claim} },
});
const run = await client.POST('/api/adjudicator/work-order/run-preview', { body: { scenario: 'criterion_failed' } });
const map = await client.GET('/static/agent-accountability-map.json');
const refused = await client.POST('/api/intake', { body: { body: 'x' } });
${printed}`,
  },
  {
    name: '@hey-api/openapi-ts',
    packages: ['@hey-api/openapi-ts@0.99.0'],
    command: ['openapi-ts', '-i', 'openapi.json', '-o', 'generated'],
    program: `import { client } from './generated/client.gen.js';
import * as api from './generated/index.js';
client.setConfig({ baseUrl: process.env.SERVICE! });
const sent = await api.submitIntake({ body: { body: 'From a generated client' }, throwOnError: true });
const status = await api.getIntakeStatus({ path: { id: sent.data.id } });
const pack = await api.getEvidencePack({ path: { receipt_hash_sha256: '${hash}' } });
const dispute = await api.previewDispute({ body: { receipt_hash_sha256: '${hash}', claim: ${claim} } });
const run = await api.previewRun({ body: { scenario: 'criterion_failed' } });
const map = await api.getAgentAccountabilityMap();
const refused = await api.submitIntake({ body: { body: 'x' } });
${printed}`,
  },
  {
    name: 'orval',
    packages: ['orval@8.38.0'],
    command: ['orval', '--input', 'openapi.json', '--output', 'generated.ts', '--client', 'fetch'],
    program: `import * as api from './generated.js';
// The generated functions fetch paths relative to the page that they run in.
const plain = globalThis.fetch;
globalThis.fetch = (input, init) => plain(process.env.SERVICE + String(input), init);
const sent = await api.submitIntake({ body: 'From a generated client' });
if (sent.status !== 201) throw new Error(sent.data.detail);
const status = await api.getIntakeStatus(sent.data.id);
const pack = await api.getEvidencePack('${hash}');
const dispute = await api.previewDispute({ receipt_hash_sha256: '${hash}', claim: ${claim} });
const run = await api.previewRun({ scenario: 'criterion_failed' });
const map = await api.getAgentAccountabilityMap();
const refusal = await api.submitIntake({ body: 'x' });
if (status.status !== 200 || pack.status !== 200 || dispute.status !== 200 || run.status !== 200) throw new Error('refused');
if (map.status !== 200 || refusal.status !== 400) throw new Error('an answer of another status');
const refused = { error: refusal.data };
${printed}`,
  },
];
