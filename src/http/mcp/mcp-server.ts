import type * as Sdk from '@modelcontextprotocol/server';
import { mcpIdentity, mcpVersions } from '../../domain/agent/mcp.ts';
import type { StatusDocument } from '../../domain/agent/status.ts';
import type { RequestContext } from '../answer.ts';
import { rpcErrors } from '../json-rpc.ts';
import type { Queries } from '../queries/run-query.ts';
import { refuse } from '../refusal.ts';
import { DOCUMENT_SECONDS } from '../response-headers.ts';
import { buildTools, callTool } from './mcp-tools.ts';
import { listResources, listTemplates, readResource } from './resources.ts';

/** What is listed and read comes from the build, like every document. */
const cacheHints: Sdk.ServerOptions['cacheHints'] = Object.fromEntries(
  ['server/discover', 'tools/list', 'resources/list', 'resources/templates/list', 'resources/read'].map((method) => [
    method,
    { ttlMs: DOCUMENT_SECONDS * 1000, cacheScope: 'public' },
  ]),
);

const INSTRUCTIONS =
  'This server only reads: nothing is stored, signed for you or spent. Records are readings of their sources, with doubts; being listed is no verification: say for each statement where it comes from. `unverified` is not `invalid`. To send the agent a request, use POST /api/intake or A2A.';

/** Makes the servers of MCP (SPEC.md §19), one for each request. */
export const mcpServers =
  (sdk: typeof Sdk, queries: Queries) =>
  async (locals: RequestContext): Promise<Sdk.Server> => {
    const { app } = locals;
    const { agent } = (await app.prebuilt.value('/static/status.json')) as StatusDocument;
    const server = new sdk.Server(mcpIdentity(app.config.siteUrl), {
      capabilities: { tools: {}, resources: {} },
      supportedProtocolVersions: [...mcpVersions],
      instructions: `${agent.notice} ${INSTRUCTIONS}`,
      cacheHints,
    });
    server.setRequestHandler('tools/list', () => ({ tools: buildTools(queries, app.config.siteUrl) }));
    server.setRequestHandler('tools/call', ({ params: { name, arguments: input = {} } }) => {
      const operation = queries.find(({ id }) => id === name);
      if (operation) return callTool(operation, input, locals);
      const expected = `Expected one of the tools ${queries.map(({ id }) => id).join(', ')}.`;
      throw new sdk.ProtocolError(rpcErrors.INVALID_PARAMS, expected);
    });
    server.setRequestHandler('resources/list', () => ({ resources: listResources(app) }));
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: listTemplates(app) }));
    server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
      // What a handler throws goes to the caller as it is: a failure may not.
      const found = await readResource(uri, app).catch((failure: unknown) => {
        const { problem } = refuse(failure, locals);
        throw new sdk.ProtocolError(rpcErrors.INTERNAL_ERROR, `${problem.title}. ${problem.detail}`, problem);
      });
      if (found === undefined) throw new sdk.ResourceNotFoundError(uri, 'There is no such resource.');
      return found;
    });
    return server;
  };
