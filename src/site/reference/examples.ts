import type { App } from '../../app.ts';
import type { Answer } from '../../http/answer.ts';
import { refusalsOf } from '../../http/operation.ts';
import type { ExampleAnswer, OperationExample, SentRequest } from '../../http/operation-example.ts';
import {
  type CataloguedOperation,
  listDocuments,
  listEndpoints,
  listOperations,
  type LiveEndpoint,
} from '../catalogue.ts';
import { addressOf, ask, type ExampleRequest } from './ask.ts';
import { findBuilt, findBuiltAddress } from './built-documents.ts';
import { withExampleApp } from './example-app.ts';
import { drawRefusal } from './refusals.ts';
import { type KnownValues, requestFor, requestTo } from './requests.ts';
import { shortenContent } from './shorten.ts';

/** The examples by operation id. */
export type Examples = ReadonlyMap<string, OperationExample>;

const sentOf = (request: ExampleRequest): SentRequest => ({
  method: request.method,
  address: addressOf(request),
  ...(request.headers ? { headers: request.headers } : {}),
  ...(request.body === undefined ? {} : { body: request.body }),
});

const shown = ({ status, text = '' }: Answer) => ({
  status,
  ...shortenContent(new TextEncoder().encode(text), 'application/json'),
});

const exampleOf = async (
  one: CataloguedOperation,
  endpoint: LiveEndpoint,
  known: KnownValues,
  app: App,
): Promise<OperationExample> => {
  const request = requestTo(one, known);
  const { operation } = one;
  const answers: ExampleAnswer[] = [];
  // What needs a chain is not done here: its refusals come before.
  if (operation.sideEffects !== 'writes_hash_to_chain') {
    const accepted = await ask(endpoint, app, request);
    if (!(accepted.status in operation.responses)) throw new Error(`${operation.id}: ${accepted.text}`);
    answers.push(shown(accepted));
  }
  for (const code of refusalsOf(operation)) {
    const drawn = await drawRefusal(code, { endpoint, operation, accepted: request, app });
    if (!drawn) continue;
    const { cause, sent, answer } = drawn;
    const again = sent && operation.sideEffects === 'none' ? { sent: sentOf(sent) } : {};
    answers.push({ ...shown(answer), code, cause, ...again });
  }
  return { request, answers };
};

/** The values that examples ask for: a stored request, and a receipt that is published. */
const prepare = async (
  endpoints: ReadonlyMap<string, LiveEndpoint>,
  operations: readonly CataloguedOperation[],
  app: App,
): Promise<KnownValues> => {
  const submit = operations.find(({ operation }) => operation.id === 'submitIntake')!;
  const none = { requestId: '', receiptHash: '' };
  const { text = '' } = await ask(endpoints.get(submit.path)!, app, requestTo(submit, none));
  const anchoring = operations.find(({ operation }) => operation.id === 'previewAnchor')!;
  const { receipt_hash_sha256: preferred } = requestTo(anchoring, none).body as { receipt_hash_sha256: string };
  const path = '/data/decision-receipts/{hash}.json';
  const isHash = (_: string, value: string) => /^[0-9a-f]{64}$/.test(value);
  const published =
    (await findBuiltAddress(path, (_, value) => value === preferred)) ?? (await findBuiltAddress(path, isHash));
  return {
    requestId: (JSON.parse(text) as { id: string }).id,
    receiptHash: /[0-9a-f]{64}/.exec(published ?? '')?.[0] ?? preferred,
  };
};

const build = async (): Promise<Examples> => {
  const [operations, documents] = await Promise.all([listOperations(), listDocuments()]);
  const endpoints = new Map((await listEndpoints()).map((endpoint) => [endpoint.path, endpoint]));
  const examples = new Map<string, OperationExample>();
  await withExampleApp(async (app) => {
    const known = await prepare(endpoints, operations, app);
    for (const one of operations)
      examples.set(one.operation.id, await exampleOf(one, endpoints.get(one.path)!, known, app));
  });
  for (const one of documents) {
    const request = await requestFor(one);
    const found = request && (await findBuilt(addressOf(request)));
    if (!request || !found) continue;
    examples.set(one.document.id, {
      request,
      answers: [{ status: 200, ...shortenContent(found.bytes, found.mediaType) }],
    });
  }
  return examples;
};

let built: Promise<Examples> | undefined;

/** The examples of every operation and document, made once in a build. */
export const listExamples = (): Promise<Examples> => (built ??= build());
