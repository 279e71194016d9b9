import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import type { RequestContext } from '../answer.ts';
import type { Operation } from '../operation.ts';
import { type Queries, runQuery } from '../queries/run-query.ts';
import { refuse } from '../refusal.ts';
import { inputSchema, outputSchema } from './tool-schemas.ts';

/** Every query as a tool of MCP (SPEC.md §19.2). */
export const buildTools = (queries: Queries): Tool[] =>
  Object.values(queries).map((operation) => ({
    name: operation.id,
    title: operation.summary,
    description: operation.description ?? operation.summary,
    inputSchema: inputSchema(operation) as Tool['inputSchema'],
    outputSchema: outputSchema(operation) as Tool['outputSchema'],
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  }));

/**
 * Calls a tool. A refusal is a result that says so, with the problem as programs get it over HTTP.
 * @param text its arguments, a JSON object.
 */
export const callTool = async (operation: Operation, text: string, locals: RequestContext): Promise<CallToolResult> => {
  try {
    const answer = await runQuery(operation, text, locals);
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: { ...answer } };
  } catch (thrown) {
    const { problem } = refuse(thrown, locals);
    return { content: [{ type: 'text', text: JSON.stringify(problem) }], isError: true };
  }
};
