import { MCP_PATH, mcpVersions } from '../../domain/agent/mcp.ts';
import type { ErrorCode } from '../../domain/vocabulary/errors.ts';
import { admit, readJson } from '../admission.ts';
import { type Answer, type Endpoint, endpoint, type IncomingRequest, jsonText, textAnswer } from '../answer.ts';
import { findId, rpcErrors } from '../json-rpc.ts';
import { methodNotAllowed, optionsAnswer } from '../methods.ts';
import type { Queries } from '../queries/run-query.ts';
import { problemAnswer, refuse } from '../refusal.ts';
import { caching, type HeaderFields, publicCors } from '../response-headers.ts';
import { checkSite } from './check-site.ts';
import { mcpServers } from './mcp-server.ts';
import { readMessage } from './read-message.ts';

const ALLOW = 'POST, OPTIONS';

/** The fields of a request that the protocol reads. */
const fieldsRead = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

const loadSdk = async (queries: Queries) => {
  const sdk = await import('@modelcontextprotocol/server');
  return { sdk, serverFor: mcpServers(sdk, queries) };
};

/** The codes of JSON-RPC for refusals before a message is read; whatever else goes wrong is a failure. */
const codeOf: Partial<Record<ErrorCode, number>> = {
  malformed_json: rpcErrors.PARSE_ERROR,
  body_too_large: rpcErrors.INVALID_REQUEST,
  unsupported_media_type: rpcErrors.INVALID_REQUEST,
  foreign_site: rpcErrors.INVALID_REQUEST,
};

/**
 * The service over MCP (SPEC.md §19): the same queries as over A2A, and documents. Every request counts under the limit of
 * the previews before it is read. The SDK is loaded with the first one.
 */
export const mcpEndpoint = (queries: Queries): Endpoint => {
  let loading: ReturnType<typeof loadSdk> | undefined;

  /** The answer of the SDK: newest revision, or the stateless form of the earlier ones. */
  const ask = async (value: unknown, { request, locals }: IncomingRequest): Promise<Response> => {
    const { sdk, serverFor } = await (loading ??= loadSdk(queries));
    const headers = new Headers({ 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' });
    for (const name of fieldsRead) {
      const field = request.headers.get(name);
      if (field !== null) headers.set(name, field);
    }
    const asked = new Request(locals.app.config.siteUrl + MCP_PATH, { method: 'POST', headers });
    if (await sdk.isLegacyRequest(asked, value)) {
      const server = await serverFor(locals);
      const transport = new sdk.WebStandardStreamableHTTPServerTransport({
        enableJsonResponse: true,
        supportedProtocolVersions: [...mcpVersions],
      });
      await server.connect(transport);
      const response = await transport.handleRequest(asked, { parsedBody: value });
      await server.close();
      return response;
    }
    let failure: unknown;
    // Without notifications, which no query sends, the answer is JSON.
    const handler = sdk.createMcpHandler(() => serverFor(locals), { onerror: (error) => (failure = error) });
    const response = await handler.fetch(asked, { parsedBody: value });
    if (response.status >= 500) throw failure;
    return response;
  };

  return endpoint(async (incoming): Promise<Answer> => {
    const { request, locals } = incoming;
    let more: HeaderFields = { ...publicCors, 'Cache-Control': caching.none };
    const send = (status: number, text: string): Answer =>
      text === '' ? { status, headers: more } : textAnswer(status, text, 'application/json', more);
    const sendError = (status: number, value: unknown, error: object): Answer =>
      send(status, jsonText({ jsonrpc: '2.0', id: findId(value), error }));
    let value: unknown;
    try {
      checkSite(incoming);
      if (request.method === 'OPTIONS') return optionsAnswer(ALLOW, true);
      if (request.method !== 'POST') throw methodNotAllowed(ALLOW);
      const { headers, refused } = await admit(incoming, { limit: 'preview' });
      more = { ...more, ...headers };
      if (refused) throw refused;
      value = readJson(incoming, 'any');
      const read = readMessage(value);
      if (read.refusal) {
        const { status, ...error } = read.refusal;
        return sendError(status, value, error);
      }
      const response = await ask(read.message, incoming);
      return send(response.status, await response.text());
    } catch (thrown) {
      const refusal = refuse(thrown, locals);
      if (request.method !== 'POST') return problemAnswer(refusal, { cors: true });
      const { status, headers, problem } = refusal;
      more = { ...more, ...headers };
      const code = codeOf[problem.code] ?? rpcErrors.INTERNAL_ERROR;
      return sendError(status, value, { code, message: `${problem.title}. ${problem.detail}`, data: problem });
    }
  });
};
