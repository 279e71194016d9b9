import { describe, expect, test } from 'vitest';
import { acceptIntake } from '../../src/domain/accept-intake.ts';
import { receiptPaths } from '../../src/domain/receipts/published-receipt.ts';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import { INTERFACE_VERSION } from '../../src/domain/vocabulary/service.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { intakeStore } from '../../src/storage/intake.ts';
import { call, post } from '../support/call.ts';
import { SITE } from '../support/contract.ts';
import { serviceHere } from '../support/hosted-service.ts';
import { callTool, mcp, postMcpText } from '../support/mcp.ts';
import { claim, previewPaths, workOrder } from '../support/previews.ts';
import { acceptedReceipt } from '../support/receipts.ts';
import { column } from '../support/specification.ts';
import { storeWithAnchors } from '../support/stored-anchors.ts';
import { fileOf, storedIds } from '../support/stored-requests.ts';

const anchored = receiptHash(acceptedReceipt);
const demonstration = '6b7a8c7d7078425e7d8cbefc0e0ba06ac22cbff399062a52b163c2defb58fb8b';
/** A request that nobody answered by the day that its receipt promises. */
const promised = acceptIntake(
  { kind: 'question', body: 'When?' },
  { id: 'p'.repeat(24), now: new Date('2026-01-02T03:04:05.678Z'), siteUrl: SITE, answerDays: 30 },
);

const store = await storeWithAnchors(anchored);
const db = await openDatabase({ kind: 'sqlite', filename: fileOf(store) });
await intakeStore(db).add(promised);
await db.close();
const server = await serviceHere({ DATABASE_URL: store });

interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: string;
    readonly description?: string;
    readonly properties: Record<string, { readonly description?: string }>;
  };
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
    capabilities: { tools: {}, resources: {} },
    instructions: expect.stringContaining('This is a demonstration') as string,
    cacheScope: 'public',
    ttlMs: 300_000,
  });
  expect(JSON.stringify(result)).toContain(INTERFACE_VERSION);
});

describe('the tools', () => {
  /** Calls that are answered well, one or more for each tool. */
  const calls: readonly (readonly [string, object])[] = [
    ['searchRecords', { query: 'erc-8004' }],
    ['searchRecords', {}],
    ['readRecord', { dataset: 'agent-accountability-map', id: 'erc-8004' }],
    ['readReceipt', { receipt_hash_sha256: demonstration }],
    ['verifyDocument', { document: acceptedReceipt, receipt_hash_sha256: anchored }],
    ['getIntakeStatus', { id: promised.record.id }],
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
    for (const { annotations, title, description, inputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
      expect(title.length * description.length).toBeGreaterThan(0);
      expect(inputSchema.type).toBe('object');
    }
  });

  test('are listed in at most 16 kB, and lead to the whole schemas', async () => {
    const tools = await listed<Tool>('tools/list', 'tools');
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(16_384);
    const addresses = tools.flatMap(({ inputSchema }) => inputSchema.description?.match(/http\S+/) ?? []);
    expect(addresses.length).toBeGreaterThan(2);
    for (const uri of addresses) {
      const [{ text }] = (await ask('resources/read', { uri })).result!['contents'] as [{ text: string }];
      expect(JSON.parse(text)).toMatchObject({ $id: uri, type: 'object' });
    }
  });

  test.each(calls)('%s, call %#: takes members that are listed, and answers alike as text', async (name, input) => {
    const { inputSchema } = (await listed<Tool>('tools/list', 'tools')).find((one) => one.name === name)!;
    for (const member of Object.keys(input)) expect(inputSchema.properties).toHaveProperty(member);
    const result = await use(name, input);
    expect(result.isError).toBeUndefined();
    expect(JSON.parse(result.content[0]!.text)).toEqual(result.structuredContent);
    expect(JSON.stringify(result).length).toBeLessThan(100_000);
  });

  test('answer what the addresses answer', async () => {
    const address = `https://agent.example/intake/${promised.record.id.toUpperCase()}`;
    const { structuredContent: status } = await use('getIntakeStatus', { id: address });
    expect(status).toMatchObject({ due_at: '2026-02-01T03:04:05.678Z', overdue: true });
    expect(status).toEqual((await call(`${server.url}/api/intake/${promised.record.id}`)).json);
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
    expect(await storedIds(store)).toEqual([promised.record.id]);
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
    expect((await search({ query: 'qzxqzx' })).total).toBe(0);
  });

  test('takes values of members, by their paths', async () => {
    const where = { 'layers.dispute.level': 'native' };
    const { matches, total } = await search({ dataset: 'agent-accountability-map', where, limit: 50 });
    expect(total).toBe(matches.length);
    const document = (await call(`${server.url}/static/agent-accountability-map.json`)).json as {
      entries?: { id: string; layers: { dispute: { level: string } } }[];
    };
    const expected = document.entries!.filter(({ layers }) => layers.dispute.level === 'native').map(({ id }) => id);
    expect(new Set(matches.map(({ id }) => id))).toEqual(new Set(expected));
    expect(matches[0]!.found).toEqual({ 'layers.dispute.level': ['native'] });
  });

  test.each([
    ['', 'layers.recipts.level', 'layers.receipts'],
    ['', 'layers.receipts', 'layers.receipts.level'],
    ['', 'name.first', 'expected the path of a value: name'],
    ['governance-decision-memory', 'layers.receipts.level', 'decided_on'],
    ['', '__proto__.constructor', 'aliases, body'],
  ])(
    'of %s by the path %s, at which no record has a value, is told the paths that there are',
    async (of, path, known) => {
      const { isError, content } = await use('searchRecords', {
        ...(of && { dataset: of }),
        where: { id: 'x', [path]: 'x' },
      });
      const { errors } = JSON.parse(content[0]!.text) as { errors: object[] };
      const detail = expect.stringContaining(known) as string;
      expect([isError, errors]).toEqual([true, [{ pointer: `/where/${path}`, code: 'rule', detail }]]);
    },
  );
});

