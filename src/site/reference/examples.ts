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
import { ANCHORED_HASH, withExampleApp } from './example-app.ts';
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

/** An operation with what answers it. */
interface Answering extends CataloguedOperation {
  readonly endpoint: LiveEndpoint;
}

const acceptedAnswer = async (
  { operation, endpoint }: Answering,
  request: ExampleRequest,
  app: App,
): Promise<Answer> => {
  const answer = await ask(endpoint, app, request);
  if (!(answer.status in operation.responses)) throw new Error(`${operation.id}: ${answer.text}`);
  return answer;
};

const refusalExamples = async (
  { operation, endpoint }: Answering,
  accepted: ExampleRequest,
  app: App,
): Promise<ExampleAnswer[]> => {
  const answers: ExampleAnswer[] = [];
  for (const code of refusalsOf(operation)) {
    const drawn = await drawRefusal(code, { endpoint, operation, accepted, app });
    if (!drawn) continue;
    const { cause, sent, answer } = drawn;
    const again = sent && operation.sideEffects === 'none' ? { sent: sentOf(sent) } : {};
    answers.push({ ...shown(answer), code, cause, ...again });
  }
  return answers;
};

/** A published receipt, if possible that of the example on the schema; where none is published, the anchored one. */
const findReceiptHash = async (operations: readonly Answering[]): Promise<string> => {
  const anchoring = operations.find(({ operation }) => operation.id === 'previewAnchor')!;
  const { receipt_hash_sha256: preferred } = requestTo(anchoring).body as { receipt_hash_sha256: string };
  const path = '/data/decision-receipts/{hash}.json';
  const isHash = (_: string, value: string) => /^[0-9a-f]{64}$/.test(value);
  const published =
    (await findBuiltAddress(path, (_, value) => value === preferred)) ?? (await findBuiltAddress(path, isHash));
  return /[0-9a-f]{64}/.exec(published ?? '')?.[0] ?? ANCHORED_HASH;
};

/** What the running service answers. Whatever changes what it keeps comes first or last, so that the counts are plain. */
const askLive = async (operations: readonly Answering[], app: App): Promise<Map<string, OperationExample>> => {
  const submit = operations.find(({ operation }) => operation.id === 'submitIntake')!;
  const submitted = await acceptedAnswer(submit, requestTo(submit), app);
  const { id: requestId } = JSON.parse(submitted.text!) as { id: string };
  const known: KnownValues = { requestId, receiptHash: await findReceiptHash(operations) };
  const accepted = new Map<Answering, { request: ExampleRequest; answers: ExampleAnswer[] }>();
  for (const one of operations) {
    const request = requestTo(one, known);
    // What writes to a chain is not done here: its refusals come before.
    const isAsked = one.operation.sideEffects !== 'writes_hash_to_chain';
    const answers = !isAsked ? [] : [one === submit ? submitted : await acceptedAnswer(one, request, app)];
    accepted.set(one, { request, answers: answers.map(shown) });
  }
  const examples = new Map<string, OperationExample>();
  for (const [one, { request, answers }] of accepted)
    examples.set(one.operation.id, {
      request,
      answers: [...answers, ...(await refusalExamples(one, request, app))],
    });
  return examples;
};

const build = async (): Promise<Examples> => {
  const endpoints = new Map((await listEndpoints()).map((endpoint) => [endpoint.path, endpoint]));
  const operations = (await listOperations()).map((one) => ({ ...one, endpoint: endpoints.get(one.path)! }));
  const examples = await withExampleApp((app) => askLive(operations, app));
  for (const one of await listDocuments()) {
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
