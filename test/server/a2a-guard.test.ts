import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Task } from '@a2a-js/sdk';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { messageOf, postRpcText, rpc, type RpcAnswer, send } from '../support/a2a.ts';
import { call } from '../support/call.ts';
import { addFormats } from '../support/formats.ts';
import { serviceHere } from '../support/hosted-service.ts';
import { newStore } from '../support/server.ts';
import { storedIds } from '../support/stored-requests.ts';

const definitions = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../fixtures/a2a/a2a-1.0.1.json'), 'utf8')) as {
    definitions: Record<string, object>;
  }
).definitions;
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
for (const [title, definition] of Object.entries(definitions)) {
  const room = ['Struct', 'Timestamp', 'Value'].includes(title) ? 'google.protobuf' : 'lf.a2a.v1';
  ajv.addSchema(definition, `${room}.${title.replaceAll(' ', '')}.jsonschema.json`);
}
/** Holds a value against the JSON Schema that belongs to A2A 1.0.1, which lets no member through that the protocol does not have. */
const expectOfA2a = (name: string, value: unknown): void => {
  const validate = ajv.getSchema(`lf.a2a.v1.${name}.jsonschema.json`)!;
  expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
};

const store = await newStore();
const server = await serviceHere({ DATABASE_URL: store });

const reasonOf = ({ error }: RpcAnswer) => error?.data[0]?.reason;
const fieldsOf = ({ error }: RpcAnswer) => error?.data[1]?.fieldViolations?.map(({ field }) => field);
const hello = [{ text: 'Hello from a test' }];

describe('what A2A 1.0 demands of every agent', () => {
  test('the card, a task, a list and a message follow its schema', async () => {
    expectOfA2a('AgentCard', (await call(`${server.url}/.well-known/agent-card.json`)).json);
    const { result } = await send(server.url, hello);
    expectOfA2a('SendMessageResponse', result);
    const sent = result!['task'] as { id: string };
    const { result: task } = await rpc(server.url, 'GetTask', { id: sent.id });
    expectOfA2a('Task', task);
    expect(Task.toJSON(Task.fromJSON(task))).toEqual(task);
    expectOfA2a('ListTasksResponse', (await rpc(server.url, 'ListTasks', { pageSize: 2 })).result);
    expectOfA2a('SendMessageResponse', (await send(server.url, [{ data: { operation: 'previewRun' } }])).result);
  });

  test.each([
    ['GetTask', { id: 'no-such-task' }, -32001, 'TASK_NOT_FOUND'],
    ['CancelTask', { id: 'no-such-task' }, -32001, 'TASK_NOT_FOUND'],
    ['SendMessage', messageOf(hello, { taskId: 'no-such-task' }), -32001, 'TASK_NOT_FOUND'],
    ['SendStreamingMessage', messageOf(hello), -32004, 'UNSUPPORTED_OPERATION'],
    ['SubscribeToTask', { id: 'any' }, -32004, 'UNSUPPORTED_OPERATION'],
    ['GetExtendedAgentCard', undefined, -32004, 'UNSUPPORTED_OPERATION'],
    [
      'CreateTaskPushNotificationConfig',
      { taskId: 't', url: 'https://example.com' },
      -32003,
      'PUSH_NOTIFICATION_NOT_SUPPORTED',
    ],
    ['GetTaskPushNotificationConfig', {}, -32003, 'PUSH_NOTIFICATION_NOT_SUPPORTED'],
    ['ListTaskPushNotificationConfigs', {}, -32003, 'PUSH_NOTIFICATION_NOT_SUPPORTED'],
    ['DeleteTaskPushNotificationConfig', {}, -32003, 'PUSH_NOTIFICATION_NOT_SUPPORTED'],
    [
      'SendMessage',
      { ...messageOf(hello), configuration: { taskPushNotificationConfig: { url: 'https://example.com' } } },
      -32003,
      'PUSH_NOTIFICATION_NOT_SUPPORTED',
    ],
    [
      'SendMessage',
      messageOf([{ raw: 'dGNr', mediaType: 'application/x-unsupported-type' }]),
      -32005,
      'CONTENT_TYPE_NOT_SUPPORTED',
    ],
    ['message/send', messageOf(hello), -32601, 'METHOD_NOT_FOUND'],
    ['toString', {}, -32601, 'METHOD_NOT_FOUND'],
  ])('%s is refused with its code', async (method, params, code, reason) => {
    const answer = await rpc(server.url, method, params);
    expect(answer.error).toMatchObject({ code, data: [{ reason, domain: 'a2a-protocol.org' }] });
    expect(answer.error!.data[0]!['@type']).toBe('type.googleapis.com/google.rpc.ErrorInfo');
  });

  test.each([
    [{}, undefined],
    [{ 'A2A-Version': '' }, undefined],
    [{ 'A2A-Version': '0.3' }, undefined],
    [{ 'A2A-Version': '99.0' }, undefined],
    [{ 'A2A-Version': '1.0' }, 'tasks'],
    [{ 'A2A-Version': '1.0.7' }, 'tasks'],
  ])('the version of %j', async (headers, member) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 'v', method: 'ListTasks', params: {} });
    const answer = await call(`${server.url}/a2a`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
    const { id, result, error } = answer.json as unknown as RpcAnswer;
    expect(id).toBe('v');
    if (member === undefined)
      expect(error).toMatchObject({ code: -32009, data: [{ reason: 'VERSION_NOT_SUPPORTED' }] });
    else expect(result).toHaveProperty(member);
  });

  test('a message to a task is refused, since a request takes no further text', async () => {
    const { result } = await send(server.url, hello);
    const { id } = result!['task'] as { id: string };
    expect(reasonOf(await send(server.url, hello, { taskId: id }))).toBe('UNSUPPORTED_OPERATION');
    expect(reasonOf(await send(server.url, hello, { taskId: id, contextId: 'another' }))).toBe('UNSUPPORTED_OPERATION');
  });

  test('a conversation that the client names is kept, and without one a request is a conversation of its own', async () => {
    const idsOf = ({ result }: RpcAnswer) => (result!['task'] ?? result) as { id: string; contextId: string };
    const first = idsOf(await send(server.url, hello));
    expect(first.contextId).toBe(first.id);
    const next = idsOf(await send(server.url, hello, { contextId: first.contextId }));
    expect(next.contextId).toBe(first.id);
    expect(idsOf(await rpc(server.url, 'GetTask', { id: next.id })).contextId).toBe(first.id);
    const { result } = await send(server.url, [{ data: { operation: 'previewRun' } }], { contextId: 'mine' });
    expect(result).toMatchObject({ message: { contextId: 'mine' } });
  });

  test('names of the .proto file are understood, and unknown members ignored', async () => {
    const message = {
      message_id: crypto.randomUUID(),
      role: 'ROLE_USER',
      parts: [{ text: 'Hello', media_type: 'text/plain' }],
    };
    const { result } = await rpc(server.url, 'SendMessage', { message, configuration: null, unheard_of: true });
    expect(result).toHaveProperty('task');
  });
});

