import { type Answer, postText } from './call.ts';
import { rawAnswer } from './raw-answer.ts';

/** What JSON-RPC answers. */
export interface McpAnswer {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

const NEWEST = '2026-07-28';

/** Sends a text to the MCP interface of a service. */
export const postMcpText = (
  url: string,
  text: BodyInit,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> => postText(`${url}/mcp`, text, { Accept: 'application/json, text/event-stream', ...headers });

/** Sends a message for a host of one's choice, which fetch does not let one name. */
export const postMcpTo = async (url: string, headers: Readonly<Record<string, string>>) => {
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const answer = await rawAnswer(`${url}/mcp`, { 'Content-Type': 'application/json', ...headers }, 'POST', text);
  return { status: answer.status, json: JSON.parse(answer.bytes.toString()) as Record<string, unknown> };
};

/** What every message of the newest revision says about its sender. */
export const envelope = {
  'io.modelcontextprotocol/protocolVersion': NEWEST,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** The fields of a message of the newest revision. */
export const newestHeaders = (method: string, name?: string): Record<string, string> => ({
  'MCP-Protocol-Version': NEWEST,
  'Mcp-Method': method,
  ...(name === undefined ? {} : { 'Mcp-Name': name }),
});

/** Calls a method as the newest revision has it. */
export const mcp = async (url: string, method: string, params: Record<string, unknown> = {}): Promise<McpAnswer> => {
  const name = params['name'] ?? params['uri'];
  const body = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } };
  const headers = newestHeaders(method, name === undefined ? undefined : String(name));
  return (await postMcpText(url, JSON.stringify(body), headers)).json as unknown as McpAnswer;
};

/** Calls a tool and gives its result. */
export const callTool = async (url: string, name: string, input: object = {}) => {
  const { result, error } = await mcp(url, 'tools/call', { name, arguments: input });
  if (result === undefined) throw new Error(error!.message);
  return result as {
    readonly content: readonly { readonly type: 'text'; readonly text: string }[];
    readonly structuredContent?: Record<string, unknown>;
    readonly isError?: boolean;
  };
};
