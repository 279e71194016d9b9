import { isJsonObject } from '../../domain/json/json-object.ts';
import { isRequestId, type RequestId } from '../json-rpc.ts';
import { A2aError } from './a2a-error.ts';

/** One call of JSON-RPC 2.0. */
export interface RpcCall {
  readonly id: RequestId;
  readonly method: string;
  readonly params: unknown;
}

const refuseRequest = (detail: string): A2aError => new A2aError('INVALID_REQUEST', detail);

/**
 * The call in a JSON value. A batch is refused because its parts could not be counted apart, and a call without an id
 * because nobody would be told what became of it.
 * @throws A2aError INVALID_REQUEST
 */
export const parseCall = (value: unknown): RpcCall => {
  if (Array.isArray(value)) throw refuseRequest('A batch is not accepted: send one request at a time.');
  if (!isJsonObject(value) || value['jsonrpc'] !== '2.0')
    throw refuseRequest('A request is a JSON object whose member jsonrpc is "2.0".');
  const { id, method, params } = value;
  if (id === undefined) throw refuseRequest('A request needs an id: a notification would not be answered.');
  if (!isRequestId(id)) throw refuseRequest('The id of a request is a text, a whole number or null.');
  if (typeof method !== 'string') throw refuseRequest('The member method of a request is a text.');
  return { id, method, params };
};
