import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { call } from '../call.ts';
import { addFormats } from '../formats.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: 'path' | 'query' | 'header';
    readonly schema: JsonSchema;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;
  };
  readonly responses: Readonly<
    Record<string, { content?: Readonly<Record<string, { schema: JsonSchema }>>; 'x-error-codes'?: readonly string[] }>
  >;
  readonly security?: readonly object[];
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** One operation of the OpenAPI document. */
export interface DescribedOperation extends Described {
  readonly method: string;
  readonly path: string;
}

/** An answer off the wire, decoded. */
export interface FuzzedAnswer {
  readonly status: number;
  readonly mediaType: string | undefined;
  readonly etag: string | undefined;
  readonly text: string;
}

const COMPONENT = '#/components/schemas/';

/** Reads /openapi.json and /schemas of a running service, and judges its answers by them alone. */
export const readDescription = async (url: string) => {
  const { paths, components } = (await call(`${url}/openapi.json`)).json as unknown as OpenApi;
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
  addFormats(ajv);
  const validators = new Map<string, ValidateFunction>();
  for (const id of Object.keys(components.schemas)) ajv.addSchema((await call(`${url}/schemas/${id}.json`)).json, id);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): DescribedOperation => ({
      ...described,
      method: method.toUpperCase(),
      path,
    })),
  );

  const validatorOf = (schema: JsonSchema): ValidateFunction => {
    const key = JSON.stringify(schema);
    const { $ref } = schema as { $ref?: string };
    const found = validators.get(key) ?? ($ref ? ajv.getSchema($ref.replace(COMPONENT, ''))! : ajv.compile(schema));
    validators.set(key, found);
    return found;
  };

  /** Bodies that were found right, by address and ETag: they need not be judged again. */
  const judged = new Set<string>();

  /** What is wrong with an answer to an operation, or undefined. */
  const problemOf = ({ responses, path }: DescribedOperation, method: string, answer: FuzzedAnswer) => {
    const { status, mediaType, etag, text } = answer;
    const declared = responses[String(status)];
    if (declared === undefined) return `the status ${status} is not declared`;
    if (status >= 500 && status !== 503) return `a failure of the service, ${status}`;
    if (declared.content === undefined) return text === '' ? undefined : 'a body where none is declared';
    if (mediaType === undefined || declared.content[mediaType] === undefined)
      return `the media type ${mediaType} is not declared for ${status}`;
    if (method === 'HEAD') return text === '' ? undefined : 'a body in the answer to HEAD';
    const key = etag === undefined ? undefined : `${path} ${etag}`;
    if (key !== undefined && judged.has(key)) return undefined;
    const { schema } = declared.content[mediaType];
    // Where anything may come, it need not be JSON either: test vectors are wrong on purpose.
    if (Object.keys(schema).length === 0) return undefined;
    const body: unknown = mediaType.endsWith('json') && !mediaType.includes('ndjson') ? JSON.parse(text) : text;
    const validate = validatorOf(schema);
    if (!validate(body)) return `not as its schema says: ${ajv.errorsText(validate.errors)}`;
    const codes = declared['x-error-codes'];
    const { code } = Object(body) as { code?: string };
    if (codes !== undefined && !codes.includes(String(code))) return `the code ${code} is not declared for ${status}`;
    if (key !== undefined) judged.add(key);
    return undefined;
  };

  return { operations, schemas: components.schemas, problemOf };
};
