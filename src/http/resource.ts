import type { APIContext } from 'astro';
import type { App } from '../app.ts';
import { type ErrorCode, type InputProblem, isServiceError, ServiceError } from '../domain/vocabulary/errors.ts';
import { inputProblems } from '../domain/vocabulary/input-problems.ts';
import { parseStrictJson } from '../domain/json/strict-json.ts';
import { admitAdmin } from './admin-gate.ts';
import type { AnyOperation, Input, Method, Parameter } from './operation.ts';
import { buildProblem, PROBLEM_TYPE } from './problem.ts';
import { countRequest } from './rate-limit.ts';
import {
  caching,
  entityTag,
  type HeaderFields,
  isNotModified,
  preflight,
  publicCors,
  reprDigest,
} from './response-headers.ts';

/** What the front, or the middleware in development, hands to a handler beside the request. */
export interface RequestContext {
  readonly app: App;
  readonly requestId: string;
  /** Address of the client, for limits only; it is never logged or stored. */
  readonly client: string;
  /** The whole body; empty when it was refused. */
  readonly body: Uint8Array;
  /** Why the body was not read to its end, when it was not. */
  readonly bodyFault?: ServiceError | undefined;
}

/** What an address answers, by method. */
export type Operations = Readonly<Partial<Record<Method, AnyOperation>>>;

/** The operations of one address, as an Astro endpoint that takes every method. */
export interface Resource {
  (context: Pick<APIContext, 'request' | 'params'> & { locals: RequestContext }): Promise<Response>;
  readonly operations: Operations;
  /** The same answer without a Response around it. */
  answer(context: ResourceContext): Promise<Answer>;
}

/** As much of a request as a resource looks at. */
export interface ResourceContext {
  readonly request: { readonly method: string; readonly headers: { get(name: string): string | null } };
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly locals: RequestContext;
}

/** An answer before it is sent. Without a text it has no body. */
export interface Answer {
  readonly status: number;
  readonly headers: HeaderFields;
  readonly text?: string;
}

/** A header value without the quotes of a structured-field string (RFC 9651 §3.3.3). */
const unquoted = (value: string): string => value.replace(/^"(.*)"$/, '$1');