describe('bad input', () => {
  const call1 = (more: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ListTasks', params: {}, ...more });

  test('null is an id that is repeated', async () => {
    expect((await postRpcText(server.url, call1({ id: null }))).json).toMatchObject({ id: null, result: {} });
  });

  test('a notification is refused, and its message is not stored', async () => {
    const before = await storedIds(store);
    const text = JSON.stringify({ jsonrpc: '2.0', method: 'SendMessage', params: messageOf(hello) });
    expect((await postRpcText(server.url, text)).json).toMatchObject({ id: null, error: { code: -32600 } });
    expect(await storedIds(store)).toEqual(before);
  });

  test('another content type is refused as A2A and HTTP say it', async () => {
    const answer = await postRpcText(server.url, call1({}), { 'Content-Type': 'text/plain' });
    expect(answer.status).toBe(415);
    expect(answer.json).toMatchObject({
      error: { code: -32005, data: [{ reason: 'CONTENT_TYPE_NOT_SUPPORTED', domain: 'a2a-protocol.org' }] },
    });
  });

  test.each([
    ['no message', {}, ['message']],
    ['no parts', messageOf([]), ['message.parts']],
    ['a part without content', messageOf([{}]), ['message.parts[0]']],
    ['a part with two contents', messageOf([{ text: 'one', data: {} }]), ['message.parts[0]']],
    ['a message of the agent', messageOf(hello, { role: 'ROLE_AGENT' }), ['message.role']],
    ['several problems', messageOf([{ text: 1 }], { role: 'nobody' }), ['message.role', 'message.parts[0].text']],
    ['no messageId', messageOf(hello, { messageId: undefined }), ['message.messageId']],
    ['an object as messageId', messageOf(hello, { messageId: {} }), ['message.messageId']],
    ['a text that is too short', messageOf([{ text: 'ab' }]), ['message.parts']],
    ['a text that is too long', messageOf([{ text: 'x'.repeat(4001) }]), ['message.parts']],
    ['text and data together', messageOf([...hello, { data: {} }]), ['message.parts']],
    ['two data parts', messageOf([{ data: {} }, { data: {} }]), ['message.parts']],
    [
      'a request of an unknown kind',
      messageOf([{ data: { kind: 'x', body: 'Hello' } }]),
      ['message.parts[0].data.kind'],
    ],
    ['data that is no object', messageOf([{ data: [1] }]), ['message.parts[0].data']],
    [
      'an unknown operation',
      messageOf([{ data: { operation: 'anchorLive', body: 'Hello' } }]),
      ['message.parts[0].data.operation'],
    ],
    [
      'an operation of the prototype',
      messageOf([{ data: { operation: 'constructor' } }]),
      ['message.parts[0].data.operation'],
    ],
    [
      'an id that is no text',
      messageOf([{ data: { operation: 'getIntakeStatus', input: { id: { toString: 1 } } } }]),
      ['message.parts[0].data.input.id'],
    ],
    [
      'no hash',
      messageOf([{ data: { operation: 'getAnchor', input: { receipt_hash_sha256: 'x' } } }]),
      ['message.parts[0].data.input.receipt_hash_sha256'],
    ],
    [
      'a number that is not hashed',
      messageOf([{ data: { operation: 'previewRun', input: { seed: 1.5 } } }]),
      ['message.parts[0].data.input.seed'],
    ],
  ])('%s: the answer names the place', async (_, params, fields) => {
    const before = await storedIds(store);
    const answer = await rpc(server.url, 'SendMessage', params);
    expect(answer.error?.code).toBe(-32602);
    expect(fieldsOf(answer)).toEqual(fields);
    expect(await storedIds(store)).toEqual(before);
  });

  test.each([
    ['a file by its bytes', { raw: 'aGVsbG8=', filename: 'a.txt', mediaType: 'text/plain' }],
    ['a file by its address', { url: 'https://example.org/a.pdf' }],
  ])('%s is refused by name', async (_, part) => {
    const answer = await send(server.url, [...hello, part]);
    expect(answer.error).toMatchObject({ code: -32005, data: [{ reason: 'CONTENT_TYPE_NOT_SUPPORTED' }] });
    expect(answer.error!.message).toContain('art 1');
  });

  test('a hash that is not known is told as such', async () => {
    const input = { receipt_hash_sha256: 'f'.repeat(64) };
    const { error } = await send(server.url, [{ data: { operation: 'getEvidencePack', input } }]);
    expect(error).toMatchObject({ code: -32602, data: [{ reason: 'UNKNOWN_RECEIPT', domain: 'localhost' }] });
  });
});

test('the address is open to scripts of any site, with the headers that clients send', async () => {
  const answer = await call(`${server.url}/a2a`, {
    method: 'OPTIONS',
    headers: { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'POST' },
  });
  expect(answer.status).toBe(204);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  const allowed = answer.headers.get('access-control-allow-headers');
  for (const name of ['A2A-Version', 'A2A-Extensions', 'traceparent', 'Content-Type']) expect(allowed).toContain(name);
  expect((await postRpcText(server.url, '')).headers.get('access-control-allow-origin')).toBe('*');
});

test('the address is in the log with its route, and nothing of a message is', async () => {
  await send(server.url, [{ text: 'A secret that no log may have' }], {
    messageId: 'a-message-id-that-no-log-may-have',
  });
  await expect.poll(() => server.output()).toContain('"route":"/a2a"');
  expect(server.output()).not.toContain('that no log may have');
  expect(server.output()).not.toContain('that-no-log-may-have');
});

test('what the card gives as data for an operation is answered with something', async () => {
  const { skills } = (await call(`${server.url}/.well-known/agent-card.json`)).json as {
    skills: { examples?: string[] }[];
  };
  const typed = skills.flatMap(({ examples = [] }) => examples.filter((example) => example.startsWith('{')));
  expect(typed.map((example) => (JSON.parse(example) as { operation: string }).operation)).toContain('searchRecords');
  for (const example of typed) {
    const { result } = await send(server.url, [{ data: JSON.parse(example) as object }]);
    const [{ data }] = (result!['message'] as { parts: [{ data: { matches?: { id: string }[] } }] }).parts;
    expect(data.matches, example).not.toEqual([]);
  }
});

test.each([
  [{ words: 'erc-8004' }, 'expected no members but query, dataset, where, limit, offset; 1 is not known here'],
  [{ q: 'a', page: 1 }, 'expected no members but query, dataset, where, limit, offset; 2 are not known here'],
])('a search with %j is refused with the members that a search has', async (input, description) => {
  const { error } = await send(server.url, [{ data: { operation: 'searchRecords', input } }]);
  expect(error!.data[1]!.fieldViolations).toEqual([{ field: 'message.parts[0].data.input', description }]);
  expect(error!.message).toContain('`fieldViolations` names it');
});
