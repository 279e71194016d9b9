import type { z } from 'zod';
import { buildCapabilities, CapabilitiesDocument, type Capability } from '../../domain/agent/capabilities.ts';
import { schemaPath } from '../../domain/vocabulary/service.ts';
import { document, type DocumentInstance } from '../../http/document.ts';
import { publishedId } from '../../http/json-schemas.ts';
import { Problem } from '../../http/problem.ts';
import { listDocuments, listOperations } from '../../site/catalogue.ts';

const siteUrl = import.meta.env.SITE;

const schemaAddress = (schema: z.ZodType): string => {
  const id = publishedId(schema);
  if (id === undefined) throw new Error('a request or answer of the interface has no published schema');
  return siteUrl + schemaPath(id);
};

/** The schemas of a built document: one in a form of others, such as Croissant, has none here. */
const schemasOf = ({ schema, mediaType = 'application/json' }: DocumentInstance): Record<string, string> =>
  mediaType === 'application/json' || publishedId(schema) !== undefined ? { '200': schemaAddress(schema) } : {};

const listCapabilities = async (): Promise<Capability[]> => {
  const live = (await listOperations()).map(({ method, path, operation }): Capability => ({
    id: operation.id,
    method,
    path,
    summary: operation.summary,
    side_effects: operation.sideEffects,
    auth: operation.auth,
    ...(operation.body ? { request_schema: schemaAddress(operation.body) } : {}),
    response_schemas: Object.fromEntries(
      Object.entries(operation.mediaType === undefined ? operation.responses : {}).map(([status, { schema }]) => [
        status,
        schemaAddress(schema),
      ]),
    ),
  }));
  const built = (await listDocuments()).map(({ path, document: declared }): Capability => ({
    id: declared.id,
    method: 'GET',
    path,
    summary: declared.summary,
    side_effects: 'none',
    auth: 'none',
    response_schemas: schemasOf(declared),
  }));
  return [...built, ...live].toSorted((a, b) =>
    a.path === b.path ? (a.method < b.method ? -1 : 1) : a.path < b.path ? -1 : 1,
  );
};

export const GET = document(
  {
    id: 'getCapabilities',
    tag: 'Agent',
    summary: 'Capability map',
    description: 'Every operation with its side effects and schemas, and what is not offered.',
    schema: CapabilitiesDocument,
  },
  async () => buildCapabilities(await listCapabilities(), { siteUrl, problemSchema: schemaAddress(Problem) }),
);
