import { z } from 'zod';
import { brand } from '../domain/vocabulary/service.ts';

export { schemaPath } from '../domain/vocabulary/schema-path.ts';

/** A JSON Schema 2020-12 object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The identifier of a schema that is published under a name of its own, if it is. */
export const publishedId = (schema: z.ZodType): string | undefined => {
  const id = z.globalRegistry.get(schema)?.id;
  return id?.startsWith(`${brand.service}.`) ? id : undefined;
};

const isClosing = (key: string, member: unknown): boolean => key === 'additionalProperties' && member === false;

/** A JSON Schema whose objects, those inside it included, take members that it does not know. */
const opened = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(opened);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key, member]) => !isClosing(key, member));
  return Object.fromEntries(kept.map(([key, member]) => [key, opened(member)]));
};

/**
 * Every published schema that has been declared, by identifier, as JSON Schema 2020-12. References
 * between them are `addressFor(id)`. Documents stay open to new members, as SPEC.md §2.16
 * allows them to be added; objects that are hashed are closed. A schema that is closed
 * where its files are read and open where it is published says `open: true` in its meta data.
 */
export const publishedSchemas = (addressFor: (id: string) => string): ReadonlyMap<string, JsonSchema> => {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: addressFor, io: 'input', target: 'draft-2020-12' });
  return new Map(
    Object.entries(schemas)
      .filter(([id]) => id.startsWith(`${brand.service}.`))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, schema]) => {
        const { id: _, open, ...rest } = schema as Record<string, unknown>;
        return [id, (open === true ? opened(rest) : rest) as JsonSchema];
      }),
  );
};
