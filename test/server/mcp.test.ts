import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { receiptPaths } from '../../src/domain/receipts/published-receipt.ts';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import { INTERFACE_VERSION } from '../../src/domain/vocabulary/service.ts';
import { call, post } from '../support/call.ts';
import { SITE } from '../support/contract.ts';
import { addFormats } from '../support/formats.ts';
import { type HostedService, hostService } from '../support/hosted-service.ts';
import { callTool, mcp, postMcpText } from '../support/mcp.ts';
import { claim, previewPaths, workOrder } from '../support/previews.ts';
import { acceptedReceipt } from '../support/receipts.ts';
import { startServer } from '../support/server.ts';
import { column } from '../support/specification.ts';
import { storeWithAnchors } from '../support/stored-anchors.ts';
import { storedIds } from '../support/stored-requests.ts';

const anchored = receiptHash(acceptedReceipt);
const demonstration = '6b7a8c7d7078425e7d8cbefc0e0ba06ac22cbff399062a52b163c2defb58fb8b';

let store: string;
let server: HostedService;
beforeAll(async () => {
  store = await storeWithAnchors({ confirmed: [anchored] });
  server = await hostService({ DATABASE_URL: store });
});
afterAll(() => server.end());

interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: string };
  readonly outputSchema: { readonly type: string };
  readonly annotations: Record<string, boolean>;
}

const ask = (method: string, params?: Record<string, unknown>) => mcp(server.url, method, params);
const listed = async <Entry>(method: string, member: string): Promise<Entry[]> =>
  (await ask(method)).result![member] as Entry[];
const use = (name: string, input?: object) => callTool(server.url, name, input);

test('a client learns who answers, and that it is a demonstration, from one question', async () => {
  const { result } = await ask('server/discover');
  expect(result).toMatchObject({
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {}, resources: {}, prompts: {} },
    instructions: expect.stringContaining('This is a demonstration') as string,
    cacheScope: 'public',
    ttlMs: 300_000,
  });
  expect(JSON.stringify(result)).toContain(INTERFACE_VERSION);
});

test('the address may be followed by a slash, which some clients add', async () => {
  const answer = await post(`${server.url}/mcp/`, { jsonrpc: '2.0', id: 1, method: 'ping' });
  expect(answer.json).toMatchObject({ id: 1, result: {} });
});

