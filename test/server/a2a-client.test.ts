import { Role, type Task, TaskState } from '@a2a-js/sdk';
import { ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from '@a2a-js/sdk/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import { call } from '../support/call.ts';
import { SITE } from '../support/contract.ts';
import { hostService, serviceHere } from '../support/hosted-service.ts';
import { acceptedReceipt } from '../support/receipts.ts';
import { newStore, runToEnd } from '../support/server.ts';
import { storeWithAnchors } from '../support/stored-anchors.ts';
import { storedIds } from '../support/stored-requests.ts';

const anchored = receiptHash(acceptedReceipt);

const store = await storeWithAnchors(anchored);
const server = await serviceHere({ DATABASE_URL: store });
// The card names the address that the site was built for; here it is reached at another port.
const fetchImpl: typeof fetch = (input, init) => fetch(String(input).replace(SITE, server.url), init);
const client = await new ClientFactory({
  transports: [new JsonRpcTransportFactory({ fetchImpl })],
  cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
}).createFromUrl(SITE);

type Content = { $case: 'text'; value: string } | { $case: 'data'; value: unknown };

const messageOf = (content: Content, messageId: string = crypto.randomUUID()) => ({
  messageId,
  contextId: '',
  taskId: '',
  role: Role.ROLE_USER,
  parts: [{ content, metadata: undefined, filename: '', mediaType: '' }],
  metadata: undefined,
  extensions: [],
  referenceTaskIds: [],
});

const send = (content: Content, messageId?: string) =>
  client.sendMessage({
    tenant: '',
    message: messageOf(content, messageId),
    configuration: undefined,
    metadata: undefined,
  });

const sendText = async (text: string, messageId?: string) =>
  (await send({ $case: 'text', value: text }, messageId)) as Task;

const documentIn = (parts: readonly { content?: { $case: string; value: unknown } | undefined }[]) =>
  parts[0]!.content!.value as Record<string, unknown>;

const getTask = (id: string) => client.getTask({ tenant: '', id, historyLength: undefined });

const ask = async (operation: string, input: object) => {
  const answer = await send({ $case: 'data', value: { operation, input } });
  if (!('messageId' in answer)) throw new Error('the answer is a task');
  expect(answer.role).toBe(Role.ROLE_AGENT);
  return documentIn(answer.parts);
};

describe('the official client, which knows nothing but the base address', () => {
  test('sends a text that becomes a request, and gets a task with its receipt', async () => {
    const task = await sendText('Who operates this agent?');
    expect(task.status?.state).toBe(TaskState.TASK_STATE_SUBMITTED);
    const receipt = documentIn(task.artifacts[0]!.parts);
    expect(receipt).toMatchObject({
      schema: 'service.intake-receipt.v1',
      id: task.id,
      kind: 'other',
      body_sha256: sha256Hex('Who operates this agent?'),
    });
    expect(await storedIds(store)).toContain(task.id);
  });

  test.each([
    [
      `Show the evidence pack for ${anchored}.`,
      { operation: 'getEvidencePack', input: { receipt_hash_sha256: anchored } },
    ],
    [
      `What is ${anchored.toUpperCase()}, not ${'0'.repeat(64)}?`,
      { operation: 'readReceipt', input: { receipt_hash_sha256: anchored } },
    ],
    [`Is (sha256:${anchored}) genuine?`, { operation: 'readReceipt', input: { receipt_hash_sha256: anchored } }],
    [
      'Which systems let an identity be revoked?',
      { operation: 'searchRecords', input: { query: 'Which systems let an identity be revoked?' } },
    ],
    [
      `${'x402 '.repeat(39)}rece\u{1f600} more`,
      { operation: 'searchRecords', input: { query: `${'x402 '.repeat(39)}rece\u{1f600}` } },
    ],
  ])(
    'is told in words what becomes of a text, and given the data part that answers it at once: %s',
    async (text, data) => {
      const { id, status } = await sendText(text);
      const [words, , question] = status!.message!.parts;
      expect(words!.content!.value).toContain('It is stored as a request to the people who run this agent');
      expect(words!.content!.value).toContain(`${SITE}/intake/${id}`);
      expect(question!.content!.value).toEqual(data);
      expect(await ask(data.operation, data.input)).toBeTypeOf('object');
      expect((await getTask(id)).status!.message!.parts).toHaveLength(1);
    },
  );

  test('is shown the request that it names, and nothing where no record has all of its words', async () => {
    const { id } = await sendText('Who operates this agent?');
    const partsOf = async (text: string) => (await sendText(text)).status!.message!.parts;
    const [, where] = await partsOf(`What is the status of request ${id}?`);
    expect(where!.content!.value).toBe(
      `What became of the request ${id}: GetTask with this id, or ${SITE}/intake/${id}.`,
    );
    expect(await partsOf('I lost my password, please call me tomorrow')).toHaveLength(1);
    expect(await partsOf(`Where is ${'ab'.repeat(32)}?`)).toHaveLength(1);
    expect(await partsOf(`What is the status of request ${'0'.repeat(24)}?`)).toHaveLength(1);
  });

  test('is helped where it asks for help, and nothing is stored', async () => {
    const before = await storedIds(store);
    const answer = await send({ $case: 'text', value: 'Help!' });
    if (!('messageId' in answer)) throw new Error('the answer is a task');
    const { operations } = answer.parts[1]!.content!.value as { operations: { operation: string; input: object }[] };
    expect(operations.find(({ operation }) => operation === 'readRecord')!.input).toMatchObject({
      required: ['dataset', 'id'],
    });
    expect(await storedIds(store)).toEqual(before);
  });

  test('sends a request with its kind and contact as data', async () => {
    const request = { kind: 'bug', from: 'An agent', contact: 'agent@example.org', body: 'A record is wrong.' };
    const task = (await send({ $case: 'data', value: request })) as Task;
    expect(documentIn(task.artifacts[0]!.parts)).toMatchObject({ id: task.id, kind: 'bug' });
    const shown = await runToEnd('cli/inbox.ts', ['show', task.id], { DATABASE_URL: store });
    expect(shown.stdout).toContain('agent@example.org');
  });

  test('may repeat a message, and gets the first task again', async () => {
    const messageId = crypto.randomUUID();
    const [first, again] = [await sendText('Once, please.', messageId), await sendText('Once, please.', messageId)];
    expect(again.id).toBe(first.id);
    expect((await storedIds(store)).filter((id) => id === first.id)).toHaveLength(1);
    await expect(sendText('Something else.', messageId)).rejects.toThrow('idempotency key');
  });

  test.each([
    ['in_review', TaskState.TASK_STATE_WORKING],
    ['answered', TaskState.TASK_STATE_COMPLETED],
    ['declined', TaskState.TASK_STATE_REJECTED],
  ])('sees what became of its request: %s', async (status, state) => {
    const messageId = crypto.randomUUID();
    const sent = await sendText('What becomes of this?', messageId);
    await runToEnd('cli/inbox.ts', ['status', sent.id, status], { DATABASE_URL: store });
    const task = await getTask(sent.id);
    expect(task.status?.state).toBe(state);
    const [receipt, document] = task.artifacts.map(({ parts }) => documentIn(parts));
    const { signatures, ...unsigned } = documentIn(sent.artifacts[0]!.parts);
    expect(signatures).toHaveLength(1);
    expect(receipt).toEqual(unsigned);
    expect(document).toEqual((await call(`${server.url}/api/intake/${sent.id}`)).json);
    expect(task.history).toEqual([]);
    const { state: now, timestamp } = (await sendText('What becomes of this?', messageId)).status!;
    expect([now, timestamp]).toEqual([state, task.status?.timestamp]);
  });

  test('finds a task by its id only, and lists none', async () => {
    await expect(getTask('0'.repeat(24))).rejects.toThrow('No task has this id');
    const { tasks, totalSize } = await client.listTasks({
      tenant: '',
      contextId: '',
      status: 0,
      pageSize: undefined,
      pageToken: '',
      historyLength: undefined,
      statusTimestampAfter: undefined,
      includeArtifacts: undefined,
    });
    expect({ tasks, totalSize }).toEqual({ tasks: [], totalSize: 0 });
  });

  test('cannot cancel a request', async () => {
    const { id } = await sendText('Not to be cancelled.');
    const cancel = client.cancelTask({ tenant: '', id, metadata: undefined });
    await expect(cancel).rejects.toMatchObject({ name: 'TaskNotCancelableError' });
  });

  test('gets the documents that the addresses of the interface give', async () => {
    const at = async (path: string) => (await call(server.url + path)).json;
    const input = { receipt_hash_sha256: anchored };
    expect(await ask('getAnchor', input)).toEqual(await at(`/api/agent-acceptance-kit/anchors/${anchored}`));
    expect(await ask('getEvidencePack', input)).toEqual(
      await at(`/api/adjudicator/evidence/agent-acceptance/${anchored}`),
    );
  });

  test('has its own receipt verified with the key of the service', async () => {
    const { artifacts } = await sendText('Is this from you?');
    const verification = await ask('verifyDocument', { document: documentIn(artifacts[0]!.parts) });
    expect(verification['answers']).toMatchObject({ intact: { result: 'pass' }, from_whom: { result: 'pass' } });
  });
});

test('messages to be stored count under the limit of the intake, and all of them under that of the previews', async () => {
  const limited = await hostService({
    DATABASE_URL: await newStore(),
    RATE_LIMIT_INTAKE: '1/60',
    RATE_LIMIT_PREVIEW: '3/60',
  });
  const { send, postRpcText } = await import('../support/a2a.ts');
  onTestFinished(() => limited.end());
  const texts = [{ text: 'The first of two.' }];
  expect((await send(limited.url, texts)).result).toHaveProperty('task');
  expect((await send(limited.url, texts)).error).toMatchObject({ code: -32603, data: [{ reason: 'RATE_LIMITED' }] });
  expect((await send(limited.url, [{ data: { operation: 'previewRun' } }])).result).toHaveProperty('message');
  const answer = await postRpcText(limited.url, 'not even JSON');
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answer.json).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32603 } });
});
