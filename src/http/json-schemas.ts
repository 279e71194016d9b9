import { z } from 'zod';
import { brand } from '../domain/vocabulary/service.ts';

/** A JSON Schema 2020-12 object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The identifier of a schema that is published under its own name, otherwise undefined. */
export const publishedId = (schema: z.ZodType): string | undefined => {
  const id = z.globalRegistry.get(schema)?.id;
  return id?.startsWith(`${brand.service}.`) ? id : undefined;
};

const isClosing = (key: string, member: unknown): boolean => key === 'additionalProperties' && member === false;

/** The JSON Schema with every object in it open to unknown members. */
const opened = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(opened);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key, member]) => !isClosing(key, member));
  return Object.fromEntries(kept.map(([key, member]) => [key, opened(member)]));
};

/**
 * Every published schema that has been declared, by identifier, as JSON Schema 2020-12. References
 * between them are `addressFor(id)`. Documents are open to new members, which SPEC.md §2.16 allows; hashed
 * objects are closed. A schema that is closed when its files are read and open when it is published has
 * `open: true` in its metadata.
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
