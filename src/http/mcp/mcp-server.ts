import type * as Sdk from '@modelcontextprotocol/server';
import { mcpIdentity, mcpVersions } from '../../domain/agent/mcp.ts';
import type { StatusDocument } from '../../domain/agent/status.ts';
import type { RequestContext } from '../answer.ts';
import { rpcErrors } from '../json-rpc.ts';
import { inputTextAt, type Queries } from '../queries/run-query.ts';
import { refuse } from '../refusal.ts';
import { DOCUMENT_SECONDS } from '../response-headers.ts';
import { getPrompt, listPrompts } from './prompts.ts';
import { listResources, listTemplates, readResource } from './resources.ts';
import { buildTools, callTool } from './tools.ts';

/** The most entries of a list that are sent at once. */
const PAGE_SIZE = 20;

/** What is listed and read comes from the build, like every document. */
const asDocument = { ttlMs: DOCUMENT_SECONDS * 1000, cacheScope: 'public' } as const;

const cacheHints = {
  'server/discover': asDocument,
  'tools/list': asDocument,
  'prompts/list': asDocument,
  'resources/list': asDocument,
  'resources/templates/list': asDocument,
  'resources/read': asDocument,
} satisfies Sdk.ServerOptions['cacheHints'];

const INSTRUCTIONS =
  'This server only reads: nothing is stored, signed for you or spent. Records are readings of their sources, with doubts; being listed is no verification. To send the agent a request, use POST /api/intake or A2A.';

/** Makes the servers of MCP (SPEC.md §19), one for each request. */
export const mcpServers = (sdk: typeof Sdk, queries: Queries) => {
  const tools = buildTools(queries);
  const invalid = (detail: string) => new sdk.ProtocolError(rpcErrors.INVALID_PARAMS, detail);

  /** The page of a list that a cursor stands for. */
  const pageOf = <Name extends string, Entry>(name: Name, entries: readonly Entry[], cursor = '0') => {
    const from = /^\d{1,9}$/.test(cursor) ? Number(cursor) : entries.length;
    if (from > 0 && from >= entries.length) throw invalid('The cursor is none that this list gave.');
    const to = from + PAGE_SIZE;
    const page = { [name]: entries.slice(from, to) } as Record<Name, Entry[]>;
    return { ...page, ...(to < entries.length ? { nextCursor: String(to) } : {}) };
  };

  return async (locals: RequestContext): Promise<Sdk.Server> => {
    const { app } = locals;
    const { agent } = (await app.prebuilt.value('/static/status.json')) as StatusDocument;
    const server = new sdk.Server(mcpIdentity(app.config.siteUrl), {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      supportedProtocolVersions: [...mcpVersions],
      instructions: `${agent.notice} ${INSTRUCTIONS}`,
      cacheHints,
    });

    /** What a handler throws goes to the caller as it is, so that only refusals in the terms of MCP may leave it. */
    const guarded =
      <Request, Result>(handle: (request: Request) => Promise<Result> | Result) =>
      async (request: Request): Promise<Result> => {
        try {
          return await handle(request);
        } catch (thrown) {
          if (thrown instanceof sdk.ProtocolError) throw thrown;
          const { problem } = refuse(thrown, locals);
          throw new sdk.ProtocolError(rpcErrors.INTERNAL_ERROR, `${problem.title}. ${problem.detail}`, problem);
        }
      };

    server.setRequestHandler(
      'tools/list',
      guarded(({ params }) => pageOf('tools', tools, params?.cursor)),
    );
    server.setRequestHandler(
      'tools/call',
      guarded(({ params: { name } }) => {
        if (!Object.hasOwn(queries, name))
          throw invalid(`Expected one of the tools ${Object.keys(queries).join(', ')}.`);
        return callTool(queries[name]!, inputTextAt(locals, ['params', 'arguments']), locals);
      }),
    );
    server.setRequestHandler(
      'resources/list',
      guarded(async ({ params }) => pageOf('resources', await listResources(app), params?.cursor)),
    );
    server.setRequestHandler(
      'resources/templates/list',
      guarded(({ params }) => pageOf('resourceTemplates', listTemplates(app), params?.cursor)),
    );
    server.setRequestHandler(
      'resources/read',
      guarded(async ({ params: { uri } }) => {
        const found = await readResource(uri, app);
        if (found === undefined) throw new sdk.ResourceNotFoundError(uri, 'There is no such resource.');
        return found;
      }),
    );
    server.setRequestHandler(
      'prompts/list',
      guarded(({ params }) => pageOf('prompts', listPrompts(), params?.cursor)),
    );
    server.setRequestHandler(
      'prompts/get',
      guarded(({ params: { name, arguments: given } }) => {
        const prompt = getPrompt(name, given);
        if ('problem' in prompt) throw invalid(prompt.problem as string);
        return prompt;
      }),
    );
    return server;
  };
};
