import { isJsonObject } from '../domain/json/pointer.ts';

/** The errors of JSON-RPC 2.0 (section 5.1). */
export const rpcErrors = {
  PARSE_ERROR: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603,
} as const;

/** The id of a request, which its answer repeats. */
export type RequestId = string | number | null;

export const isRequestId = (id: unknown): id is RequestId =>
  id === null || typeof id === 'string' || Number.isSafeInteger(id);

/** The id that the answer to a JSON value repeats; null where it has none that can be repeated. */
export const findId = (value: unknown): RequestId =>
  isJsonObject(value) && isRequestId(value['id']) ? value['id'] : null;
