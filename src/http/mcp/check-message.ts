import { z } from 'zod';
import { isJsonObject } from '../../domain/json/json-object.ts';
import type { InputProblem } from '../../domain/vocabulary/errors.ts';
import { inputProblems } from '../../domain/vocabulary/input-problems.ts';
import { isRequestId, rpcErrors } from '../json-rpc.ts';

const Page = z.looseObject({ cursor: z.string().optional() });
/** The arguments of a prompt, which has one. One problem for all of them names none. */
const Texts = z
  .unknown()
  .refine(
    (value) => isJsonObject(value) && Object.values(value).every((text) => typeof text === 'string'),
    'expected an object of texts',
  );
const JsonObject = z.unknown().refine(isJsonObject, 'expected an object');

/** The parameters of the methods that are answered; the SDK tells a caller of a wrong one only that something failed. */
const parameters: Readonly<Record<string, z.ZodType>> = {
  initialize: z.looseObject({
    protocolVersion: z.string(),
    capabilities: JsonObject,
    clientInfo: z.looseObject({ name: z.string(), version: z.string() }),
  }),
  'tools/list': Page.optional(),
  'tools/call': z.looseObject({ name: z.string(), arguments: JsonObject.optional() }),
  'resources/list': Page.optional(),
  'resources/templates/list': Page.optional(),
  'resources/read': z.looseObject({ uri: z.string() }),
  'prompts/list': Page.optional(),
  'prompts/get': z.looseObject({ name: z.string(), arguments: Texts.optional() }),
};

/** Why a message is refused before the protocol reads it. */
export interface MessageRefusal {
  readonly status: 400 | 404;
  readonly code: number;
  readonly message: string;
  readonly data?: { readonly errors: readonly InputProblem[] };
}

const refuseRequest = (message: string): MessageRefusal => ({ status: 400, code: rpcErrors.INVALID_REQUEST, message });

/** Whether a message is refused that the protocol has, or had, or whose parameters cannot be read (SPEC.md §19.1). */
export const findRefusal = (value: unknown): MessageRefusal | undefined => {
  if (Array.isArray(value)) return refuseRequest('A batch is not accepted: send one message at a time.');
  if (!isJsonObject(value)) return refuseRequest('A message is a JSON object.');
  const { id, method, params } = value;
  if (id !== undefined && (id === null || !isRequestId(id)))
    return refuseRequest('The id of a request is a text or a whole number.');
  if (method === 'subscriptions/listen')
    return {
      status: 404,
      code: rpcErrors.METHOD_NOT_FOUND,
      message: 'Nothing here changes while it runs: there is nothing to listen for.',
    };
  if (typeof method !== 'string' || !Object.hasOwn(parameters, method)) return undefined;
  const parsed = parameters[method]!.safeParse(params);
  if (parsed.success) return undefined;
  const errors = inputProblems(parsed.error.issues).map((problem) => ({
    ...problem,
    pointer: `/params${problem.pointer}`,
  }));
  return { status: 400, code: rpcErrors.INVALID_PARAMS, message: 'The parameters cannot be used.', data: { errors } };
};
