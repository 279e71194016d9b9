import type { z } from 'zod';
import type { App } from '../app.ts';
import type { Authentication, SideEffects } from '../domain/agent/capabilities.ts';
import { MAX_JSON_DEPTH } from '../domain/json/strict-json.ts';
import type { ErrorCode } from '../domain/vocabulary/errors.ts';
import { JSON_VALUES_MAX, REQUEST_BYTES_MAX } from '../domain/vocabulary/service.ts';
import { withCommas } from '../domain/vocabulary/words.ts';
import type { Terms } from './admission.ts';
import type { OperationTag } from './operation-tags.ts';
import type { HeaderFields } from './response-headers.ts';

export type Method = 'GET' | 'POST';

/** A parameter of an operation: of its path, its query or a header. */
export interface Parameter {
  readonly schema: z.ZodType<string>;
  readonly description: string;
  /** The code of a refusal of this parameter; by default `invalid_request`. */
  readonly refusal?: ErrorCode;
}

/** The parsed and valid input of an operation. */
export interface Input<Body> {
  readonly params: Readonly<Record<string, string>>;
  /** The declared parameters of the query that were sent, each by its first value. */
  readonly query: Readonly<Record<string, string>>;
  readonly body: Body;
  /** The body as it was sent, until the operation first waits for something. */
  sent(): Uint8Array;
  /** The declared request headers that were sent, by their declared spelling. */
  readonly headers: Readonly<Record<string, string>>;
  /** Address of the client, as limits count it (SPEC.md §2.15). */
  readonly client: string;
}

/** A successful answer: a value, or a text, of a prebuilt document for instance. Refusals are thrown as ServiceError. */
export type Reply = { readonly status: number; readonly headers?: HeaderFields } & (
  { readonly body: object } | { readonly text: string }
);

/** One method of one address: everything the reference page, OpenAPI and the answer layer need to know. */
export interface Operation<Body = unknown> extends Terms {
  /** Name of the operation for client generators, in camelCase. */
  readonly id: string;
  readonly tag: OperationTag;
  readonly summary: string;
  readonly description?: string;
  readonly sideEffects: SideEffects;
  /** Who may call it. The answer layer checks the credential before it reads the body. */
  readonly auth: Authentication;
  readonly params?: Readonly<Record<string, Parameter>>;
  readonly query?: Readonly<Record<string, Parameter>>;
  readonly headers?: Readonly<Record<string, Parameter>>;
  readonly body?: z.ZodType<Body>;
  /** A body that is answered with success, where the schema of the body has no example. */
  readonly example?: object;
  /** Whether the body may be left out; it then counts as an empty object. */
  readonly bodyOptional?: boolean;
  /** Whether the body is hashed: numbers must then be integers (SPEC.md §3.1). */
  readonly hashedBody?: boolean;
  readonly responses: Readonly<
    Record<number, { readonly description: string; readonly schema: z.ZodType; readonly headers?: HeaderFields }>
  >;
  /** The media type of its answers; JSON where it is left out. */
  readonly mediaType?: 'text/plain';
  /** What a body has to keep that its schema cannot say, a sentence each; a broken one is `invalid_request`. */
  readonly rules?: readonly string[];
  /** Its specific refusals, in addition to those of every operation of its kind. */
  readonly errors?: readonly ErrorCode[];
  /** Seconds for which an answer may be cached; without it answers are not stored. */
  readonly cacheSeconds?: number;
  /** Whether scripts of any other site may call it. */
  readonly cors: boolean;
  handle(input: Input<Body>, app: App): Promise<Reply> | Reply;
}

/** Declares an operation. */
export const operation = <Body = undefined>(definition: Operation<Body>): Operation<Body> => definition;

/** Every refusal that an operation can give: its own and those of its kind. */
export const refusalsOf = (declared: Operation): ErrorCode[] => [
  ...new Set<ErrorCode>([
    ...(declared.body
      ? (['malformed_json', 'invalid_request', 'body_too_large', 'unsupported_media_type'] as const)
      : []),
    ...(declared.headers || declared.query ? (['invalid_request'] as const) : []),
    ...Object.values(declared.params ?? {}).map(({ refusal = 'invalid_request' }) => refusal),
    ...(declared.auth === 'admin_bearer' ? (['unauthorised', 'rate_limited'] as const) : []),
    ...(declared.limit ? (['rate_limited'] as const) : []),
    ...(declared.errors ?? []),
    'method_not_allowed',
    'internal',
  ]),
];

/** A rule of a body that its schema does not say, and the code of its refusal. */
export interface Rule {
  readonly code: ErrorCode;
  readonly rule: string;
}

/** What is refused of a body that its schema accepts (SPEC.md §2.14 and §3.1), with the rules that the operation declares. */
export const rulesOf = ({ hashedBody, rules = [] }: Operation): Rule[] => [
  { code: 'body_too_large', rule: `A body has at most ${REQUEST_BYTES_MAX} bytes.` },
  {
    code: 'malformed_json',
    rule: `A body has at most ${withCommas(JSON_VALUES_MAX)} values and ${MAX_JSON_DEPTH} levels, no name twice and no lone surrogate${hashedBody ? ', and its numbers are written as integers' : ''}.`,
  },
  ...rules.map((rule) => ({ code: 'invalid_request' as const, rule })),
];