describe('the tools', () => {
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);

  /** Calls that are answered well, one or more for each tool. */
  const calls: readonly (readonly [string, object])[] = [
    ['searchRecords', { query: 'erc-8004' }],
    ['searchRecords', {}],
    ['readRecord', { dataset: 'agent-accountability-map', id: 'erc-8004' }],
    ['readReceipt', { receipt_hash_sha256: demonstration }],
    ['verifyDocument', { document: acceptedReceipt, receipt_hash_sha256: anchored }],
    ['getAnchor', { receipt_hash_sha256: anchored }],
    ['previewAnchor', { receipt_hash_sha256: anchored }],
    ['getEvidencePack', { receipt_hash_sha256: anchored.toUpperCase() }],
    ['previewDispute', { receipt: acceptedReceipt, claim }],
    ['previewWorkOrder', workOrder],
    ['previewRun', {}],
    ['previewRun', { work_order: workOrder, scenario: 'conflicting_evidence' }],
  ];

  test('are what agents may ask for, and every one says that it only reads', async () => {
    const tools = await listed<Tool>('tools/list', 'tools');
    expect(tools.map(({ name }) => name)).toEqual(column('19.2'));
    expect(new Set(column('19.2'))).toEqual(new Set(calls.map(([name]) => name)));
    for (const { annotations, title, description, inputSchema, outputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
      expect(title.length * description.length).toBeGreaterThan(0);
      expect([inputSchema.type, outputSchema.type]).toEqual(['object', 'object']);
    }
  });

  test.each(calls)(
    '%s, call %#: the answer follows the schema that is listed, and the text is the same',
    async (name, input) => {
      const tool = (await listed<Tool>('tools/list', 'tools')).find((one) => one.name === name)!;
      expect(ajv.validate(tool.inputSchema, input), JSON.stringify(ajv.errors)).toBe(true);
      const { structuredContent, content, isError } = await use(name, input);
      expect(isError).toBeUndefined();
      expect(ajv.validate(tool.outputSchema, structuredContent), JSON.stringify(ajv.errors)).toBe(true);
      expect(JSON.parse(content[0]!.text)).toEqual(structuredContent);
    },
  );

  test.each([
    ['no condition too many', { a: '1', b: '2', c: '3', d: '4', e: '5' }, true],
    ['six conditions', { a: '1', b: '2', c: '3', d: '4', e: '5', f: '6' }, false],
    ['a path of 200 characters of any script', { ['\u{1f600}'.repeat(200)]: 'x' }, true],
    ['a path of 201 characters', { ['x'.repeat(201)]: 'x' }, false],
    ['a path without a character', { '': 'x' }, false],
  ])(
    'a search with %s is judged alike by the schema that is listed and by the service',
    async (_, where, isAllowed) => {
      const { inputSchema } = (await listed<Tool>('tools/list', 'tools')).find(({ name }) => name === 'searchRecords')!;
      expect(ajv.validate(inputSchema, { where })).toBe(isAllowed);
      expect((await use('searchRecords', { where })).isError ?? false).toBe(!isAllowed);
    },
  );

  test.each(calls)('%s, call %#: the answer is smaller than 100 kB', async (name, input) => {
    expect(JSON.stringify(await use(name, input)).length).toBeLessThan(100_000);
  });

  test('answer what the addresses answer', async () => {
    const pack = (await call(server.url + previewPaths.evidence + demonstration)).json;
    expect((await use('getEvidencePack', { receipt_hash_sha256: demonstration })).structuredContent).toEqual(pack);
    const order = (await post(server.url + previewPaths.workOrder, workOrder)).json;
    expect((await use('previewWorkOrder', workOrder)).structuredContent).toEqual(order);
    const record = (await call(`${server.url}/data/agent-accountability-map/records/erc-8004.json`)).json;
    expect(
      (await use('readRecord', { dataset: 'agent-accountability-map', id: 'erc-8004' })).structuredContent,
    ).toEqual(record);
  });

  test('a receipt comes with the checks on it, its anchor, and where to check it elsewhere', async () => {
    const { structuredContent } = await use('readReceipt', { receipt_hash_sha256: demonstration });
    expect(structuredContent).toMatchObject({
      receipt: { receipt_hash_sha256: demonstration },
      verification: { hash_sha256: demonstration, answers: { intact: { result: 'pass' } } },
      canonical_text: SITE + receiptPaths.canonical(demonstration),
      page: `${SITE}/receipts/${demonstration}`,
    });
  });

  test('store nothing', async () => {
    for (const [name, input] of calls) await use(name, input);
    expect(await storedIds(store)).toEqual([]);
  });
});

describe('a search', () => {
  const search = async (input: object) =>
    (await use('searchRecords', input)).structuredContent as {
      total: number;
      matches: { dataset: string; id: string; name: string; found?: Record<string, string[]> }[];
      next_offset?: number;
    };

  test('finds every record once, page by page', async () => {
    const seen = new Set<string>();
    let offset: number | undefined = 0;
    let total = 0;
    while (offset !== undefined) {
      const page = await search({ offset, limit: 50 });
      for (const { dataset, id } of page.matches) seen.add(`${dataset}/${id}`);
      ({ total, next_offset: offset } = page);
    }
    expect(seen.size).toBe(total);
    const index = (await call(`${server.url}/data/index.json`)).json;
    expect(total).toBe(index['records']);
  });

  test('takes all words in any case, and lists names first', async () => {
    const { matches, total } = await search({ query: 'ERC-8004', dataset: 'agent-accountability-map' });
    expect(total).toBeGreaterThan(1);
    expect(matches[0]!.id).toBe('erc-8004');
    expect((await search({ query: 'erc-8004 no-such-word-anywhere' })).total).toBe(0);
  });

  test('takes values of members, by their paths', async () => {
    const where = { 'layers.receipts.level': 'native' };
    const { matches, total } = await search({ dataset: 'agent-accountability-map', where, limit: 50 });
    expect(total).toBe(matches.length);
    const document = (await call(`${server.url}/static/agent-accountability-map.json`)).json as {
      entries?: { id: string; layers: { receipts: { level: string } } }[];
    };
    const expected = document.entries!.filter(({ layers }) => layers.receipts.level === 'native').map(({ id }) => id);
    expect(new Set(matches.map(({ id }) => id))).toEqual(new Set(expected));
    expect(matches[0]!.found).toEqual({ 'layers.receipts.level': ['native'] });
    for (const path of ['__proto__', '__proto__.constructor'])
      expect((await search({ where: JSON.parse(`{"${path}":"x"}`) as object })).total).toBe(0);
  });
});

