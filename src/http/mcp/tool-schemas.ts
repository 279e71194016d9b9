import { z } from 'zod';
import { isJsonObject } from '../../domain/json/json-object.ts';
import { schemaPath } from '../../domain/vocabulary/service.ts';
import { type JsonSchema, publishedId } from '../json-schemas.ts';
import type { Operation } from '../operation.ts';

type Members = Record<string, unknown>;

const toMembers = (schema: z.ZodType): Members => z.toJSONSchema(schema, { io: 'input' });

const targetOf = (ref: unknown, definitions: Members): Members =>
  definitions[String(ref).replace('#/$defs/', '')] as Members;

/** The JSON Schema of what a tool takes: the body of its operation, or the parameters of its address. */
export const inputSchema = ({ params = {}, body }: Operation): JsonSchema => {
  const ofParams = Object.entries(params).map(([name, { schema, description }]) => [
    name,
    schema.meta({ description }),
  ]);
  const declared = body ?? z.strictObject(Object.fromEntries(ofParams) as Record<string, z.ZodType>);
  // MCP expects the members of the root at the root, and the title of a tool is that of its operation.
  const { $schema: _, title: __, $ref, $defs = {}, ...members } = toMembers(declared);
  const { title: ___, ...root } = $ref === undefined ? members : targetOf($ref, $defs as Members);
  const used = Object.entries($defs as Members).filter(([name]) => $ref !== `#/$defs/${name}`);
  return { type: 'object', ...root, ...(used.length === 0 ? {} : { $defs: Object.fromEntries(used) }) };
};

const texts = new Set(['$defs', '$schema', 'description', 'examples', 'id', 'open', 'title']);

/** How deep an outline shows the members of objects. */
const OUTLINE_DEPTH = 2;

/** The schema without its texts, and without what lies deeper than some levels of members. */
const outline = (schema: Members, definitions: Members, depth: number): Members => {
  if ('$ref' in schema) return outline(targetOf(schema['$ref'], definitions), definitions, depth);
  if (depth === 0 && schema['type'] === 'object') return { type: 'object' };
  const deeper = (value: unknown, levels: number): unknown => {
    if (Array.isArray(value)) return value.map((item) => deeper(item, levels));
    return isJsonObject(value) ? outline(value, definitions, levels) : value;
  };
  const kept = Object.entries(schema).filter(([name]) => !texts.has(name));
  return Object.fromEntries(
    kept.map(([name, member]) => {
      if (name === 'properties')
        return [
          name,
          Object.fromEntries(Object.entries(member as Members).map(([of, one]) => [of, deeper(one, depth - 1)])),
        ];
      if (['anyOf', 'oneOf', 'allOf'].includes(name)) return [name, deeper(member, depth)];
      return ['items', 'additionalProperties'].includes(name)
        ? [name, deeper(member, Math.max(0, depth - 1))]
        : [name, member];
    }),
  );
};

/**
 * The outline of what a tool answers, small enough to be listed: a client can hold an answer against it. The
 * whole schema is published under /schemas/, where it has an identifier.
 */
export const outputSchema = ({ responses }: Operation): JsonSchema => {
  const { schema, description } = responses[200]!;
  const id = publishedId(schema);
  const members = toMembers(schema);
  return {
    type: 'object',
    description: id === undefined ? description : `${description} Its whole schema is at ${schemaPath(id)}`,
    ...outline(members, (members['$defs'] ?? {}) as Members, OUTLINE_DEPTH),
  };
};