describe('a refusal of a tool', () => {
  test.each([
    ['searchRecords', { limit: 51 }, 'invalid_request', ['/limit']],
    ['searchRecords', { query: 7, dataset: 'x' }, 'invalid_request', ['/query', '/dataset']],
    ['searchRecords', { unheard_of: 1 }, 'invalid_request', ['']],
    ['searchRecords', { where: { a: 'a', b: 'b', c: 'c', d: 'd', e: 'e', f: 'f' } }, 'invalid_request', ['/where']],
    ['readRecord', { dataset: 'agent-accountability-map', id: '../status' }, 'invalid_request', ['/id']],
    ['readRecord', { dataset: 'agent-accountability-map', id: 'no-such-record' }, 'not_found', []],
    ['readReceipt', { receipt_hash_sha256: 'f'.repeat(64) }, 'unknown_receipt', []],
    ['readReceipt', {}, 'invalid_request', ['/receipt_hash_sha256']],
    ['verifyDocument', { document: 'text' }, 'invalid_request', ['/document']],
    ['getAnchor', { receipt_hash_sha256: 'x' }, 'invalid_hash', ['/receipt_hash_sha256']],
    ['getAnchor', { receipt_hash_sha256: 'f'.repeat(64) }, 'not_found', []],
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

describe('the resources', () => {
  interface Listed {
    readonly uri: string;
    readonly mimeType: string;
  }

  test('are listed, are read, and may be kept as long as the documents that they are', async () => {
    const resources = await listed<Listed>('resources/list', 'resources');
    expect(resources.map(({ uri }) => uri)).toContain(`${SITE}/static/status.json`);
    for (const { uri, mimeType } of resources) {
      const { result } = await ask('resources/read', { uri });
      const [content, ...others] = result!['contents'] as { uri: string; mimeType: string; text: string }[];
      expect([content!.uri, content!.mimeType, others]).toEqual([uri, mimeType, []]);
      expect(result).toMatchObject({ ttlMs: 300_000, cacheScope: 'public' });
      const document = await call(uri.replace(SITE, server.url));
      expect(document.text).toBe(content!.text);
      expect(document.headers.get('content-type')!.split(';')[0], uri).toBe(mimeType);
    }
  });

  test('are records, receipts and schemas by templates', async () => {
    const templates = await listed<{ uriTemplate: string }>('resources/templates/list', 'resourceTemplates');
    for (const { uriTemplate } of templates) {
      const uri = uriTemplate.replace('{receipt_hash_sha256}', 'f'.repeat(64)).replace(/\{\w+\}/, 'no-such');
      expect((await ask('resources/read', { uri })).error).toMatchObject({ code: -32602, data: { uri } });
    }
    for (const path of [
      '/data/agent-accountability-map/records/erc-8004.json',
      `/data/decision-receipts/${demonstration}.json`,
      '/schemas/service.work-order-request.v1.json',
    ])
      expect((await ask('resources/read', { uri: SITE + path })).result, path).toMatchObject({
        contents: [{ mimeType: (await call(server.url + path)).headers.get('content-type')!.split(';')[0] }],
      });
  });

  test.each([
    `${SITE}/static/agent-accountability-map.json`,
    `${SITE}/data/agent-accountability-map/records/../../../static/status.json`,
    `${SITE}.example.org/static/status.json`,
    '/static/status.json',
    'file:///etc/passwd',
    '',
  ])('%j is none', async (uri) => {
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } });
    expect((await postMcpText(server.url, text)).json).toMatchObject({ id: 1, error: { code: -32602 } });
  });
});
