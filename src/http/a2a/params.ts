import { z } from 'zod';
import { isJsonObject } from '../../domain/json/json-object.ts';
import { ServiceError } from '../../domain/vocabulary/errors.ts';
import { inputProblems } from '../../domain/vocabulary/input-problems.ts';

const camelCase = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** zod's own preprocess ends where it finds a problem, and reports none of those that come after it. */
const ProtobufObject = z.core.$constructor<z.ZodObject>('ProtobufObject', (inst, def) => {
  z.ZodObject.init(inst, def);
  const parse = inst._zod.parse;
  inst._zod.parse = (payload, context) => {
    const given: unknown = payload.value;
    if (!isJsonObject(given)) return parse(payload, context);
    const named = Object.entries(given).map(([name, member]) => [camelCase(name), member] as const);
    const known = named.map(([name]) => name).filter((name) => Object.hasOwn(def.shape, name));
    if (new Set(known).size < known.length) {
      const message = 'expected each member once, under one of its two names';
      payload.issues.push({ code: 'custom', message, input: given, inst, path: [] });
    }
    payload.value = Object.fromEntries(named.filter(([, member]) => member !== null));
    return parse(payload, context);
  };
});

/**
 * An object in the JSON mapping of protobuf: members go by their JSON names or by those of the `.proto` file, null means
 * absent, and unknown members are ignored; a member that is there under both names is refused (A2A 1.0, sections 5.5 and 5.7).
 */
const message = <Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> =>
  new ProtobufObject({ type: 'object', shape }) as z.ZodObject<Shape>;

/** An enum by name, or by its number in the `.proto` file. */
const enumOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.preprocess((value) => (typeof value === 'number' ? names[value] : value), z.enum(names));

/** An `int32`, which may also be written as text. */
const wholeNumber = (least: number, most: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,10}$/.test(value) ? Number(value) : value),
    z.int().min(least).max(most),
  );

const Struct = z.unknown().refine(isJsonObject, 'expected an object');
const Id = z.string().min(1).max(255);
const HistoryLength = wholeNumber(0, 2 ** 31 - 1).optional();

const contents = ['text', 'raw', 'url', 'data'] as const;

export const Part = message({
  text: z.string().optional(),
  raw: z.unknown().optional(),
  url: z.unknown().optional(),
  data: z.unknown().optional(),
  metadata: Struct.optional(),
  filename: z.string().optional(),
  mediaType: z.string().optional(),
}).refine((part) => contents.filter((name) => part[name] !== undefined).length === 1, {
  message: 'expected exactly one of text, raw, url and data',
});
export type Part = z.infer<typeof Part>;

export const Message = message({
  messageId: Id,
  contextId: z.string().max(255).optional(),
  taskId: z.string().optional(),
  role: enumOf(['ROLE_UNSPECIFIED', 'ROLE_USER', 'ROLE_AGENT']).refine((role) => role === 'ROLE_USER', {
    message: 'expected ROLE_USER',
  }),
  parts: z.array(Part).min(1),
  metadata: Struct.optional(),
  extensions: z.array(z.string()).optional(),
  referenceTaskIds: z.array(z.string()).optional(),
});
export type Message = z.infer<typeof Message>;

/** The parameters of SendMessage. */
export const SendMessageRequest = message({
  message: Message,
  configuration: message({
    acceptedOutputModes: z.array(z.string()).optional(),
    taskPushNotificationConfig: Struct.optional(),
    historyLength: HistoryLength,
    returnImmediately: z.boolean().optional(),
  }).optional(),
  metadata: Struct.optional(),
});

/** The parameters of GetTask and CancelTask. */
export const TaskRequest = message({
  id: z.string().min(1),
  historyLength: HistoryLength,
  metadata: Struct.optional(),
});

/** The parameters of ListTasks. */
export const ListTasksRequest = message({
  contextId: z.string().optional(),
  status: enumOf([
    'TASK_STATE_UNSPECIFIED',
    'TASK_STATE_SUBMITTED',
    'TASK_STATE_WORKING',
    'TASK_STATE_COMPLETED',
    'TASK_STATE_FAILED',
    'TASK_STATE_CANCELED',
    'TASK_STATE_INPUT_REQUIRED',
    'TASK_STATE_REJECTED',
    'TASK_STATE_AUTH_REQUIRED',
  ]).optional(),
  pageSize: wholeNumber(1, 100).default(50),
  pageToken: z.string().max(0, 'expected no page token: this agent never gives one').optional(),
  historyLength: HistoryLength,
  statusTimestampAfter: z.iso.datetime({ offset: true }).optional(),
  includeArtifacts: z.boolean().optional(),
});

/** Reads the parameters of a method. @throws ServiceError invalid_request, which lists the problems */
export const readParams = <Schema extends z.ZodType>(schema: Schema, params: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(params ?? {});
  if (parsed.success) return parsed.data;
  throw new ServiceError('invalid_request', 'The parameters of the method have problems.', {
    errors: inputProblems(parsed.error.issues),
  });
};
