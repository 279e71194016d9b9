import { z } from 'zod';
import { AgentProtocol } from '../domain/agent/interfaces.ts';
import type { ErrorCode } from '../domain/vocabulary/errors.ts';
import { INTERFACE_VERSION, SERVICE_NAME } from '../domain/vocabulary/service.ts';
import type { DocumentInstance } from './document.ts';
import { fileHeaders } from './file-headers.ts';
import { type JsonSchema, publishedId, publishedSchemas } from './json-schemas.ts';
import {
  type CommonField,
  commonFields,
  fieldReferences,
  type HeaderObject,
  ownFields,
  refusalFields,
  successFields,
} from './openapi-fields.ts';
import { type Method, type Operation, type Parameter, refusalsOf, type Rule, rulesOf } from './operation.ts';
import { howManyDatasets, operationTags } from './operation-tags.ts';
import { Problem, PROBLEM_TYPE } from './problem.ts';
import { problemKinds } from './problem-kinds.ts';

/** A JSON value of the OpenAPI document; its shape is the specification's. */
interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers: Readonly<Record<string, HeaderObject>>;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  /** The error codes of this status, for readers of the reference page. */
  readonly 'x-error-codes'?: readonly ErrorCode[];
}

export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;
  };
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly 'x-side-effects': Operation['sideEffects'];
  /** What is refused of a body that its schema accepts, and with which code. */
  readonly 'x-rules'?: readonly Rule[];
}

/** The OpenAPI 3.1 document of the service. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<'get' | 'post', OperationObject>>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<string, HeaderObject>>;
    readonly securitySchemes?: Readonly<Record<string, JsonSchema>>;
  };
}

const securitySchemes = {
  adminBearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The administrator’s token. Only live anchoring requires it.',
  },
};

const componentAddress = (id: string): string => `#/components/schemas/${id}`;

const schemaOf = (schema: z.ZodType): JsonSchema => {
  const id = publishedId(schema);
  if (id !== undefined) return { $ref: componentAddress(id) };
  const { $schema: _, ...inline } = z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' });
  return inline;
};

const refusalResponses = (
  codes: readonly ErrorCode[],
  declared: Pick<Operation, 'limit'> = {},
): Record<string, ResponseObject> => {
  const byStatus = Map.groupBy(codes, (code) => problemKinds[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => [
      String(status),
      {
        description: those.map((code) => `\`${code}\`: ${problemKinds[code].title}.`).join(' '),
        headers: fieldReferences(refusalFields(those, declared)),
        content: { [PROBLEM_TYPE]: { schema: schemaOf(Problem) } },
        'x-error-codes': those,
      },
    ]),
  );
};

const notModified = (fields: readonly CommonField[]): Record<string, ResponseObject> => ({
  '304': {
    description: 'Not modified: If-None-Match names what would be sent.',
    headers: fieldReferences(fields),
  },
});

const parameterObjects = (
  place: ParameterObject['in'],
  declared: Readonly<Record<string, Parameter>>,
): ParameterObject[] =>
  Object.entries(declared).map(([name, { schema, description }]) => ({
    name,
    in: place,
    required: place === 'path',
    description,
    schema: schemaOf(schema),
  }));

const operationObject = (declared: Operation, method: Method): OperationObject => {
  const parameters = [
    ...parameterObjects('path', declared.params ?? {}),
    ...parameterObjects('query', declared.query ?? {}),
    ...parameterObjects('header', declared.headers ?? {}),
  ];
  const fields = successFields(declared, method === 'GET');
  const [example = declared.example] = declared.body
    ? ((z.globalRegistry.get(declared.body)?.['examples'] ?? []) as readonly unknown[])
    : [];
  return {
    operationId: declared.id,
    tags: [declared.tag],
    summary: declared.summary,
    ...(declared.description === undefined ? {} : { description: declared.description }),
    security: declared.auth === 'admin_bearer' ? [{ adminBearer: [] }] : [],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(declared.body
      ? {
          requestBody: {
            required: !declared.bodyOptional,
            content: {
              'application/json': {
                schema: schemaOf(declared.body),
                ...(example === undefined ? {} : { example }),
              },
            },
          },
        }
      : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(declared.responses).map(([status, { description, schema, headers = {} }]) => [
          status,
          {
            description,
            headers: { ...fieldReferences(fields), ...ownFields(headers) },
            content: { [declared.mediaType ?? 'application/json']: { schema: schemaOf(schema) } },
          },
        ]),
      ),
      ...(method === 'GET' ? notModified(fields) : {}),
      ...refusalResponses(refusalsOf(declared), declared),
    },
    'x-side-effects': declared.sideEffects,
    ...(declared.body ? { 'x-rules': rulesOf(declared) } : {}),
  };
};

const documentObject = (declared: DocumentInstance, path: string): OperationObject => {
  const headers = fileHeaders(path.replace('{sha256}', '0'.repeat(64)));
  const some = (['Link', 'X-Robots-Tag'] as const).filter((name) => name in headers);
  const fields: CommonField[] = ['ETag', 'Repr-Digest', ...some];
  const schema = schemaOf(declared.schema);
  return {
    operationId: declared.id,
    tags: [declared.tag],
    summary: declared.summary,
    ...(declared.description === undefined ? {} : { description: declared.description }),
    security: [],
    ...(declared.parameters ? { parameters: parameterObjects('path', declared.parameters) } : {}),
    responses: {
      '200': {
        description: 'The document, the same bytes until the next build.',
        headers: fieldReferences(fields),
        content: Object.fromEntries(
          [declared.mediaType ?? 'application/json'].flat().map((mediaType) => [mediaType, { schema }]),
        ),
      },
      ...notModified(fields),
      ...refusalResponses([...(declared.parameters ? (['not_found'] as const) : []), 'method_not_allowed']),
    },
    'x-side-effects': 'none',
  };
};

/** The schemas to which a value refers, directly or through other schemas. */
const usedComponents = (value: unknown): Record<string, JsonSchema> => {
  const published = publishedSchemas(componentAddress);
  const used = new Map<string, JsonSchema>();
  const collect = (part: unknown): void => {
    for (const [, id] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"/]+)"/g)) {
      const found = published.get(id!);
      if (!found || used.has(id!)) continue;
      const { $id: _, $schema: __, ...schema } = found;
      used.set(id!, schema);
      collect(schema);
    }
  };
  collect(value);
  return Object.fromEntries([...used].toSorted(([a], [b]) => (a < b ? -1 : 1)));
};

