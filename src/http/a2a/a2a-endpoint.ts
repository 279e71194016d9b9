import { A2A_VERSION } from '../../domain/agent/agent-card.ts';
import { isJsonObject } from '../../domain/json/pointer.ts';
import { type Endpoint, type IncomingRequest, jsonText } from '../answer.ts';
import { isRequestId, rpcEndpoint } from '../json-rpc.ts';
import type { Queries } from '../queries/run-query.ts';
import { A2aError, refuseA2a } from './a2a-error.ts';
import { ListTasksRequest, readParams, SendMessageRequest, TaskRequest } from './params.ts';
import { buildTaskOfStatus, type MethodAnswer, sendMessage } from './send-message.ts';

type Method = (params: unknown, incoming: IncomingRequest, queries: Queries) => Promise<MethodAnswer> | MethodAnswer;

const findTask = async (params: unknown, { locals: { app } }: IncomingRequest) => {
  const found = await app.intake.findInContext(readParams(TaskRequest, params).id);
  if (!found) throw new A2aError('TASK_NOT_FOUND', 'No task has this id.');
  return buildTaskOfStatus(found.status, found.contextId, app.config.siteUrl);
};

const refusing =
  (reason: 'UNSUPPORTED_OPERATION' | 'PUSH_NOTIFICATION_NOT_SUPPORTED', detail: string): Method =>
  () => {
    throw new A2aError(reason, detail);
  };
const noStream = refusing('UNSUPPORTED_OPERATION', 'This agent does not stream: ask for the task with GetTask.');
const noPush = refusing(
  'PUSH_NOTIFICATION_NOT_SUPPORTED',
  'This agent sends no notifications: ask for the task with GetTask.',
);

/** The methods of A2A 1.0 (section 9.4), all of them, so that only a name that A2A does not know is unknown. */
const methods: Readonly<Record<string, Method>> = {
  SendMessage: (params, incoming, queries) => {
    const { message, configuration } = readParams(SendMessageRequest, params);
    if (configuration?.taskPushNotificationConfig) return noPush(params, incoming, queries);
    return sendMessage(message, incoming, queries);
  },
  GetTask: async (params, incoming) => ({ result: await findTask(params, incoming) }),
  ListTasks: (params) => {
    const { pageSize } = readParams(ListTasksRequest, params);
    return { result: { tasks: [], nextPageToken: '', pageSize, totalSize: 0 } };
  },
  CancelTask: async (params, incoming) => {
    await findTask(params, incoming);
    throw new A2aError(
      'TASK_NOT_CANCELABLE',
      'A request that was received cannot be cancelled; ask for it in a message.',
    );
  },
  SendStreamingMessage: noStream,
  SubscribeToTask: noStream,
  CreateTaskPushNotificationConfig: noPush,
  GetTaskPushNotificationConfig: noPush,
  ListTaskPushNotificationConfigs: noPush,
  DeleteTaskPushNotificationConfig: noPush,
  GetExtendedAgentCard: refusing('UNSUPPORTED_OPERATION', 'This agent has no extended card.'),
};

/** The method of this name. @throws A2aError METHOD_NOT_FOUND */
const findMethod = (name: string): Method => {
  if (!Object.hasOwn(methods, name)) throw new A2aError('METHOD_NOT_FOUND', 'A2A 1.0 has no method of this name.');
  return methods[name]!;
};

/** A missing version means 0.3, and a patch number does not count (A2A 1.0, section 3.6). */
const checkVersion = ({ request }: IncomingRequest): void => {
  const version = request.headers.get('a2a-version')?.trim() ?? '';
  if (version.replace(/^(\d+\.\d+)\.\d+$/, '$1') === A2A_VERSION) return;
  throw new A2aError(
    'VERSION_NOT_SUPPORTED',
    `This interface speaks A2A ${A2A_VERSION}: send the header A2A-Version: ${A2A_VERSION}. Without it a request counts as 0.3.`,
  );
};

const refuseRequest = (detail: string): A2aError => new A2aError('INVALID_REQUEST', detail);

/**
 * The call in a JSON value. A batch is refused because its parts could not be counted apart, and a call without an id
 * because nobody would be told what became of it.
 * @throws A2aError INVALID_REQUEST
 */
const parseCall = (value: unknown) => {
  if (Array.isArray(value)) throw refuseRequest('A batch is not accepted: send one request at a time.');
  if (!isJsonObject(value) || value['jsonrpc'] !== '2.0')
    throw refuseRequest('A request is a JSON object whose member jsonrpc is "2.0".');
  const { id, method, params } = value;
  if (id === undefined) throw refuseRequest('A request needs an id: a notification would not be answered.');
  if (!isRequestId(id)) throw refuseRequest('The id of a request is a text, a whole number or null.');
  if (typeof method !== 'string') throw refuseRequest('The member method of a request is a text.');
  return { id, method, params };
};

/** The agent over A2A 1.0, JSON-RPC binding (SPEC.md §18). A message that is to be stored counts under the limit of the intake besides. */
export const a2aEndpoint = (queries: Queries): Endpoint =>
  rpcEndpoint({
    async answer(value, incoming) {
      const { id, method, params } = parseCall(value);
      checkVersion(incoming);
      const { result, headers } = await findMethod(method)(params, incoming, queries);
      return { status: 200, text: jsonText({ jsonrpc: '2.0', id, result }), ...(headers && { headers }) };
    },
    refuse: refuseA2a,
  });
