import { z } from 'zod';
import { brand } from '../domain/service.ts';

/** A JSON Schema 2020-12 object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Address of a published schema, relative to the base address. */
export const schemaPath = (id: string): string => `/schemas/${id}.json`;

/** The identifier of a schema that is published under a name of its own, if it is. */
export const publishedId = (schema: z.ZodType): string | undefined => {
  const id = z.globalRegistry.get(schema)?.id;
  return id?.startsWith(`${brand.service}.`) ? id : undefined;
};

/**
 * Every published schema that has been declared, by identifier, as JSON Schema 2020-12. References
 * between them are `addressFor(id)`. Documents stay open to new members, as contract.md §1
 * (Versions) allows them to be added; objects that are hashed are closed.
 */
export const publishedSchemas = (addressFor: (id: string) => string): ReadonlyMap<string, JsonSchema> => {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: addressFor, io: 'input', target: 'draft-2020-12' });
  return new Map(
    Object.entries(schemas)
      .filter(([id]) => id.startsWith(`${brand.service}.`))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, schema]) => {
        const { id: _, ...rest } = schema as Record<string, unknown>;
        return [id, rest];
      }),
  );
};
