import { intakeReceiptPreimage } from '../../domain/accept-intake.ts';
import { type IntakeReceipt, IntakeRequest, type IntakeStatusDocument, wordsOfStatus } from '../../domain/intake.ts';
import { canonicalText } from '../../domain/json/canonical-json.ts';
import { sha256Hex } from '../../domain/json/hash.ts';
import { isJsonObject } from '../../domain/json/pointer.ts';
import { ServiceError } from '../../domain/vocabulary/errors.ts';
import { inputProblems } from '../../domain/vocabulary/input-problems.ts';
import { countRequest } from '../admission.ts';
import type { IncomingRequest } from '../answer.ts';
import { type Queries, runQuery } from '../queries/run-query.ts';
import type { HeaderFields } from '../response-headers.ts';
import { A2aError } from './a2a-error.ts';
import type { Message } from './params.ts';
import { dataPart, findAnswers, helpParts, isHelp } from './task-message.ts';

/** The state of a task by the status of its request (SPEC.md §18.3). */
export const taskStates: Readonly<Record<IntakeStatusDocument['status'], string>> = {
  received: 'TASK_STATE_SUBMITTED',
  in_review: 'TASK_STATE_WORKING',
  answered: 'TASK_STATE_COMPLETED',
  declined: 'TASK_STATE_REJECTED',
};

const receiptArtifact = (receipt: IntakeReceipt) => ({
  artifactId: 'intake-receipt',
  name: 'Intake receipt',
  parts: [dataPart(receipt)],
});

/** The status of a task with a message that says what becomes of it, and what can be asked at once. */
const taskStatus = (
  { id, ...request }: Pick<IntakeStatusDocument, 'id'> & Parameters<typeof wordsOfStatus>[0],
  at: string,
  contextId: string,
  siteUrl: string,
  answers: readonly object[] = [],
) => ({
  state: taskStates[request.status],
  timestamp: at,
  message: {
    messageId: `${id}-${request.status}`,
    taskId: id,
    contextId,
    role: 'ROLE_AGENT',
    parts: [
      { text: `${wordsOfStatus(request).meaning} Ask for it with GetTask, or look at ${siteUrl}/intake/${id}.` },
      ...answers,
    ],
  },
});

/**
 * The task of a request with this status, with the receipt that was handed out, without its signature: none once the text and
 * its hash are deleted (SPEC.md §4.4).
 */
export const buildTaskOfStatus = (status: IntakeStatusDocument, contextId: string, siteUrl: string) => {
  const { body_sha256, receipt_hash_sha256, ...rest } = status;
  const receipts =
    body_sha256 === undefined
      ? []
      : [{ ...intakeReceiptPreimage({ ...rest, body_sha256 }, siteUrl), receipt_hash_sha256 }];
  return {
    id: status.id,
    contextId,
    status: taskStatus(status, status.history.at(-1)!.at, contextId, siteUrl),
    artifacts: [
      ...receipts.map(receiptArtifact),
      { artifactId: 'intake-status', name: 'Intake status', parts: [dataPart(status)] },
    ],
  };
};

/** What a method answers, with the fields of a limit that it counted. */
export interface MethodAnswer {
  readonly result: object;
  readonly headers?: HeaderFields;
}

const refuseMessage = (pointer: string, detail: string): ServiceError =>
  new ServiceError('invalid_request', 'The message cannot be used.', { errors: [{ pointer, code: 'rule', detail }] });

/** The content of a message: a text of one or more parts, or one data part. @throws A2aError CONTENT_TYPE_NOT_SUPPORTED for a file */
const contentOf = ({ parts }: Message): unknown => {
  const file = parts.findIndex(({ raw, url }) => raw !== undefined || url !== undefined);
  if (file !== -1) {
    const detail = `Part ${file} is a file. This agent takes text and data, and no files: send the hash of a file instead.`;
    throw new A2aError('CONTENT_TYPE_NOT_SUPPORTED', detail);
  }
  const texts = parts.flatMap(({ text }) => (text === undefined ? [] : [text]));
  if (texts.length === parts.length) return { body: texts.join('\n') };
  if (parts.length > 1)
    throw refuseMessage('/message/parts', 'expected text parts only, or one data part and nothing else');
  return parts[0]!.data;
};

