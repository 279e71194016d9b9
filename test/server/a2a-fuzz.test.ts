import { expect, test } from 'vitest';
import { messageOf, postRpcText, type RpcAnswer } from '../support/a2a.ts';
import { modelRuns } from '../support/model-runs.ts';
import { type Draw, drawFrom, pick } from '../support/seeded-draw.ts';
import { newStore, startServer } from '../support/server.ts';
import { spoiltText } from '../support/spoilt-json.ts';
import { storedIds } from '../support/stored-requests.ts';

const MESSAGES = modelRuns(2_000).numRuns!;
const AT_ONCE = 8;
const SEED = 12;

const hash = { receipt_hash_sha256: 'a'.repeat(64) };

/** Calls that are answered well; the messageId is drawn from few, so that some are repeated. */
const templates: readonly ((draw: Draw) => object)[] = [
  (draw) => ({
    method: 'SendMessage',
    params: messageOf([{ text: pick(['A text', 'Another'], draw) }], { messageId: `m${draw(99)}` }),
  }),
  () => ({ method: 'SendMessage', params: messageOf([{ data: { kind: 'bug', body: 'A request' } }]) }),
  () => ({ method: 'SendMessage', params: messageOf([{ data: { operation: 'previewRun', input: {} } }]) }),
  () => ({ method: 'SendMessage', params: messageOf([{ data: { operation: 'previewAnchor', input: hash } }]) }),
  () => ({
    method: 'SendMessage',
    params: messageOf([{ data: { operation: 'verifyDocument', input: { document: {} } } }]),
  }),
  (draw) => ({ method: 'GetTask', params: { id: `${draw(9)}`.repeat(24) } }),
  () => ({ method: 'ListTasks', params: { pageSize: 5 } }),
  (draw) => ({ method: pick(['CancelTask', 'SubscribeToTask', 'GetExtendedAgentCard'], draw), params: { id: 'x' } }),
];

const drawMessage = (draw: Draw): string =>
  spoiltText({ jsonrpc: '2.0', id: draw(1_000), ...pick(templates, draw)(draw) }, draw);

test(`of ${MESSAGES} messages none makes the service fail, and exactly what was acknowledged is stored`, async () => {
  const store = await newStore();
  const server = await startServer({ DATABASE_URL: store });
  const draw = drawFrom(SEED);
  const acknowledged = new Set<string>();
  const outcomes = new Map<string, number>();
  let left = MESSAGES;
  const sendAll = async (): Promise<void> => {
    while (left-- > 0) {
      const text = drawMessage(draw);
      const answer = await postRpcText(server.url, text);
      const { jsonrpc, result, error } = answer.json as unknown as RpcAnswer;
      const told = result === undefined ? String(error?.code) : Object.keys(result)[0]!;
      outcomes.set(told, (outcomes.get(told) ?? 0) + 1);
      expect([answer.status, jsonrpc], text).toEqual([200, '2.0']);
      expect(error?.code === -32603 && error.data[0]?.reason !== 'REQUEST_IN_PROGRESS', text).toBe(false);
      if (result?.['task']) acknowledged.add((result['task'] as { id: string }).id);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, sendAll));
    expect((await storedIds(store)).toSorted()).toEqual([...acknowledged].toSorted());
    expect(server.output()).not.toContain('request failed');
    for (const told of ['task', 'message', 'tasks', '-32600', '-32601', '-32602', '-32700', '-32001'])
      expect(outcomes.get(told), told).toBeGreaterThan(5);
  } finally {
    await server.end();
  }
});
