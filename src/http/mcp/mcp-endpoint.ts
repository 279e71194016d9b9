import type * as Sdk from '@modelcontextprotocol/server';
import { MCP_PATH, mcpVersions } from '../../domain/agent/mcp.ts';
import { isJsonObject } from '../../domain/json/pointer.ts';
import { ServiceError } from '../../domain/vocabulary/errors.ts';
import type { Endpoint, IncomingRequest } from '../answer.ts';
import { rpcEndpoint, rpcErrors } from '../json-rpc.ts';
import type { Problem } from '../problem.ts';
import type { Queries } from '../queries/run-query.ts';
import { refuse } from '../refusal.ts';
import { mcpServers } from './mcp-server.ts';

/** The fields of a request that the protocol reads. */
const fieldsRead = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** The code of JSON-RPC for a refusal before a message is answered. */
const codeOf = ({ status, code, errors }: Problem): number => {
  if (code === 'malformed_json') return rpcErrors.PARSE_ERROR;
  if (code === 'rate_limited' || status >= 500) return rpcErrors.INTERNAL_ERROR;
  return code === 'invalid_request' && errors.length > 0 ? rpcErrors.INVALID_PARAMS : rpcErrors.INVALID_REQUEST;
};

/**
 * Guards against DNS rebinding: a page that has its own name resolved to this machine. The host is that of the base address; a
 * service for one machine answers only that machine's pages. Elsewhere any site may read, since nobody has a credential here.
 * @throws ServiceError foreign_site
 */
const checkSite = (sdk: typeof Sdk, { request: { headers }, locals }: IncomingRequest): void => {
  const own = new URL(locals.app.config.siteUrl).hostname;
  const isLocal = sdk.localhostAllowedHostnames().includes(own);
  const hosts = isLocal ? sdk.localhostAllowedHostnames() : [own];
  const isHost = sdk.validateHostHeader(headers.get('host'), hosts).ok;
  if (isHost && (!isLocal || sdk.validateOriginHeader(headers.get('origin'), sdk.localhostAllowedOrigins()).ok)) return;
  const name = isHost ? 'Origin' : 'Host';
  throw new ServiceError('foreign_site', 'This address does not answer requests for, or from, another site.', {
    errors: [{ pointer: '', in: 'header', name, code: 'rule', detail: 'expected the host of the base address' }],
  });
};

/** The types of the SDK for the requests that are answered. */
const requestTypes = {
  initialize: 'InitializeRequest',
  'tools/list': 'ListToolsRequest',
  'tools/call': 'CallToolRequest',
  'resources/list': 'ListResourcesRequest',
  'resources/templates/list': 'ListResourceTemplatesRequest',
  'resources/read': 'ReadResourceRequest',
} as const satisfies Readonly<Record<string, keyof typeof Sdk.isSpecType>>;

/** @throws ServiceError invalid_request for what the SDK would answer with several messages, a stream or a failure */
const checkMessage = ({ isSpecType }: typeof Sdk, value: unknown): void => {
  if (!isJsonObject(value)) throw new ServiceError('invalid_request', 'Send one message, a JSON object, at a time.');
  const { method } = value;
  if (method === 'subscriptions/listen')
    throw new ServiceError('invalid_request', 'Nothing here changes while it runs: there is nothing to listen for.');
  const type = Object.entries(requestTypes).find(([name]) => name === method)?.[1];
  if (type === undefined || isSpecType[type](value)) return;
  const detail = `expected the parameters that MCP has for ${String(method)}`;
  throw new ServiceError('invalid_request', 'The parameters cannot be used.', {
    errors: [{ pointer: '/params', code: 'rule', detail }],
  });
};

const loadSdk = async (queries: Queries) => {
  const sdk = await import('@modelcontextprotocol/server');
  return { sdk, serverFor: mcpServers(sdk, queries) };
};

/** The service over MCP (SPEC.md §19): the same queries as over A2A, and documents. The SDK is loaded with the first request: it takes 35 MB. */
export const mcpEndpoint = (queries: Queries): Endpoint => {
  let loading: ReturnType<typeof loadSdk> | undefined;
  const load = () => (loading ??= loadSdk(queries));

  /** The answer of the SDK: newest revision, or the stateless form of the earlier ones. */
  const ask = async (value: unknown, { request, locals }: IncomingRequest): Promise<Response> => {
    const { sdk, serverFor } = await load();
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

  return rpcEndpoint({
    check: async (incoming) => checkSite((await load()).sdk, incoming),
    async answer(value, incoming) {
      checkMessage((await load()).sdk, value);
      const response = await ask(value, incoming);
      return { status: response.status, text: await response.text() };
    },
    refuse(thrown, locals) {
      const { status, headers, problem } = refuse(thrown, locals);
      const message = `${problem.title}. ${problem.detail}`;
      return { status, headers, error: { code: codeOf(problem), message, data: problem } };
    },
  });
};