const DATA = '/message/parts/0/data';

/** Answers what a data part asks for, by the declared operation of this name. */
const answerQuery = (queries: Queries, content: Record<string, unknown>, incoming: IncomingRequest) => {
  const { operation: name, input = {} } = content;
  const operation = queries.find(({ id }) => id === name);
  if (operation === undefined)
    throw refuseMessage(`${DATA}/operation`, `expected one of ${queries.map(({ id }) => id).join(', ')}`);
  if (!isJsonObject(input)) throw refuseMessage(`${DATA}/input`, 'expected an object');
  return runQuery(operation, input, incoming.locals, `${DATA}/input`);
};

const storeRequest = async (content: unknown, message: Message, incoming: IncomingRequest): Promise<MethodAnswer> => {
  const { app, client } = incoming.locals;
  const parsed = IntakeRequest.safeParse(content);
  if (!parsed.success) {
    const isText = message.parts[0]!.text !== undefined;
    const errors = inputProblems(parsed.error.issues).map((problem) => ({
      ...problem,
      pointer: isText ? '/message/parts' : DATA + problem.pointer,
    }));
    throw new ServiceError('invalid_request', 'The message cannot be stored as a request.', { errors });
  }
  const headers = await countRequest('intake', app.limits.intake, client);
  const contextId = message.contextId || undefined;
  const { receipt, replayed } = await app.intake.submit(parsed.data, {
    client,
    // No key of POST /api/intake holds a space.
    key: `a2a ${message.messageId}`,
    requestSha256: sha256Hex(canonicalText([parsed.data, contextId ?? null])),
    contextId,
  });
  const { id } = receipt;
  const answers = await findAnswers(parsed.data.body, app).catch((failure: unknown) => {
    // The request is stored: a failure of what is only a suggestion must not say that it is not.
    app.log.error({ request_id: incoming.locals.requestId, err: failure }, 'no suggestions for a message');
    return [];
  });
  // A message that is repeated hears what became of its request meanwhile.
  const known = replayed ? await app.intake.find(id) : undefined;
  const stored = known ?? { ...receipt, due_at: receipt.answer_by, overdue: false };
  const at = known?.history.at(-1)!.at ?? receipt.received_at;
  const status = taskStatus(stored, at, contextId ?? id, app.config.siteUrl, answers);
  const task = { id, contextId: contextId ?? id, status, artifacts: [receiptArtifact(receipt)] };
  return { result: { task }, headers };
};

/**
 * Answers a message: what it asks for as a message, or a task for the request that it became (SPEC.md §18.2).
 * @throws A2aError, ServiceError
 */
export const sendMessage = async (
  message: Message,
  incoming: IncomingRequest,
  queries: Queries,
): Promise<MethodAnswer> => {
  const { app } = incoming.locals;
  if (message.taskId) {
    if (!(await app.intake.find(message.taskId))) throw new A2aError('TASK_NOT_FOUND', 'No task has this id.');
    throw new A2aError('UNSUPPORTED_OPERATION', 'A task takes no further messages: send a message without taskId.');
  }
  const content = contentOf(message);
  const answer = (parts: readonly object[]): MethodAnswer => ({
    result: {
      message: {
        messageId: app.newId(),
        ...(message.contextId ? { contextId: message.contextId } : {}),
        role: 'ROLE_AGENT',
        parts,
      },
    },
  });
  if (isJsonObject(content) && 'operation' in content)
    return answer([dataPart(await answerQuery(queries, content, incoming))]);
  if (isHelp(message.parts.map(({ text }) => text ?? '').join('')))
    return answer(helpParts(queries, app.config.siteUrl));
  return storeRequest(content, message, incoming);
};
