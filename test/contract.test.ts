import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDevnet, type Devnet } from '../src/devnet/devnet.ts';
import { anchoringOn, asAdmin } from './support/chain-double/settings.ts';
import type { RunnerDescriptor } from '../src/domain/adjudication/adapter-descriptors.ts';
import type { ConceptualContract } from '../src/domain/adjudication/conceptual-contract.ts';
import type { EvidencePack } from '../src/domain/adjudication/evidence-pack.ts';
import type { RunReceipt } from '../src/domain/adjudication/runner.ts';
import { buildSampleOrder } from '../src/domain/adjudication/runner-sample.ts';
import type { WorkOrderPack } from '../src/domain/adjudication/work-order-pack.ts';
import { addFormats } from './support/formats.ts';
import { type Answer, call, post } from './support/call.ts';
import {
  anchorBudget,
  conceptualContract,
  descriptorFields,
  descriptorSchemas,
  evidencePackSections,
  intakeFields,
  interfaceEndpoints,
  interfacePages,
  runnerStates,
  verdictFields,
  workOrderPackSections,
} from './support/interface.ts';
import { expectProblem } from './support/problem.ts';
import { acceptedReceipt } from './support/receipts.ts';
import { type RunningServer, startServer } from './support/server.ts';

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

const SITE = 'http://localhost:4321';
/** A hash that is anchored where an example needs one. */
const ANCHORED = 'c'.repeat(64);
let server: RunningServer;
let devnet: Devnet;
let openapi: OpenApi;
const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
addFormats(ajv);

beforeAll(async () => {
  devnet = await openDevnet();
  server = await startServer(await anchoringOn(devnet));
  openapi = (await call(`${server.url}/openapi.json`)).json as unknown as OpenApi;
  for (const id of Object.keys(openapi.components.schemas)) {
    ajv.addSchema((await call(`${server.url}/schemas/${id}.json`)).json);
  }
});
afterAll(async () => {
  await server.stop();
  await devnet.close();
});

const validatorFor = (id: string): ValidateFunction => ajv.getSchema(`${SITE}/schemas/${id}.json`)!;

const expectValid = (answer: Answer, id: string): void => {
  const validate = validatorFor(id);
  validate(answer.json);
  expect(validate.errors ?? []).toEqual([]);
};

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

/** What is posted to each address. */
const bodies: Readonly<Record<string, object>> = {
  '/api/intake': { body: 'For the contract' },
  '/api/adjudicator/evidence/preview-dispute': {
    receipt: acceptedReceipt,
    claim: { by: 'buyer', text: 'It is not what was offered.', requested_outcome: 'reject_or_refund' },
  },
  '/api/adjudicator/work-order/preview': buildSampleOrder('contract'),
  '/api/adjudicator/work-order/run-preview': {},
  '/api/agent-acceptance-kit/anchor-preview': { receipt_hash_sha256: 'a'.repeat(64) },
  '/api/agent-acceptance-kit/anchor-live': { receipt_hash_sha256: 'b'.repeat(64) },
};

describe('every endpoint of the interface', () => {
  test.each(interfaceEndpoints.filter(({ notBuiltYet }) => !notBuiltYet))(
    '$method $path answers $status with what its schema says',
    async ({ method, path, status }) => {
      expect(openapi.paths[path]?.[method.toLowerCase()]?.responses).toHaveProperty(String(status));
      const url = await example(path);
      const answer = method === 'GET' ? await call(url) : await post(url, bodies[path], asAdmin);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expectValid(answer, schemaOf(method, path, status));
    },
  );

  test('that is marked as not built yet is indeed not there', async () => {
    for (const { path } of interfaceEndpoints.filter(({ notBuiltYet }) => notBuiltYet)) {
      expect(openapi.paths, `${path} is built: remove its mark`).not.toHaveProperty([path]);
      expectProblem(await call(server.url + path.replace('{receipt_hash_sha256}', '0'.repeat(64))), 'not_found');
    }
  });
});

