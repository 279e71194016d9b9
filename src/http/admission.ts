import type { LimitName } from '../app.ts';
import type { Authentication } from '../domain/agent/capabilities.ts';
import { parseStrictJson } from '../domain/json/strict-json.ts';
import { admitAdmin } from './admin-gate.ts';
import type { IncomingRequest } from './answer.ts';
import { HttpError } from './problem.ts';
import { countRequest } from './rate-limit.ts';
import type { HeaderFields } from './response-headers.ts';

/** What a request must satisfy before its content is read. */
export interface Terms {
  /** The limit under which it counts; none for reads. */
  readonly limit?: LimitName | undefined;
  readonly auth?: Authentication;
}

/** The result of {@link admit}. */
export interface Admission {
  /** Fields of the answer, whichever it is. */
  readonly headers: HeaderFields;
  /** The refusal, when the request is not admitted. */
  readonly refused?: unknown;
}

/**
 * Admits or refuses a request: by the limit of its client, its credential, and whether its body was received
 * completely, in this order. It does not make the answer, so that every protocol encodes a refusal in its own way.
 */
export const admit = async ({ request, locals }: IncomingRequest, { limit, auth }: Terms): Promise<Admission> => {
  const { app, client, requestId, bodyRefusal } = locals;
  let headers: HeaderFields = {};
  try {
    if (limit) headers = await countRequest(limit, app.limits[limit], client);
    if (auth === 'admin_bearer') {
      await admitAdmin({ authorization: request.headers.get('authorization'), client, requestId }, app);
    }
    return { headers, refused: bodyRefusal };
  } catch (refused) {
    return { headers, refused };
  }
};

const refuseType = (detail: string, accepted: string): HttpError =>
  new HttpError('unsupported_media_type', detail, { 'Accept-Post': accepted });

const JSON_TYPE = 'application/json';

/**
 * The value of a JSON body. @param numbers which numbers it may contain: only integers when it is hashed.
 * @throws ServiceError unsupported_media_type, malformed_json
 */
export const readJson = ({ request, locals }: IncomingRequest, numbers: 'integers' | 'any'): unknown => {
  const contentType = request.headers.get('content-type') ?? '';
  const [mediaType, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((part) => part.startsWith('charset='))?.replace(/^charset=/, '');
  if (mediaType !== JSON_TYPE || !/^"?utf-?8"?$/.test(charset ?? 'utf-8'))
    throw refuseType(`This operation accepts ${JSON_TYPE} in UTF-8.`, JSON_TYPE);
  return parseStrictJson(locals.body, { numbers }).value;
};

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** One field of a form. */
export interface FormField {
  /** With line breaks as LF, and U+FFFD where the bytes are not UTF-8. */
  readonly text: string;
  readonly isUtf8: boolean;
}

/** Decodes the escaped text of a field: `+` is a blank, and a percent sign that escapes nothing stands for itself. */
const decodeField = (escaped: string): FormField => {
  const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, '\n');
  try {
    const strict = escaped.replaceAll('+', ' ').replaceAll(/%(?![\da-f]{2})/gi, '%25');
    return { text: withLineFeeds(decodeURIComponent(strict)), isUtf8: true };
  } catch {
    return { text: withLineFeeds(new URLSearchParams(`text=${escaped}`).get('text')!), isUtf8: false };
  }
};

/**
 * The fields of a form that a browser sent without a script, with line breaks as LF: a browser sends CRLF
 * where a script reads LF, and the same text must have the same length and hash either way.
 * @returns the first value of a field, or an empty text when it was not sent.
 * @throws ServiceError unsupported_media_type
 */
export const readForm = ({ request, locals }: IncomingRequest): ((name: string) => FormField) => {
  const mediaType = (request.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
  if (mediaType !== FORM_TYPE) throw refuseType(`This address accepts ${FORM_TYPE}.`, FORM_TYPE);
  // A byte beyond ASCII stands for itself, as if it were escaped.
  const escaped = Buffer.from(locals.body)
    .toString('latin1')
    .replaceAll(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
  // A body may hold tens of thousands of fields: those that nobody asks for are not taken apart.
  const fields = escaped.split('&');
  return (name) => {
    const field = fields.find((each) => each === name || each.startsWith(`${name}=`)) ?? '';
    return decodeField(field.slice(name.length + 1));
  };
};
