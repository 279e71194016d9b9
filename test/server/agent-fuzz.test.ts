import { expect, onTestFinished, test } from 'vitest';
import { messageOf, postRpcText, type RpcAnswer } from '../support/a2a.ts';
import { hostService } from '../support/hosted-service.ts';
import { envelope, newestHeaders, postMcpText } from '../support/mcp.ts';
import { modelRuns } from '../support/model-runs.ts';
import { mutateDocument } from '../support/mutated-documents.ts';
import { claim, workOrder } from '../support/previews.ts';
import { type Draw, drawFrom, pick } from '../support/seeded-draw.ts';
import { newStore } from '../support/server.ts';
import { storedIds } from '../support/stored-requests.ts';

const { numRuns: MESSAGES = 0, seed: SEED = 12 } = modelRuns(400);
const AT_ONCE = 8;

const hash = { receipt_hash_sha256: 'a'.repeat(64) };
/** Input that each operation takes. */
const inputs: readonly (readonly [name: string, input: object])[] = [
  ['searchRecords', { query: 'receipts', where: { 'layers.receipts.level': 'native' }, limit: 2 }],
  ['readRecord', { dataset: 'agent-accountability-map', id: 'erc-8004' }],
  ['readReceipt', hash],
  ['verifyDocument', { document: { schema: 'service.decision-receipt.schema.v1' } }],
  ['getIntakeStatus', { id: '0'.repeat(24) }],
  ['getAnchor', hash],
  ['previewAnchor', hash],
  ['getEvidencePack', hash],
  ['previewDispute', { ...hash, claim }],
  ['previewWorkOrder', workOrder],
  ['previewRun', { scenario: 'conflicting_evidence' }],
];

type Call = readonly [method: string, params: Record<string, unknown>, headers?: Record<string, string>];

/** A sound call over A2A; the messageId is drawn from few, so that some are repeated. */
const a2aCall = (draw: Draw): Call => {
  const [operation, input] = pick(inputs, draw);
  const text = { text: pick(['A text', 'Another'], draw) };
  return pick<Call>(
    [
      ['SendMessage', messageOf([text], { messageId: `m${draw(99)}` })],
      ['SendMessage', messageOf([{ data: { kind: 'bug', body: 'A request' } }])],
      ['SendMessage', messageOf([{ data: { operation, input } }])],
      ['GetTask', { id: `${draw(9)}`.repeat(24) }],
      ['ListTasks', { pageSize: 5 }],
      [pick(['CancelTask', 'SubscribeToTask', 'GetExtendedAgentCard'], draw), { id: 'x' }],
    ],
    draw,
  );
};

/** A sound call over MCP, of the newest revision or of an older one. */
const mcpCall = (draw: Draw): Call => {
  const [name, input] = pick(inputs, draw);
  const uri = `http://localhost:4321${pick(['/static/status.json', '/nothing'], draw)}`;
  const [method, params, named] = pick<readonly [string, object, string?]>(
    [
      ['tools/call', { name, arguments: input }, name],
      [pick(['tools/list', 'resources/list', 'resources/templates/list'], draw), {}],
      ['resources/read', { uri }, uri],
      [pick(['ping', 'server/discover', 'subscriptions/listen', 'initialize'], draw), {}],
    ],
    draw,
  );
  return draw(2) === 0
    ? [method, { ...params, _meta: envelope }, newestHeaders(method, named)]
    : [method, { ...params }];
};

test.each([
  ['A2A', a2aCall, postRpcText, ['task', 'message', '-32600', '-32601', '-32602', '-32700', '-32001']],
  ['MCP', mcpCall, postMcpText, ['content', '-32600', '-32601', '-32602', '-32700']],
] as const)(
  `of ${MESSAGES} messages over %s none makes the service fail, and what was acknowledged is stored, and nothing else`,
  async (_, callOf, send, wanted) => {
    const store = await newStore();
    const server = await hostService({ DATABASE_URL: store });
    const draw = drawFrom(SEED);
    const acknowledged = new Set<string>();
    const outcomes = new Map<string, number>();
    let left = MESSAGES;
    const sendAll = async (): Promise<void> => {
      while (left-- > 0) {
        const [method, params, headers] = callOf(draw);
        const sound = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: draw(1_000), method, params }));
        const text = draw(2) === 0 ? sound : mutateDocument(sound, draw, () => {}).data;
        const answer = await send(server.url, new Uint8Array(text), headers);
        expect(answer.status, text.toString()).toBeLessThan(500);
        if (answer.text === '') continue;
        const { jsonrpc, result, error } = answer.json as unknown as RpcAnswer;
        expect(jsonrpc, text.toString()).toBe('2.0');
        if (error?.data?.[0]?.reason !== 'REQUEST_IN_PROGRESS') expect(error?.code, text.toString()).not.toBe(-32603);
        if (result?.['task']) acknowledged.add((result['task'] as { id: string }).id);
        for (const name of result ? Object.keys(result) : [String(error?.code)])
          outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
      }
    };
    onTestFinished(() => server.end());
    await Promise.all(Array.from({ length: AT_ONCE }, sendAll));
    expect(server.output()).not.toContain('request failed');
    expect((await storedIds(store)).toSorted()).toEqual([...acknowledged].toSorted());
    for (const name of wanted) expect(outcomes.get(name), name).toBeGreaterThan(5);
  },
);
