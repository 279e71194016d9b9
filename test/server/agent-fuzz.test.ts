import { expect, test } from 'vitest';
import { messageOf, postRpcText, type RpcAnswer } from '../support/a2a.ts';
import { envelope, type McpAnswer, newestHeaders, postMcpText } from '../support/mcp.ts';
import { modelRuns } from '../support/model-runs.ts';
import { claim, workOrder } from '../support/previews.ts';
import { type Draw, drawFrom, pick } from '../support/seeded-draw.ts';
import { newStore, type RunningServer, startServer } from '../support/server.ts';
import { spoiltText } from '../support/spoilt-json.ts';
import { storedIds } from '../support/stored-requests.ts';

const MESSAGES = modelRuns(2_000).numRuns!;
const AT_ONCE = 8;
const SEED = 12;

const hash = { receipt_hash_sha256: 'a'.repeat(64) };

/** Input that each operation takes. */
const inputs: Readonly<Record<string, object>> = {
  searchRecords: { query: 'receipts', where: { 'layers.receipts.level': 'native' }, limit: 2 },
  readRecord: { dataset: 'agent-accountability-map', id: 'erc-8004' },
  readReceipt: hash,
  verifyDocument: { document: { schema: 'service.decision-receipt.schema.v1' } },
  getAnchor: hash,
  previewAnchor: hash,
  getEvidencePack: hash,
  previewDispute: { ...hash, claim },
  previewWorkOrder: workOrder,
  previewRun: { scenario: 'conflicting_evidence' },
};
const drawn = (draw: Draw): [name: string, input: object] => {
  const name = pick(Object.keys(inputs), draw);
  return [name, inputs[name]!];
};

/** Sends the messages, several at once, and gives how many had each outcome. */
const outcomesOf = async (seed: number, send: (draw: Draw) => Promise<string>): Promise<Map<string, number>> => {
  const draw = drawFrom(seed);
  const outcomes = new Map<string, number>();
  let left = MESSAGES;
  const sendAll = async (): Promise<void> => {
    while (left-- > 0) {
      const told = await send(draw);
      outcomes.set(told, (outcomes.get(told) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendAll));
  return outcomes;
};

const withServer = async (use: (server: RunningServer, store: string) => Promise<void>): Promise<void> => {
  const store = await newStore();
  const server = await startServer({ DATABASE_URL: store });
  try {
    await use(server, store);
    expect(server.output()).not.toContain('request failed');
  } finally {
    await server.end();
  }
};

/** Calls over A2A; the messageId is drawn from few, so that some are repeated. */
const calls: readonly ((draw: Draw) => object)[] = [
  (draw) => ({
    method: 'SendMessage',
    params: messageOf([{ text: pick(['A text', 'Another'], draw) }], { messageId: `m${draw(99)}` }),
  }),
  () => ({ method: 'SendMessage', params: messageOf([{ data: { kind: 'bug', body: 'A request' } }]) }),
  (draw) => {
    const [operation, input] = drawn(draw);
    return { method: 'SendMessage', params: messageOf([{ data: { operation, input } }]) };
  },
  (draw) => ({ method: 'GetTask', params: { id: `${draw(9)}`.repeat(24) } }),
  () => ({ method: 'ListTasks', params: { pageSize: 5 } }),
  (draw) => ({ method: pick(['CancelTask', 'SubscribeToTask', 'GetExtendedAgentCard'], draw), params: { id: 'x' } }),
];

test(`of ${MESSAGES} messages over A2A none makes the service fail, and what was acknowledged is stored`, () =>
  withServer(async (server, store) => {
    const acknowledged = new Set<string>();
    const outcomes = await outcomesOf(SEED, async (draw) => {
      const text = spoiltText({ jsonrpc: '2.0', id: draw(1_000), ...pick(calls, draw)(draw) }, draw);
      const answer = await postRpcText(server.url, text);
      const { jsonrpc, result, error } = answer.json as unknown as RpcAnswer;
      expect([answer.status, jsonrpc], text).toEqual([200, '2.0']);
      expect(error?.code === -32603 && error.data[0]?.reason !== 'REQUEST_IN_PROGRESS', text).toBe(false);
      if (result?.['task']) acknowledged.add((result['task'] as { id: string }).id);
      return result === undefined ? String(error?.code) : Object.keys(result)[0]!;
    });
    expect((await storedIds(store)).toSorted()).toEqual([...acknowledged].toSorted());
    for (const told of ['task', 'message', 'tasks', '-32600', '-32601', '-32602', '-32700', '-32001'])
      expect(outcomes.get(told), told).toBeGreaterThan(5);
  }));

const requests: readonly ((draw: Draw) => { method: string; params: Record<string, unknown> })[] = [
  (draw) => {
    const [name, input] = drawn(draw);
    return { method: 'tools/call', params: { name, arguments: input } };
  },
  (draw) => ({ method: pick(['tools/list', 'resources/list', 'resources/templates/list'], draw), params: {} }),
  (draw) => ({
    method: 'resources/read',
    params: { uri: `http://localhost:4321${pick(['/static/status.json', '/nothing'], draw)}` },
  }),
  (draw) => ({ method: pick(['ping', 'server/discover', 'subscriptions/listen', 'initialize'], draw), params: {} }),
];

test(`of ${MESSAGES} messages over MCP none makes the service fail, and nothing is stored`, () =>
  withServer(async (server, store) => {
    const outcomes = await outcomesOf(SEED, async (draw) => {
      const { method, params } = pick(requests, draw)(draw);
      const isNewest = draw(2) === 0;
      const call = {
        jsonrpc: '2.0',
        id: draw(1_000),
        method,
        params: isNewest ? { ...params, _meta: envelope } : params,
      };
      const name = params['name'] ?? params['uri'];
      const headers = isNewest ? newestHeaders(method, name === undefined ? undefined : String(name)) : {};
      const text = spoiltText(call, draw);
      const answer = await postMcpText(server.url, text, headers);
      expect(answer.status, text).toBeLessThan(500);
      if (answer.text === '') return String(answer.status);
      const { jsonrpc, result, error } = answer.json as unknown as McpAnswer;
      expect(jsonrpc, text).toBe('2.0');
      expect(error?.code, text).not.toBe(-32603);
      return result === undefined ? String(error?.code) : result['isError'] === true ? 'refused' : 'answered';
    });
    expect(await storedIds(store)).toEqual([]);
    for (const told of ['answered', 'refused', '202', '-32600', '-32601', '-32602', '-32700', '-32020'])
      expect(outcomes.get(told), `${told} of ${JSON.stringify([...outcomes])}`).toBeGreaterThan(5);
  }));
