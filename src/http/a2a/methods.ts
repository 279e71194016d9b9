import type { IncomingRequest } from '../answer.ts';
import type { Queries } from '../queries/run-query.ts';
import { A2aError } from './a2a-error.ts';
import { ListTasksRequest, readParams, SendMessageRequest, TaskRequest } from './params.ts';
import { type MethodAnswer, sendMessage } from './send-message.ts';
import { buildTaskOfStatus, type Task } from './task.ts';

type Method = (params: unknown, incoming: IncomingRequest, queries: Queries) => Promise<MethodAnswer> | MethodAnswer;

const findTask = async (params: unknown, { locals: { app } }: IncomingRequest): Promise<Task> => {
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
export const findMethod = (name: string): Method => {
  if (!Object.hasOwn(methods, name)) throw new A2aError('METHOD_NOT_FOUND', 'A2A 1.0 has no method of this name.');
  return methods[name]!;
};
