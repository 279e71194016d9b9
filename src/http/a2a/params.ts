import { z } from 'zod';
import { isJsonObject } from '../../domain/json/pointer.ts';
import { ServiceError } from '../../domain/vocabulary/errors.ts';
import { fullIssues, inputProblems } from '../../domain/vocabulary/input-problems.ts';

const camelCase = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The members whose values are JSON of the sender, not messages of the protocol. */
const opaque = new Set(['data', 'metadata']);

/**
 * Parameters in the JSON mapping of protobuf, under one name for each member: also those of the `.proto` file are
 * accepted, and null means absent (A2A 1.0, sections 5.5 and 5.7). Of a member that is there under both names, the last counts.
 */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(
    members.map(([name, member]) => [camelCase(name), opaque.has(name) ? member : plain(member)]),
  );
};

const Struct = z.record(z.string(), z.unknown());
const HistoryLength = z.int().min(0).optional();

const contents = ['text', 'raw', 'url', 'data'] as const;

const Part = z
  .object({
    text: z.string().optional(),
    raw: z.unknown().optional(),
    url: z.unknown().optional(),
    data: z.unknown().optional(),
  })
  .refine((part) => contents.filter((name) => part[name] !== undefined).length === 1, {
    message: 'expected exactly one of text, raw, url and data',
  });

const Message = z.object({
  messageId: z.string().min(1).max(255),
  contextId: z.string().max(255).optional(),
  taskId: z.string().optional(),
  role: z.literal('ROLE_USER'),
  parts: z.array(Part).min(1),
});
export type Message = z.infer<typeof Message>;

/** The parameters of SendMessage: those that are read here, like those of the other methods. */
export const SendMessageRequest = z.object({
  message: Message,
  configuration: z
    .object({
      taskPushNotificationConfig: Struct.optional(),
      historyLength: HistoryLength,
    })
    .optional(),
});

/** The parameters of GetTask and CancelTask. */
export const TaskRequest = z.object({ id: z.string().min(1), historyLength: HistoryLength });

/** The parameters of ListTasks. */
export const ListTasksRequest = z.object({
  pageSize: z.int().min(1).max(100).default(50),
  pageToken: z.string().max(0, 'expected no page token: this agent never gives one').optional(),
  historyLength: HistoryLength,
  statusTimestampAfter: z.iso.datetime({ offset: true }).optional(),
});

/** Reads the parameters of a method. @throws ServiceError invalid_request, which lists the problems */
export const readParams = <Schema extends z.ZodType>(schema: Schema, params: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(plain(params ?? {}), fullIssues);
  if (parsed.success) return parsed.data;
  throw new ServiceError('invalid_request', 'The parameters of the method have problems.', {
    errors: inputProblems(parsed.error.issues),
  });
};
