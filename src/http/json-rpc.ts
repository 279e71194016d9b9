import { isJsonObject } from '../domain/json/pointer.ts';
import { admit, readJson } from './admission.ts';
import {
  type Endpoint,
  endpoint,
  type IncomingRequest,
  jsonText,
  methodNotAllowed,
  NO_BODY,
  optionsAnswer,
  type RequestContext,
  textAnswer,
} from './answer.ts';
import { problemAnswer, refuse } from './refusal.ts';
import { caching, type HeaderFields, publicCors } from './response-headers.ts';

/** The errors of JSON-RPC 2.0 (section 5.1). */
export const rpcErrors = {
  PARSE_ERROR: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603,
} as const;

/** Whether a value can be the id of a request, which its answer repeats. */
export const isRequestId = (id: unknown): id is string | number | null =>
  id === null || typeof id === 'string' || Number.isSafeInteger(id);

/** A protocol that is spoken in JSON-RPC over HTTP. */
interface RpcProtocol {
  /** Looks at a request before it counts. @throws ServiceError where it may not ask at all */
  readonly check?: (incoming: IncomingRequest) => Promise<void>;
  /** Answers what the body holds: a response of JSON-RPC, or no text. What it throws becomes an error. */
  answer(value: unknown, incoming: IncomingRequest): Promise<{ status: number; text: string; headers?: HeaderFields }>;
  /** Says in the terms of the protocol what was thrown. */
  refuse(thrown: unknown, locals: RequestContext): { status: number; headers: HeaderFields; error: object };
}

const ALLOW = 'POST, OPTIONS';

/** The address of a protocol. Every request counts under the limit of the previews before it is read. */
export const rpcEndpoint = ({ check, answer, refuse: refuseRpc }: RpcProtocol): Endpoint =>
  endpoint(async (incoming) => {
    const { request, locals } = incoming;
    let fields: HeaderFields = { ...publicCors, 'Cache-Control': caching.none };
    let value: unknown;
    try {
      if (!['POST', 'OPTIONS'].includes(request.method)) throw methodNotAllowed(ALLOW);
      await check?.(incoming);
      if (request.method === 'OPTIONS') return optionsAnswer(ALLOW, true);
      const { headers, refused } = await admit(incoming, { limit: 'preview' });
      fields = { ...fields, ...headers };
      if (refused) throw refused;
      value = readJson(incoming, 'any');
      const answering = answer(value, incoming);
      locals.body = NO_BODY;
      const { status, text, headers: more } = await answering;
      fields = { ...fields, ...more };
      return text === '' ? { status, headers: fields } : textAnswer(status, text, 'application/json', fields);
    } catch (thrown) {
      if (request.method !== 'POST') return problemAnswer(refuse(thrown, locals), { cors: true });
      const { status, headers, error } = refuseRpc(thrown, locals);
      const asked = isJsonObject(value) ? value['id'] : null;
      const text = jsonText({ jsonrpc: '2.0', id: isRequestId(asked) ? asked : null, error });
      return textAnswer(status, text, 'application/json', { ...fields, ...headers });
    }
  });
