import { z } from 'zod';
import { isJsonObject } from '../../domain/json/json-object.ts';
import type { InputProblem } from '../../domain/vocabulary/errors.ts';
import { inputProblems } from '../../domain/vocabulary/input-problems.ts';
import { isRequestId, rpcErrors } from '../json-rpc.ts';

const JsonObject = z.unknown().refine(isJsonObject, 'expected an object');
/** The arguments of a prompt, which has one. One problem for all of them names none. */
const Texts = z
  .unknown()
  .refine(
    (value) => isJsonObject(value) && Object.values(value).every((text) => typeof text === 'string'),
    'expected an object of texts',
  );

/** What a client says of itself: nothing here depends on more than its name and version. */
const ClientInfo = z.object({ name: z.string(), version: z.string() });
const Abilities = JsonObject.transform(() => ({}));

const META = 'io.modelcontextprotocol/';
/** The members of `_meta` that the protocol reads. */
const Meta = z.object({
  progressToken: z.union([z.string(), z.number()]).optional(),
  [`${META}protocolVersion`]: z.string().optional(),
  [`${META}clientInfo`]: ClientInfo.optional(),
  [`${META}clientCapabilities`]: Abilities.optional(),
});
const parametersOf = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ ...shape, _meta: Meta.optional() });

const Page = parametersOf({ cursor: z.string().optional() }).optional();
const Others = z.looseObject({ _meta: Meta.optional() }).optional();

/**
 * The parameters of the methods that are answered. What is not named is left out, so that the SDK sees no more than what was
 * judged here: it would look at all of it, and tell every problem in one text, or only that something failed.
 */
const parameters: Readonly<Record<string, z.ZodType>> = {
  initialize: parametersOf({ protocolVersion: z.string(), capabilities: Abilities, clientInfo: ClientInfo }),
  'tools/list': Page,
  'tools/call': parametersOf({ name: z.string(), arguments: JsonObject.optional() }),
  'resources/list': Page,
  'resources/templates/list': Page,
  'resources/read': parametersOf({ uri: z.string() }),
  'prompts/list': Page,
  'prompts/get': parametersOf({ name: z.string(), arguments: Texts.optional() }),
};

/** Why a message is refused before the protocol reads it. */
export interface MessageRefusal {
  readonly status: 400 | 404;
  readonly code: number;
  readonly message: string;
  readonly data?: { readonly errors: readonly InputProblem[] };
}

const refuseRequest = (message: string): { refusal: MessageRefusal } => ({
  refusal: { status: 400, code: rpcErrors.INVALID_REQUEST, message },
});

/**
 * The message with what the protocol reads of it; or why it is refused: the protocol had it, or has it and it is not answered here,
 * or its parameters cannot be read (SPEC.md §19.1).
 */
export const readMessage = (
  value: unknown,
): { readonly message: unknown; readonly refusal?: undefined } | { readonly refusal: MessageRefusal } => {
  if (Array.isArray(value)) return refuseRequest('A batch is not accepted: send one message at a time.');
  if (!isJsonObject(value)) return refuseRequest('A message is a JSON object.');
  const { id, method, params } = value;
  if (id !== undefined && (id === null || !isRequestId(id)))
    return refuseRequest('The id of a request is a text or a whole number.');
  if (method === 'subscriptions/listen')
    return {
      refusal: {
        status: 404,
        code: rpcErrors.METHOD_NOT_FOUND,
        message: 'Nothing here changes while it runs: there is nothing to listen for.',
      },
    };
  if (typeof method !== 'string') return { message: value };
  const parsed = (Object.hasOwn(parameters, method) ? parameters[method]! : Others).safeParse(params);
  if (parsed.success) return { message: params === undefined ? value : { ...value, params: parsed.data } };
  const errors = inputProblems(parsed.error.issues).map((problem) => ({
    ...problem,
    pointer: `/params${problem.pointer}`,
  }));
  const refusal = { status: 400, code: rpcErrors.INVALID_PARAMS, message: 'The parameters cannot be used.' } as const;
  return { refusal: { ...refusal, data: { errors } } };
};