describe('a refusal of a tool', () => {
  test.each([
    ['searchRecords', { limit: 51 }, 'invalid_request', ['/limit']],
    ['searchRecords', { query: 7, dataset: 'x' }, 'invalid_request', ['/query', '/dataset']],
    ['searchRecords', { unheard_of: 1 }, 'invalid_request', ['']],
    [
      'searchRecords',
      { where: { '': 'a', b: 'b', c: 'c', d: 'd', e: 'e', f: 6 } },
      'invalid_request',
      ['/where/f', '/where', '/where'],
    ],
    ['readRecord', { dataset: 'agent-accountability-map', id: '../status' }, 'invalid_request', ['/id']],
    ['readRecord', { dataset: 'agent-accountability-map', id: 'no-such-record' }, 'not_found', []],
    ['readReceipt', { receipt_hash_sha256: 'f'.repeat(64) }, 'unknown_receipt', []],
    ['readReceipt', {}, 'invalid_request', ['/receipt_hash_sha256']],
    ['verifyDocument', { document: 'text' }, 'invalid_request', ['/document']],
    ['getAnchor', { receipt_hash_sha256: 'x' }, 'invalid_hash', ['/receipt_hash_sha256']],
    ['getAnchor', { receipt_hash_sha256: 'f'.repeat(64) }, 'not_found', []],
    ['getAnchor', { receipt_hash_sha256: 'f'.repeat(64), more: 1 }, 'invalid_request', ['']],
    [
      'getEvidencePack',
      JSON.parse(`{"receipt_hash_sha256":"${'f'.repeat(64)}","__proto__":{}}`) as object,
      'invalid_request',
      [''],
    ],
    ['searchRecords', JSON.parse('{"query":"x","__proto__":{}}') as object, 'invalid_request', ['']],
    ['previewRun', JSON.parse('{"__proto__":{}}') as object, 'invalid_request', undefined],
    ['getEvidencePack', { receipt_hash_sha256: 7 }, 'invalid_hash', ['/receipt_hash_sha256']],
    ['previewAnchor', { receipt_hash_sha256: 'x' }, 'invalid_request', ['/receipt_hash_sha256']],
    ['previewDispute', { claim: {} }, 'invalid_request', undefined],
    ['previewWorkOrder', { ...workOrder, title: 7 }, 'invalid_request', ['/title']],
    ['previewRun', { seed: 1.5 }, 'invalid_request', ['/seed']],
  ])('%s, call %#, is a result that names the places and repeats nothing', async (name, input, code, places) => {
    const { isError, content, structuredContent } = await use(name, input);
    expect([isError, structuredContent]).toEqual([true, undefined]);
    const problem = JSON.parse(content[0]!.text) as { code: string; ok: boolean; errors: { pointer: string }[] };
    expect([problem.code, problem.ok]).toEqual([code, false]);
    if (places) expect(problem.errors.map(({ pointer }) => pointer)).toEqual(places);
  });
});

test('a call over either revision leaves one line of JSON in the log, and nothing else', async () => {
  const own = await startServer({ LOG_LEVEL: 'info' });
  await mcp(own.url, 'tools/list');
  await postMcpText(own.url, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }));
  const lines = () => own.output().trim().split('\n');
  await expect.poll(() => lines().filter((line) => line.includes('"route":"/mcp"')).length).toBe(2);
  const unreadable = lines().filter((line) => !line.startsWith('{"level":'));
  expect(unreadable).toEqual([]);
  await own.end();
});
