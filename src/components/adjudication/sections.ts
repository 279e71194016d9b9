import type { JsonSchema } from '../../http/json-schemas.ts';

/** One section of a pack, as a schema whose only member it is. */
export interface PackSection {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
}

const only = (schema: JsonSchema, keep: (name: string) => boolean): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>).filter(([name]) => keep(name)),
  ),
  required: ((schema['required'] ?? []) as string[]).filter(keep),
});

/**
 * The sections of a pack schema in the given order, and the members that are none of them.
 * @throws Error when the schema lacks a section.
 */
export const packSections = (
  schema: JsonSchema,
  sections: readonly string[],
): { parts: PackSection[]; rest: JsonSchema } => ({
  parts: sections.map((section) => {
    const part = only(schema, (name) => name === section);
    const member = (part['properties'] as Record<string, JsonSchema>)[section];
    if (member === undefined) throw new Error(`the schema has no section ${section}`);
    return { name: section, description: String(member['description'] ?? ''), schema: part };
  }),
  rest: only(schema, (name) => !sections.includes(name)),
});
