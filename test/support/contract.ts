import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Devnet, openDevnet } from '../../src/devnet/devnet.ts';
import { buildEvidencePack } from '../../src/domain/adjudication/build-evidence-pack.ts';
import { buildSampleOrder } from '../../src/domain/adjudication/run-work-order.ts';
import { type Answer, call, post } from './call.ts';
import { anchoringOn, asAdmin } from './chain-double/settings.ts';
import { addFormats } from './formats.ts';
import { type HostedService, hostService } from './hosted-service.ts';
import { acceptedReceipt } from './receipts.ts';

type Content = Record<string, { schema: { $ref?: string }; example?: unknown }>;

interface OpenApi {
  openapi: string;
  paths: Record<
    string,
    Record<
      string,
      { operationId: string; requestBody?: { content: Content }; responses: Record<string, { content?: Content }> }
    >
  >;
  components: { schemas: Record<string, Record<string, unknown>> };
}

export const SITE = 'http://localhost:4321';
/** A hash that is anchored where an example needs one. */
const ANCHORED = 'c'.repeat(64);

/** What is posted to each address. */
export const bodies: Readonly<Record<string, object>> = {
  '/api/intake': { body: 'For the contract' },
  '/api/adjudicator/evidence/preview-dispute': {
    receipt: acceptedReceipt,
    claim: { by: 'buyer', text: 'It is not what was offered.', requested_outcome: 'reject_or_refund' },
  },
  '/api/adjudicator/evidence/exhibit': buildEvidencePack({ receipt: acceptedReceipt, baseUrl: SITE }),
  '/api/adjudicator/work-order/preview': buildSampleOrder('contract'),
  '/api/adjudicator/work-order/run-preview': {},
  '/api/agent-acceptance-kit/anchor-preview': { receipt_hash_sha256: 'a'.repeat(64) },
  '/api/agent-acceptance-kit/anchor-live': { receipt_hash_sha256: 'b'.repeat(64) },
};

/** A service that anchors, for the tests of a file, and what it publishes about itself. */
export const describedService = () => {
  let server: HostedService;
  let devnet: Devnet;
  let openapi: OpenApi;
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
  addFormats(ajv);

  beforeAll(async () => {
    devnet = await openDevnet();
    server = await hostService({ ...(await anchoringOn(devnet)), RATE_LIMIT_READ: '100000/60' });
    openapi = (await call(`${server.url}/openapi.json`)).json as unknown as OpenApi;
    for (const id of Object.keys(openapi.components.schemas)) {
      ajv.addSchema((await call(`${server.url}/schemas/${id}.json`)).json);
    }
  });
  afterAll(async () => {
    await server.end();
    await devnet.close();
  });

  const validatorFor = (id: string): ValidateFunction => ajv.getSchema(`${SITE}/schemas/${id}.json`)!;

  const expectValid = (answer: Answer, id: string): void => {
    const validate = validatorFor(id);
    validate(answer.json);
    expect(validate.errors ?? []).toEqual([]);
  };

  /** Whether a body satisfies the schema of the requests that are posted to an address. */
  const isValidBody = (path: string, body: object): boolean =>
    validatorFor(
      openapi.paths[path]!['post']!.requestBody!.content['application/json']!.schema.$ref!.replace(
        '#/components/schemas/',
        '',
      ),
    )(body) as boolean;

  const schemaOf = (method: string, path: string, status: number): string => {
    const response = openapi.paths[path]![method.toLowerCase()]!.responses[String(status)]!;
    return Object.values(response.content!)[0]!.schema.$ref!.replace('#/components/schemas/', '');
  };

  /** An address for each template, with a receipt that exists where one is needed. */
  const example = async (path: string): Promise<string> => {
    if (!path.includes('{')) return server.url + path;
    if (path.includes('{receipt_hash_sha256}')) {
      await post(`${server.url}/api/agent-acceptance-kit/anchor-live`, { receipt_hash_sha256: ANCHORED }, asAdmin);
      return server.url + path.replace('{receipt_hash_sha256}', ANCHORED);
    }
    const receipt = (await post(`${server.url}/api/intake`, { body: 'For the contract' })).json;
    return server.url + path.replace('{id}', String(receipt['id']));
  };

  return {
    get url() {
      return server.url;
    },
    get openapi() {
      return openapi;
    },
    example,
    expectValid,
    isValidBody,
    schemaOf,
  };
};
