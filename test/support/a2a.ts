import { type Answer, postText } from './call.ts';

/** An error of JSON-RPC with the details of A2A. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data: readonly {
    readonly '@type': string;
    readonly reason?: string;
    readonly domain?: string;
    readonly fieldViolations?: readonly { readonly field: string; readonly description: string }[];
  }[];
}

export interface RpcAnswer {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly result?: Record<string, unknown>;
  readonly error?: RpcError;
}

const version = { 'A2A-Version': '1.0' };

/** Sends a text to the A2A interface of a service. */
export const postRpcText = (
  url: string,
  text: BodyInit,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> => postText(`${url}/a2a`, text, { ...version, ...headers });

/** Calls a method and gives what JSON-RPC answers. */
export const rpc = async (
  url: string,
  method: string,
  params: unknown,
  headers?: Readonly<Record<string, string>>,
): Promise<RpcAnswer> => {
  const answer = await postRpcText(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), headers);
  return answer.json as unknown as RpcAnswer;
};

/** A message of a client with these parts. */
export const messageOf = (parts: readonly object[], more: object = {}) => ({
  message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts, ...more },
});

/** Sends a message with these parts. */
export const send = (url: string, parts: readonly object[], more: object = {}): Promise<RpcAnswer> =>
  rpc(url, 'SendMessage', messageOf(parts, more));
