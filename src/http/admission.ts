import { createHash, timingSafeEqual } from 'node:crypto';
import type { Limiter, LimitName } from '../app.ts';
import type { Authentication } from '../domain/agent/capabilities.ts';
import { parseStrictJson } from '../domain/json/strict-json.ts';
import { JSON_VALUES_MAX } from '../domain/vocabulary/service.ts';
import { counted } from '../domain/vocabulary/words.ts';
import type { IncomingRequest } from './answer.ts';
import { HttpError } from './problem.ts';
import type { HeaderFields } from './response-headers.ts';

/**
 * Counts the request (SPEC.md §2.15).
 * @param detail what the refusal says, where that is not how many requests the client may send.
 * @throws ServiceError rate_limited
 * @returns the RateLimit fields (draft-ietf-httpapi-ratelimit-headers).
 */
export const countRequest = async (
  name: string,
  limiter: Limiter | null,
  client: string,
  detail?: string,
): Promise<HeaderFields> => {
  if (!limiter) return {};
  const { policy, counter } = limiter;
  const policyField = { 'RateLimit-Policy': `"${name}";q=${policy.requests};w=${policy.seconds}` };
  const fields = (left: number, ms: number): HeaderFields => ({
    ...policyField,
    RateLimit: `"${name}";r=${left};t=${Math.ceil(ms / 1000)}`,
  });
  try {
    const state = await counter.consume(client);
    return fields(state.remainingPoints, state.msBeforeNext);
  } catch (refused) {
    const ms = (refused as { msBeforeNext?: number }).msBeforeNext;
    if (ms === undefined) throw refused;
    throw new HttpError(
      'rate_limited',
      detail ?? `This client may send ${counted(policy.requests, 'request')} in ${counted(policy.seconds, 'second')}.`,
      fields(0, ms),
      { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) },
    );
  }
};

/**
 * Whether an Authorization header contains the token with this SHA-256. False in the same time for a missing
 * token, a wrong token and a service without a token (SPEC.md §10.5).
 * @param tokenSha256 64 lowercase hexadecimal digits, or undefined when none is configured.
 */
export const isAdminAuthorization = (header: string | null | undefined, tokenSha256: string | undefined): boolean => {
  const token = /^Bearer ([\x21-\x7e]+)$/i.exec(header ?? '')?.[1] ?? '';
  const given = createHash('sha256').update(token).digest();
  const same = timingSafeEqual(given, Buffer.from(tokenSha256 ?? '0'.repeat(64), 'hex'));
  return same && tokenSha256 !== undefined && token !== '';
};

/**
 * Admits the administrator. A missing token, a wrong token and a service without a token get the same
 * refusal; a client that has failed too often is refused for a while (SPEC.md §10.5).
 * @throws ServiceError unauthorised or rate_limited
 */
const admitAdmin = async ({ request, locals: { app, client, requestId } }: IncomingRequest): Promise<void> => {
  const { config, limits, log } = app;
  const { counter, policy } = limits.admin_failures;
  const failures = (await counter.get(client))?.consumedPoints ?? 0;
  if (isAdminAuthorization(request.headers.get('authorization'), config.adminTokenSha256) && failures < policy.requests)
    return;
  await countRequest(
    'admin_failures',
    limits.admin_failures,
    client,
    `This client sent a wrong credential ${policy.requests} times within ${policy.seconds} seconds: for now, not even the right one is accepted from it.`,
  );
  log.warn({ request_id: requestId }, 'administrator credential refused');
  throw new HttpError('unauthorised', 'This operation needs the administrator’s bearer token.', {
    'WWW-Authenticate': 'Bearer',
  });
};

/** What a request must satisfy before its content is read. */
export interface Terms {
  /** The limit under which it counts; none for reads. */
  readonly limit?: LimitName | undefined;
  readonly auth?: Authentication;
}

/**
 * Admits or refuses a request: by the limit of its client, its credential, and whether its body was received
 * completely, in this order. It does not make the answer, so that every protocol encodes a refusal in its own way.
 * @returns the fields of the answer, whichever it is, and the refusal
 */
export const admit = async (
  incoming: IncomingRequest,
  { limit, auth }: Terms,
): Promise<{ headers: HeaderFields; refused?: unknown }> => {
  const { app, client, bodyRefusal } = incoming.locals;
  let headers: HeaderFields = {};
  try {
    if (limit) headers = await countRequest(limit, app.limits[limit], client);
    if (auth === 'admin_bearer') await admitAdmin(incoming);
    return { headers, refused: bodyRefusal };
  } catch (refused) {
    return { headers, refused };
  }
};

const refuseType = (detail: string, accepted: string): HttpError =>
  new HttpError('unsupported_media_type', detail, { 'Accept-Post': accepted });

/** @throws ServiceError unsupported_media_type for a compressed body (RFC 9110 §8.4) */
const refuseCoding = ({ request }: IncomingRequest, accepted: string): void => {
  const coding = request.headers.get('content-encoding')?.trim().toLowerCase();
  if (coding && coding !== 'identity') throw refuseType('A body is accepted without a Content-Encoding.', accepted);
};

const JSON_TYPE = 'application/json';
const inUtf8 = /^application\/json\s*(;\s*charset="?utf-?8"?\s*)?$/i;

/** The most bytes that the first line and the header fields of a request have together (SPEC.md §2.2): 16 KiB. */
export const HEADER_BYTES_MAX = 16_384;

/** Time for the header fields of a request to arrive, and for the whole request, in seconds (SPEC.md §15.5). */
export const HEADER_SECONDS = 10;
export const REQUEST_SECONDS = 30;

/**
 * The value of a JSON body. @param numbers which numbers it may contain: only integers when it is hashed.
 * @throws ServiceError unsupported_media_type, malformed_json
 */
export const readJson = (incoming: IncomingRequest, numbers: 'integers' | 'any'): unknown => {
  const { request, locals } = incoming;
  refuseCoding(incoming, JSON_TYPE);
  if (!inUtf8.test((request.headers.get('content-type') ?? '').trim()))
    throw refuseType(`This operation accepts ${JSON_TYPE} in UTF-8.`, JSON_TYPE);
  return parseStrictJson(locals.body, { numbers, plainKeys: true, maxValues: JSON_VALUES_MAX }).value;
};

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** One field of a form. */
export interface FormField {
  /** With line breaks as LF, and U+FFFD where the bytes are not UTF-8. */
  readonly text: string;
  readonly isUtf8: boolean;
}

/**
 * The fields of a form that a browser sent without a script, with line breaks as LF: a browser sends CRLF
 * where a script reads LF, and the same text must have the same length and hash either way.
 * @returns the first value of a field, or an empty text when it was not sent.
 * @throws ServiceError unsupported_media_type
 */
export const readForm = (incoming: IncomingRequest): ((name: string) => FormField) => {
  const { request, locals } = incoming;
  refuseCoding(incoming, FORM_TYPE);
  const mediaType = (request.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
  if (mediaType !== FORM_TYPE) throw refuseType(`This address accepts ${FORM_TYPE}.`, FORM_TYPE);
  const sent = new TextDecoder().decode(locals.body);
  const fields = new URLSearchParams(sent);
  // A browser escapes a replacement character that somebody wrote; one that stands for broken bytes is in no escape.
  const isUtf8 = sent.split(/%EF%BF%BD/i).length === [...fields].flat().join('').split('\ufffd').length;
  return (name) => {
    const text = (fields.get(name) ?? '').replaceAll(/\r\n?/g, '\n');
    return { text, isUtf8: isUtf8 || !text.includes('\ufffd') };
  };
};
