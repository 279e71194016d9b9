import { expect, test } from 'vitest';
import { messageOf, postRpcText, type RpcAnswer } from '../support/a2a.ts';
import { type Draw, drawFrom, pick } from '../support/seeded-draw.ts';
import { newStore, startServer } from '../support/server.ts';
import { storedIds } from '../support/stored-requests.ts';

const MESSAGES = 2_000;
const AT_ONCE = 8;
const SEED = 12;

const odd = [
  null, true, false, 0, -1, 1.5, 2 ** 53, 1e308, '', 'x', '\u0000', '\ud800', '__proto__', 'ROLE_USER', 'f'.repeat(64),
  'x'.repeat(5_000), [], {}, [[]], [null], { operation: 'previewRun' }, { body: 'A request' }, { text: 'A part' },
] as const; // prettier-ignore

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

/** Changes one place of a JSON value: a member goes, comes or gets another value. */
const changeIn = (value: unknown, draw: Draw): unknown => {
  if (typeof value !== 'object' || value === null || draw(5) === 0) return pick(odd, draw);
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value };
  const names = Object.keys(copy);
  const name =
    names.length === 0 || draw(8) === 0 ? pick(['id', 'parts', 'data', '0', '__proto__'], draw) : pick(names, draw);
  const members = copy as Record<string, unknown>;
  if (draw(6) === 0) delete members[name];
  else
    Object.defineProperty(members, name, {
      value: changeIn(members[name], draw),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return copy;
};

/** Changes one character of a text. */
const garble = (text: string, draw: Draw): string => {
  const at = draw(text.length + 1);
  return (
    text.slice(0, at) + pick(['', '"', '{', ']', ',', '\\', '\u0000', 'é', '1e999'], draw) + text.slice(at + draw(3))
  );
};

const drawMessage = (draw: Draw): string => {
  let call: unknown = { jsonrpc: '2.0', id: draw(1_000), ...pick(templates, draw)(draw) };
  for (let changes = draw(4); changes > 0; changes--) call = changeIn(call, draw);
  const text = JSON.stringify(call) ?? '';
  return draw(10) === 0 ? garble(text, draw) : text;
};

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
    await server.stop();
  }
});