const readBody = (declared: AnyOperation, contentType: string | null, bytes: Uint8Array): unknown => {
  if (declared.bodyOptional && bytes.length === 0) return {};
  const [mediaType, ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters
    .find((part) => part.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  if (mediaType !== 'application/json' || (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')) {
    throw new ServiceError('unsupported_media_type', 'This operation reads application/json in UTF-8.', {
      headers: { 'Accept-Post': 'application/json' },
    });
  }
  return parseStrictJson(bytes, { numbers: declared.hashedBody ? 'integers' : 'any' }).value;
};

const readInput = (declared: AnyOperation, context: ResourceContext): Input<never> => {
  const { request, locals } = context;
  const problems: InputProblem[] = [];
  let refusal: ErrorCode = 'invalid_request';
  const check = (
    place: 'path' | 'header',
    name: string,
    { schema, refusal: own }: Parameter,
    value: string,
  ): string => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const problem of inputProblems(parsed.error.issues)) problems.push({ ...problem, in: place, name });
    if (own) refusal = own;
    return '';
  };
  const params = Object.fromEntries(
    Object.entries(declared.params ?? {}).map(([name, parameter]) => [
      name,
      check('path', name, parameter, context.params[name] ?? ''),
    ]),
  );
  const headers = Object.fromEntries(
    Object.entries(declared.headers ?? {}).flatMap(([name, parameter]) => {
      const value = request.headers.get(name);
      return value === null ? [] : [[name, check('header', name, parameter, unquoted(value))]];
    }),
  );
  let body: unknown;
  if (declared.body) {
    const parsed = declared.body.safeParse(readBody(declared, request.headers.get('content-type'), locals.body));
    if (parsed.success) body = parsed.data;
    else problems.push(...inputProblems(parsed.error.issues));
  }
  if (problems.length > 0) {
    const one = problems.length === 1;
    throw new ServiceError(
      refusal,
      `The request has ${one ? 'a problem' : `${problems.length} problems`}; \`errors\` names ${one ? 'it' : 'each'}.`,
      { errors: problems },
    );
  }
  return {
    params,
    headers,
    body: body as never,
    bytes: locals.body,
  };
};

/** Serialises a body the way every live answer is serialised. */
const jsonText = (body: object): string => `${JSON.stringify(body)}\n`;

/**
 * The answer layer (SPEC.md §2.6): takes the operations of one address and answers every method.
 * HEAD follows GET, OPTIONS lists, other methods get 405; the whole input is checked before
 * `handle` runs; what is thrown becomes a problem document.
 */
export const resource = (declared: Operations): Resource => {
  const cors = Object.values(declared).every((one) => one.cors);
  const methods = [
    ...Object.keys(declared).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
    'OPTIONS',
  ];
  const allow = methods.join(', ');
  const common: HeaderFields = cors ? publicCors : {};

  const answer = async (context: ResourceContext): Promise<Answer> => {
    const { request, locals } = context;
    const { method } = request;
    if (method === 'OPTIONS') {
      return { status: 204, headers: { ...common, ...(cors ? preflight(allow) : {}), Allow: allow } };
    }
    const chosen = declared[(method === 'HEAD' ? 'GET' : method) as Method];
    let limits: HeaderFields = {};
    try {
      if (!chosen) {
        throw new ServiceError('method_not_allowed', `This address answers ${allow}.`, { headers: { Allow: allow } });
      }
      if (chosen.limit) limits = await countRequest(chosen.limit, locals.app.limits[chosen.limit], locals.client);
      if (chosen.auth === 'admin_bearer') {
        const authorization = request.headers.get('authorization');
        await admitAdmin({ authorization, client: locals.client, requestId: locals.requestId }, locals.app);
      }
      if (locals.bodyFault) throw locals.bodyFault;
      const reply = await chosen.handle(readInput(chosen, context), locals.app);
      const text = 'text' in reply ? reply.text : jsonText(reply.body);
      const fields = {
        ...common,
        ...limits,
        'Cache-Control': chosen.cacheSeconds === undefined ? caching.none : caching.live(chosen.cacheSeconds),
        'Repr-Digest': reprDigest(text),
        ...reply.headers,
      };
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return respond(reply.status, text, 'application/json; charset=utf-8', fields);
      }
      const etag = entityTag(text);
      if (reply.status === 200 && isNotModified(request.headers.get('if-none-match') ?? undefined, etag)) {
        return { status: 304, headers: { ...fields, ETag: etag } };
      }
      return respond(reply.status, text, 'application/json; charset=utf-8', { ...fields, ETag: etag });
    } catch (thrown) {
      const { app, requestId } = locals;
      if (!isServiceError(thrown)) app.log.error({ request_id: requestId, err: thrown }, 'request failed');
      else if (thrown.cause)
        app.log.error({ request_id: requestId, code: thrown.code, err: thrown.cause }, 'request refused');
      const { status, headers, body } = buildProblem(thrown, { requestId, siteUrl: app.config.siteUrl });
      return respond(status, jsonText(body), PROBLEM_TYPE, {
        ...common,
        ...limits,
        'Cache-Control': caching.none,
        ...headers,
      });
    }
  };
  const asResponse = async (context: ResourceContext): Promise<Response> => {
    const { status, headers, text } = await answer(context);
    return new Response(text ?? null, { status, headers });
  };
  return Object.assign(asResponse, { operations: declared, answer });
};

const respond = (status: number, text: string, contentType: string, headers: HeaderFields): Answer => ({
  status,
  text,
  headers: { ...headers, 'Content-Type': contentType, 'Content-Length': String(Buffer.byteLength(text)) },
});