describe('every page of the interface', () => {
  test.each(interfacePages.filter(({ notBuiltYet }) => !notBuiltYet))('$path is HTML', async ({ path, noindex }) => {
    const answer = await call(server.url + path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('x-robots-tag')).toBe(noindex ? 'noindex, nofollow' : null);
    expect(/<meta name="robots" content="noindex, nofollow"/.test(answer.text)).toBe(noindex);
  });

  test('that is marked as not built yet is indeed not there', async () => {
    for (const { path } of interfacePages.filter(({ notBuiltYet }) => notBuiltYet)) {
      expect((await call(server.url + path)).status, `${path} is built: remove its mark`).toBe(404);
    }
  });
});

test('the intake request has the fields, kinds and bounds of the interface', () => {
  const schema = openapi.components.schemas['service.intake-request.v1'] as {
    required: string[];
    properties: Record<string, Record<string, unknown>>;
  };
  expect(schema.required).toEqual(intakeFields.required);
  expect(schema.properties['kind']!['enum']).toEqual(intakeFields.kind);
  expect(schema.properties['body']).toMatchObject(intakeFields.body);
  expect(Object.keys(schema.properties).toSorted()).toEqual(['body', 'contact', 'from', 'kind']);
});

test('every document says that it is fine and which schema it follows, but the agent card, whose shape is A2A’s', async () => {
  for (const { path } of interfaceEndpoints.filter(({ method, notBuiltYet }) => method === 'GET' && !notBuiltYet)) {
    const { json } = await call(await example(path));
    if (path.includes('agent-card')) expect(json).not.toHaveProperty('ok');
    else expect(json).toMatchObject({ ok: true, schema: schemaOf('GET', path, 200) });
  }
});

test('the agent card is the same bytes at both well-known addresses', async () => {
  const [ours, theirs] = await Promise.all(
    ['service-agent-card', 'agent-card'].map((name) => call(`${server.url}/.well-known/${name}.json`)),
  );
  expect(ours!.text).toBe(theirs!.text);
  expect(ours!.headers.get('etag')).toBe(theirs!.headers.get('etag'));
});

test('the status gives the hash of the bytes that each dataset is served as', async () => {
  const status = (await call(`${server.url}/static/status.json`)).json as {
    datasets: { address: string; sha256: string; records: number }[];
  };
  expect(status.datasets).toHaveLength(3);
  for (const { address, sha256, records } of status.datasets) {
    const answer = await call(address.replace(SITE, server.url));
    expect(answer.headers.get('etag')).toMatch(new RegExp(`^"${sha256}`));
    expect(answer.json['entries']).toHaveLength(records);
  }
});

test('the snapshot holds status, capabilities and intake as they are served alone, and how the process runs', async () => {
  const snapshot = (await call(`${server.url}/api/snapshot`)).json;
  expect(snapshot['status']).toEqual((await call(`${server.url}/static/status.json`)).json);
  expect(snapshot['capabilities']).toEqual((await call(`${server.url}/static/capabilities.json`)).json);
  expect(Object.keys(snapshot['intake'] as object)).toEqual(
    Object.keys((await call(`${server.url}/api/intake/summary`)).json),
  );
  const manifest = (await call(`${server.url}/api/agent-acceptance-kit/manifest`)).json;
  expect(snapshot['runtime']).toMatchObject({
    store_reachable: true,
    live_anchoring_enabled: true,
    stored_anchor_count: manifest['stored_anchor_count'],
  });
});

test('the anchor manifest has the budget of the interface', async () => {
  const answer = await call(`${server.url}/api/agent-acceptance-kit/manifest`);
  expect(answer.json).toMatchObject({ schema: 'service.agent-acceptance-anchor.manifest.v1', budget: anchorBudget });
  expectValid(answer, 'service.agent-acceptance-anchor.manifest.v1');
});

test('the capability map lists every operation of the OpenAPI document and nothing else', async () => {
  const { operations } = (await call(`${server.url}/static/capabilities.json`)).json as {
    operations: { method: string; path: string; id: string }[];
  };
  const described = Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
  );
  expect(operations.map(({ method, path, id }) => `${method} ${path} ${id}`).toSorted()).toEqual(described.toSorted());
});

