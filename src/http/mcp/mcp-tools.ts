import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { schemaPath } from '../../domain/vocabulary/service.ts';
import type { RequestContext } from '../answer.ts';
import { publishedId } from '../json-schemas.ts';
import type { Operation } from '../operation.ts';
import { type Queries, runQuery } from '../queries/run-query.ts';
import { refuse } from '../refusal.ts';

type Schema = Readonly<Record<string, unknown>>;

/** What a short schema says about a member, beside its type and its description. */
const keptMembers = ['type', 'description', 'enum', 'const', 'minimum', 'maximum', 'default'];

/** How deep a short schema shows the members of objects; the whole schemas are published. */
const DEPTH = 2;

/** A schema without what a model need not read to fill it in. @param depth levels of members that are shown. */
const brief = (schema: Schema, definitions: Schema, depth: number): Schema => {
  const id = (schema['$ref'] as string | undefined)?.replace('#/$defs/', '');
  const full = id === undefined ? schema : { ...(definitions[id] as Schema), ...schema };
  const kept = Object.entries(full).filter(([name]) => keptMembers.includes(name));
  const inside = (of: unknown, levels: number): Schema => brief(of as Schema, definitions, levels);
  const properties = Object.entries((full['properties'] ?? {}) as Schema);
  return {
    ...Object.fromEntries(kept),
    ...(depth > 0 && properties.length > 0
      ? {
          properties: Object.fromEntries(properties.map(([name, member]) => [name, inside(member, depth - 1)])),
          ...('required' in full ? { required: full['required'] } : {}),
        }
      : {}),
    ...('items' in full ? { items: inside(full['items'], depth - 1) } : {}),
  };
};

/**
 * What a tool takes, short enough to be read by a model with every question: the names of the members of the body of its
 * operation, or of the parameters of its address, and what they mean.
 */
export const inputSchema = ({ params = {}, body }: Operation, siteUrl: string): Tool['inputSchema'] => {
  const ofParams = Object.entries(params).map(([name, { schema, description }]) => [
    name,
    schema.meta({ description }),
  ]);
  const declared = body ?? z.strictObject(Object.fromEntries(ofParams) as Record<string, z.ZodType>);
  const made = z.toJSONSchema(declared, { io: 'input' }) as Schema;
  const id = publishedId(declared);
  return {
    type: 'object',
    ...brief(made, (made['$defs'] ?? {}) as Schema, DEPTH),
    ...(id === undefined ? {} : { description: `The whole schema is at ${siteUrl}${schemaPath(id)}` }),
  };
};

/** Every query as a tool of MCP (SPEC.md §19.2). */
export const buildTools = (queries: Queries, siteUrl: string): Tool[] =>
  queries.map((operation) => ({
    name: operation.id,
    title: operation.summary,
    description: operation.description ?? operation.summary,
    inputSchema: inputSchema(operation, siteUrl),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  }));

/** Calls a tool. A refusal is a result that says so, with the problem as programs get it over HTTP. */
export const callTool = async (
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  locals: RequestContext,
): Promise<CallToolResult> => {
  try {
    const answer = await runQuery(operation, input, locals);
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: { ...answer } };
  } catch (thrown) {
    const { problem } = refuse(thrown, locals);
    return { content: [{ type: 'text', text: JSON.stringify(problem) }], isError: true };
  }
};
