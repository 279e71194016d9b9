import { describe, expect, test } from 'vitest';
import type { adapters as declared } from '../src/domain/adjudication/adapter-descriptors.ts';
import type { EvidencePack } from '../src/domain/adjudication/evidence-pack.ts';
import type { RunReceipt } from '../src/domain/adjudication/runner.ts';
import type { ConceptualContract } from '../src/domain/adjudication/state-machine.ts';
import type { WorkOrderPack } from '../src/domain/adjudication/work-order-pack.ts';
import { call, post } from './support/call.ts';
import { bodies, describedService, SITE } from './support/contract.ts';
import {
  conceptualContract,
  descriptorFields,
  descriptorSchemas,
  evidencePackSections,
  interfacePages,
  runnerStates,
  verdictFields,
  workOrderPackSections,
} from './support/interface.ts';

const service = describedService();
const { example, expectValid } = service;
type RunnerDescriptor = ReturnType<typeof declared.runner.build>;

describe('the adjudication adapters', () => {
  const adapters = [
    { document: 'adjudicator-evidence-pack', posts: ['evidence/preview-dispute', 'evidence/exhibit'] },
    { document: 'adjudicator-work-order-pack', posts: ['work-order/preview'] },
    { document: 'adjudicator-work-order-runner', posts: ['work-order/run-preview'] },
  ].map((adapter, index) => ({ ...adapter, schema: descriptorSchemas[index]! }));
  const posted = async (path: string): Promise<unknown> =>
    (await post(`${service.url}/api/adjudicator/${path}`, bodies[`/api/adjudicator/${path}`])).json;
  const evidencePack = async () => (await posted('evidence/preview-dispute')) as EvidencePack;
  const workOrderPack = async () => (await posted('work-order/preview')) as WorkOrderPack;
  const served = async <Document = RunnerDescriptor>(document: string) =>
    (await call(`${service.url}/static/${document}.json`)).json as Document;
  const contractOf = ({ name, methods }: ConceptualContract) => ({
    name,
    methods: methods.map(({ effect_in_preview: effect, ...method }) => ({ ...method, effect })),
  });

  test.each(adapters)(
    '$document has the fields of a descriptor and a page of the interface',
    async ({ document, schema }) => {
      const path = `/static/${document}.json`;
      const answer = await call(service.url + path);
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
    const headers = { 'accept-encoding': 'identity' };
    const built = await call(`${service.url}/static/${document}.json`, { headers });
    for (const path of posts) {
      const answer = await call(`${service.url}/api/adjudicator/${path}`, { headers });
      expect(answer.text).toBe(built.text);
      expect(answer.headers.get('etag')).toBe(built.headers.get('etag'));
      const again = await call(`${service.url}/api/adjudicator/${path}`, {
        headers: { 'if-none-match': built.headers.get('etag')! },
      });
      expect(again.status).toBe(304);
    }
  });

  test.each([
    ['evidence/preview-dispute', 'adjudicator-evidence-pack', evidencePackSections],
    ['work-order/preview', 'adjudicator-work-order-pack', workOrderPackSections],
  ])(
    '%s answers the sections of the interface, in order, after what it is and before its hashes and signatures',
    async (path, document, sections) => {
      expect((await served<Record<string, unknown>>(document))['required_sections']).toEqual(sections);
      const pack = (await posted(path)) as EvidencePack | WorkOrderPack;
      const members = Object.keys(pack);
      expect(members.slice(0, 3)).toEqual(['ok', 'schema', 'side_effects']);
      expect(members.slice(3, 3 + sections.length)).toEqual(sections);
      expect(members.slice(3 + sections.length).filter((name) => !/_hash(_sha256)?$|^signatures$/.test(name))).toEqual(
        [],
      );
      const schema = service.openapi.components.schemas[pack.schema] as { required: string[] };
      expect(schema.required).toEqual(expect.arrayContaining([...sections]));
    },
  );

  test('a pack of a known anchor has the same sections', async () => {
    const pack = (await call(await example('/api/adjudicator/evidence/agent-acceptance/{receipt_hash_sha256}'))).json;
    expect(Object.keys(pack).slice(3, -2)).toEqual(evidencePackSections);
  });

  test('the verdict has the members and values of the interface, in the schema and wherever it is expected', async () => {
    expect(service.openapi.components.schemas['service.adjudicator-verdict.v1']).toMatchObject({
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
      expect(expected.json_schema).toMatchObject({
        required: verdictFields.required,
        properties: {
          confidence: { enum: verdictFields.confidence },
          recommended_outcome: { enum: verdictFields.recommended_outcome },
        },
      });
    }
  });

  test('a run passes the states of the interface in order, with the effects that the contract has in the preview', async () => {
    const receipt = (await posted('work-order/run-preview')) as RunReceipt;
    expect(receipt.states_passed).toEqual(runnerStates);
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
    for (const contract of [runner.contract, order.contract, pack.genlayer_contract_interface]) {
      expect(contract.deployed).toBe(false);
      expect(contractOf(contract)).toEqual(conceptualContract);
    }
  });

  test('the operations that a descriptor names are operations of the OpenAPI document', async () => {
    for (const { document } of adapters) {
      const { operations } = await served(document);
      expect(operations.length).toBeGreaterThan(0);
      for (const operation of operations) {
        const [method, address] = operation.split(` ${SITE}`);
        expect(service.openapi.paths[address!]?.[method!.toLowerCase()], operation).toBeDefined();
      }
    }
  });

  test('no operation of an adapter claims a side effect', async () => {
    const { operations } = (await call(`${service.url}/static/capabilities.json`)).json as {
      operations: { path: string; side_effects: string }[];
    };
    const effects = operations
      .filter(({ path }) => path.startsWith('/api/adjudicator/'))
      .map(({ side_effects }) => side_effects);
    const paths = Object.entries(service.openapi.paths).filter(([path]) => path.startsWith('/api/adjudicator/'));
    expect(effects).toHaveLength(paths.flatMap(([, methods]) => Object.keys(methods)).length);
    expect(paths.length).toBeGreaterThan(0);
    expect(new Set(effects)).toEqual(new Set(['none']));
  });
});