/**
 * The OpenAPI document, built from the declared operations and documents and the published schemas
 * (SPEC.md §5.6): the same objects that validate requests and answers.
 */
export const buildOpenApi = (
  operations: readonly { readonly method: Method; readonly path: string; readonly operation: Operation }[],
  documents: readonly { readonly path: string; readonly document: DocumentInstance }[],
  { siteUrl, contact }: { siteUrl: string; contact: { name: string; url: string } },
): OpenApiDocument => {
  const paths: Record<string, Partial<Record<'get' | 'post', OperationObject>>> = {};
  for (const { path, method, operation } of operations) {
    (paths[path] ??= {})[method === 'GET' ? 'get' : 'post'] = operationObject(operation, method);
  }
  for (const { path, document } of documents) (paths[path] ??= {}).get = documentObject(document, path);
  const used = new Set(Object.values(paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags)));
  return {
    openapi: '3.1.1',
    info: {
      title: SERVICE_NAME,
      version: INTERFACE_VERSION,
      summary: 'The public interface that speaks for one registered AI agent.',
      description: `Intake of public requests, documents about the agent, ${howManyDatasets} datasets, previews for escrow and adjudication without side effects, and anchors of decision receipts. Agents also reach it over ${AgentProtocol.options.join(' and ')}. The service speaks only for itself: nothing here is official output of a foundation or of an adjudication vendor.`,
      contact,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: siteUrl, description: 'This service.' }],
    tags: Object.entries(operationTags)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      schemas: usedComponents(paths),
      headers: ownFields(commonFields),
      ...(operations.some(({ operation }) => operation.auth === 'admin_bearer') ? { securitySchemes } : {}),
    },
  };
};
