import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { networkOfSetting } from '../../src/domain/chains/network.ts';
import { REQUEST_BYTES_MAX } from '../../src/domain/vocabulary/request-limits.ts';
import { Problem } from '../../src/http/problem.ts';
import { writeExampleKey } from '../../src/site/reference/example-key.ts';
import { shortenContent } from '../../src/site/reference/shorten.ts';
import { anchorStore } from '../../src/storage/anchors.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { type HostedService, hostService } from '../support/hosted-service.ts';
import { type ShownAnswer, shownOperations, type ShownRequest } from '../support/reference-pages.ts';
import { newFolder, newStore } from '../support/server.ts';

const operations = shownOperations().filter(({ answers }) => answers.length > 0);
const exampleOf = (id: string) => operations.find((one) => one.id === id)!;
const printedId = exampleOf('getIntakeStatus').sendable!.params['id']!;

/** A store with the anchor that the example reads. */
const storeOfExample = async (): Promise<string> => {
  const { answers, sendable } = exampleOf('getAnchor');
  const [, transactionHash] = /"transaction_hash": "(\w+)"/.exec(answers[0]!.text!)!;
  const store = await newStore();
  const database = await openDatabase({ kind: 'sqlite', filename: store.replace('file:', '') });
  await anchorStore(database).importAnchor({
    receiptHash: sendable!.params['receipt_hash_sha256']!,
    network: 'testnet',
    genesisBlock: networkOfSetting('testnet').genesisBlock,
    transactionHash: transactionHash!,
    blockHash: null,
    sender: null,
    at: '2026-11-10T09:00:00Z',
    outcome: null,
  });
  await database.close();
  return store;
};

let server: HostedService;
/** One with the limits that it has as shipped. */
let limited: HostedService;
let requestId: string;
beforeAll(async () => {
  const limits = { RATE_LIMIT_INTAKE: '', RATE_LIMIT_PREVIEW: '', RATE_LIMIT_ANCHOR: '', RATE_LIMIT_READ: '' };
  const SERVICE_KEY_FILE = join(await newFolder(), 'key.json');
  await writeExampleKey(SERVICE_KEY_FILE);
  const ADMIN_TOKEN_SHA256 = 'a'.repeat(64);
  [server, limited] = await Promise.all([
    hostService({ DATABASE_URL: await storeOfExample(), SERVICE_KEY_FILE, ADMIN_TOKEN_SHA256 }),
    hostService(limits),
  ]);
  const body = { kind: 'question', from: 'A reader', contact: 'reader@example.org', body: 'Who operates this agent?' };
  const stored = await send({ method: 'POST', address: '/api/intake', body });
  requestId = (JSON.parse(new TextDecoder().decode(stored.bytes)) as { id: string }).id;
});
afterAll(() => Promise.all([server.end(), limited.end()]));

const send = async ({ method, address, headers = {}, body }: ShownRequest, to = server.url) => {
  const answer = await fetch(to + address.replace(printedId, requestId), {
    method,
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return {
    status: answer.status,
    mediaType: (answer.headers.get('content-type') ?? '').split(';')[0]!,
    bytes: new Uint8Array(await answer.arrayBuffer()),
  };
};

/** A text without what another process at another time has otherwise: ids, times, keys, and what is computed from them. */
const lasting = (text: string): string =>
  text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'UUID')
    .replaceAll(/("messageId": ")\w{24}/g, '$1ID')
    .replaceAll(/("uptime_seconds": )\d+/g, (_, name: string) => `${name}0`)
    .replaceAll(/(?<=\/)[0-9a-hjkmnp-tv-z]{24}\b|(?<="id": ")[0-9a-hjkmnp-tv-z]{24}\b/g, 'ID')
    .replaceAll(/"[\w-]{40,}…?"/g, (text) => (/^"[\da-f]{64}"$/.test(text) ? text : '"KEY-OR-SIGNATURE"'));

/** Members whose values come from the clock, from the process or from the ids of its requests. */
const ownOfEach: Readonly<Record<string, RegExp>> = {
  submitIntake: /("receipt_hash_sha256": ")\w+/g,
  getIntakeStatus: /("receipt_hash_sha256": ")\w+/g,
  getIntakeSummary: /(")\d{4}-\d\d-\d\d"/g,
};

const comparable = (id: string, text: string): string =>
  lasting(ownOfEach[id] ? text.replaceAll(ownOfEach[id], '$1…') : text);

test('the answer of every operation without effects is the one that its page shows', async () => {
  const differing: unknown[] = [];
  let compared = 0;
  for (const { id, sendable, answers } of operations) {
    if (!sendable) continue;
    const [shown] = answers.filter(({ status, text }) => status < 300 && text !== undefined);
    const { method, template, params, headers = {}, body } = sendable;
    const address = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name]!);
    const found = await send({ method, address, headers, body });
    const { text } = shortenContent(found.bytes, found.mediaType);
    compared++;
    if (found.status !== shown?.status || comparable(id, text) !== comparable(id, shown.text!))
      differing.push({ id, shown: shown && comparable(id, shown.text!), found: comparable(id, text) });
  }
  expect(differing).toEqual([]);
  expect(compared).toBeGreaterThan(70);
});

const refusals = operations.flatMap(({ id, sendable, answers }) =>
  answers.flatMap((shown) => (shown.code && shown.text !== undefined ? [{ id, sendable, shown }] : [])),
);

const expectSame = (found: Awaited<ReturnType<typeof send>>, { text, status }: ShownAnswer): void => {
  expect(found).toMatchObject({ status, mediaType: 'application/problem+json' });
  expect(lasting(shortenContent(found.bytes, found.mediaType).text)).toBe(lasting(text!));
};

test('the refusals that anybody can draw are the ones that the pages show', async () => {
  const drawn = refusals.filter(({ shown }) => shown.sent);
  for (const { shown } of drawn) expectSame(await send(shown.sent!), shown);
  expect(drawn.length).toBeGreaterThan(30);
});

test('the refusals of large bodies and of too many requests are the ones that the pages show', async () => {
  for (const { sendable, shown } of refusals) {
    if (!sendable || shown.sent) continue;
    const { method, template, params, body } = sendable;
    const address = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name]!);
    if (shown.code === 'body_too_large') {
      expectSame(await send({ method, address, body: 'x'.repeat(REQUEST_BYTES_MAX + 1) }), shown);
    } else if (shown.code === 'rate_limited') {
      const most = Number(/may send (\d+)/.exec(shown.text!)![1]);
      for (let asked = 0; asked < most; asked++) await send({ method, address, body }, limited.url);
      expectSame(await send({ method, address, body }, limited.url), shown);
    }
  }
});

test('every refusal on the pages is a problem document with its code', () => {
  for (const { id, shown } of refusals) {
    const { code, status } = Problem.parse(JSON.parse(shown.text!));
    expect({ id, code, status }).toEqual({ id, code: shown.code, status: shown.status });
  }
  const codes = new Set(refusals.map(({ shown }) => shown.code));
  for (const code of ['request_in_progress', 'idempotency_key_reused', 'unauthorised', 'live_anchoring_disabled'])
    expect(codes).toContain(code);
});