test('every refusal satisfies the problem schema', async () => {
  for (const answer of [
    await call(`${server.url}/api/nowhere`),
    await post(`${server.url}/api/intake`, {}),
    await call(`${server.url}/api/intake`, { method: 'DELETE' }),
  ]) {
    expectValid(answer, 'service.problem.v1');
  }
});

describe('the adjudication adapters', () => {
  const adapters = [
    { document: 'adjudicator-evidence-pack', posts: ['evidence/preview-dispute'] },
    { document: 'adjudicator-work-order-pack', posts: ['work-order/preview'] },
    { document: 'adjudicator-work-order-runner', posts: ['work-order/run-preview'] },
  ].map((adapter, index) => ({ ...adapter, schema: descriptorSchemas[index]! }));
  const posted = async (path: string): Promise<unknown> =>
    (await post(`${server.url}/api/adjudicator/${path}`, bodies[`/api/adjudicator/${path}`])).json;
  const evidencePack = async () => (await posted('evidence/preview-dispute')) as EvidencePack;
  const workOrderPack = async () => (await posted('work-order/preview')) as WorkOrderPack;
  const served = async <Document = RunnerDescriptor>(document: string) =>
    (await call(`${server.url}/static/${document}.json`)).json as Document;
  const contractOf = ({ name, methods }: ConceptualContract) => ({
    name,
    methods: methods.map(({ effect_in_preview: effect, ...method }) => ({ ...method, effect })),
  });

  test.each(adapters)(
    '$document has the fields of a descriptor and a page of the interface',
    async ({ document, schema }) => {
      const path = `/static/${document}.json`;
      const answer = await call(server.url + path);
      expectValid(answer, schema);
      expect(answer.json).toMatchObject({ ok: true, schema, side_effects: 'none' });
      for (const { field, type } of descriptorFields) {
        const value = answer.json[field];
        expect(Array.isArray(value) ? 'array of string' : typeof value, field).toBe(type);
      }
      expect(answer.json['status']).toMatch(/private_preview.*noindex.*adapter_schema/);
      expect(answer.json['boundaries']).not.toHaveLength(0);
      expect(interfacePages.map((page) => SITE + page.path)).toContain(answer.json['page']);
    },
  );

  test.each(adapters)('$document is the same bytes at each POST path of its adapter', async ({ document, posts }) => {
    const built = await call(`${server.url}/static/${document}.json`, { headers: { 'accept-encoding': 'identity' } });
    for (const path of posts) {
      const answer = await call(`${server.url}/api/adjudicator/${path}`);
      expect(answer.text).toBe(built.text);
      expect(answer.headers.get('etag')).toBe(built.headers.get('etag'));
      const again = await call(`${server.url}/api/adjudicator/${path}`, {
        headers: { 'if-none-match': built.headers.get('etag')! },
      });
      expect(again.status).toBe(304);
    }
  });

  test.each([
    ['evidence/preview-dispute', 'adjudicator-evidence-pack', evidencePackSections],
    ['work-order/preview', 'adjudicator-work-order-pack', workOrderPackSections],
  ])(
    '%s answers the sections of the interface, in order, after what it is and before its hashes',
    async (path, document, sections) => {
      expect((await served<Record<string, unknown>>(document))['required_sections']).toEqual(sections);
      const pack = (await posted(path)) as EvidencePack | WorkOrderPack;
      const members = Object.keys(pack);
      expect(members.slice(0, 3)).toEqual(['ok', 'schema', 'side_effects']);
      expect(members.slice(3, 3 + sections.length)).toEqual(sections);
      expect(members.slice(3 + sections.length).filter((name) => !/_hash(_sha256)?$/.test(name))).toEqual([]);
      const schema = openapi.components.schemas[pack.schema] as { required: string[] };
      expect(schema.required).toEqual(expect.arrayContaining([...sections]));
    },
  );

  test('a pack of a known anchor has the same sections', async () => {
    const pack = (await call(await example('/api/adjudicator/evidence/agent-acceptance/{receipt_hash_sha256}'))).json;
    expect(Object.keys(pack).slice(3, -1)).toEqual(evidencePackSections);
  });

  test('the verdict has the members and values of the interface, in the schema and wherever it is expected', async () => {
    expect(openapi.components.schemas['service.adjudicator-verdict.v1']).toMatchObject({
      required: verdictFields.required,
      properties: {
        accepted_correctly: { type: ['boolean', 'null'] },
        confidence: { enum: verdictFields.confidence },
        recommended_outcome: { enum: verdictFields.recommended_outcome },
      },
    });
    const places = [
      await evidencePack(),
      await workOrderPack(),
      ...(await Promise.all(adapters.map(({ document }) => served(document)))),
    ];
    for (const { expected_verdict_schema: expected } of places) {
      const allowed = Object.fromEntries(expected.members.map((member) => [member.field, member.allowed]));
      expect(Object.keys(allowed)).toEqual(verdictFields.required);
      expect(allowed).toMatchObject({
        confidence: verdictFields.confidence,
        recommended_outcome: verdictFields.recommended_outcome,
      });
    }
  });

  test('a run passes the states of the interface in order, with the effects that the contract has in the preview', async () => {
    const receipt = (await posted('work-order/run-preview')) as RunReceipt;
    expect(receipt.states_passed).toEqual(runnerStates);
    expect(receipt.final_state).toBe(runnerStates.at(-1));
    const effects = receipt.steps.flatMap((step) =>
      step.contract_method ? [[step.contract_method, step.effect]] : [],
    );
    expect(effects).toEqual(conceptualContract.methods.map(({ method, effect }) => [method, effect]));
    for (const name of ['work_order_hash', 'verdict_hash', 'runner_receipt_hash'] as const) {
      expect(receipt[name]).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  test('the states are those of the interface wherever they stand', async () => {
    for (const { state_machine: machine } of [await served('adjudicator-work-order-runner'), await workOrderPack()]) {
      expect(machine.states).toEqual(runnerStates);
      expect([machine.initial_state, machine.terminal_state]).toEqual([runnerStates[0], runnerStates.at(-1)]);
      expect(machine.transitions.map(({ from, to }) => [from, to])).toEqual(
        runnerStates.slice(0, -1).map((from, index) => [from, runnerStates[index + 1]]),
      );
    }
  });

  test('the conceptual contract is the one of the interface, letter by letter, wherever it stands', async () => {
    const runner = await served('adjudicator-work-order-runner');
    const order = await served('adjudicator-work-order-pack');
    const pack = await workOrderPack();
    for (const contract of [runner.contract, order.contract, pack.genlayer_contract_interface.contract]) {
      expect(contract.deployed).toBe(false);
      expect(contractOf(contract)).toEqual(conceptualContract);
    }
  });

  test('the operations that a descriptor names are operations of the OpenAPI document', async () => {
    for (const { document } of adapters) {
      for (const { method, address, sends, returns } of (await served(document)).operations) {
        const sent = openapi.paths[address.replace(SITE, '')]?.[method.toLowerCase()]?.requestBody;
        expect(sent?.content['application/json']!.schema.$ref ?? null).toBe(sends && `#/components/schemas/${sends}`);
        expect(schemaOf(method, address.replace(SITE, ''), 200)).toBe(returns);
      }
    }
  });

  test('no operation of an adapter claims a side effect', async () => {
    const { operations } = (await call(`${server.url}/static/capabilities.json`)).json as {
      operations: { path: string; side_effects: string }[];
    };
    const effects = operations
      .filter(({ path }) => path.startsWith('/api/adjudicator/'))
      .map(({ side_effects }) => side_effects);
    expect(effects).toHaveLength(7);
    expect(new Set(effects)).toEqual(new Set(['none']));
  });
});

test('the example of every request in the OpenAPI document is answered with success', async () => {
  for (const [path, { post: operation }] of Object.entries(openapi.paths)) {
    if (operation === undefined) continue;
    const example = operation.requestBody?.content['application/json']!.example;
    expect(example, `${path} has an example`).toBeDefined();
    const answer = await post(server.url + path, example, asAdmin);
    expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300);
  }
});
