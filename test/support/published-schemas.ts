import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Schema, Schemas } from './schema-compatibility.ts';

const root = join(import.meta.dirname, '../..');

/** Where the schemas of the current version are kept as they were released. */
export const KEPT_SCHEMAS = join(root, 'test/fixtures/schemas/v1');
const BUILT = join(root, 'dist/client');

/** The schemas of a folder, by identifier; without the base address that they were built for. */
export const readSchemas = (folder: string): Schemas =>
  new Map(
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((file) => file.endsWith('.json'))
      .toSorted()
      .map((file) => {
        const text = readFileSync(join(folder, file), 'utf8');
        return [
          file.slice(0, -'.json'.length),
          JSON.parse(text.replaceAll(/"https?:\/\/[^/"]+\/schemas\//g, '"/schemas/')) as Schema,
        ];
      }),
  );

/** The schemas of the last build. */
export const builtSchemas = (): Schemas => readSchemas(join(BUILT, 'schemas'));

const referencesIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' ? [/([^/]+?)(\.json)?$/.exec(member)![1]!] : referencesIn(member),
  );
};

const reachedFrom = (value: unknown, schemas: Schemas, seen = new Set<string>()): Set<string> => {
  for (const id of referencesIn(value)) {
    if (seen.has(id)) continue;
    seen.add(id);
    reachedFrom(schemas.get(id), schemas, seen);
  }
  return seen;
};

/** Whether documents under a schema are sent by clients, answered to them, or both. */
export type Use = 'sent' | 'answered' | 'both';

/** Whether a schema is for what clients send, what they are answered, or both, as the OpenAPI document has it. */
export const usesOf = (schemas: Schemas): ((id: string) => Use) => {
  const { paths } = JSON.parse(readFileSync(join(BUILT, 'openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, { requestBody?: unknown; responses: unknown }>>;
  };
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const sent = reachedFrom(
    operations.map(({ requestBody }) => requestBody),
    schemas,
  );
  const answered = reachedFrom(
    operations.map(({ responses }) => responses),
    schemas,
  );
  return (id) => (!sent.has(id) ? 'answered' : answered.has(id) ? 'both' : 'sent');
};
