import { admit } from './admission.ts';
import {
  type Answer,
  type Endpoint,
  endpoint,
  type IncomingRequest,
  jsonText,
  methodNotAllowed,
  NO_BODY,
  optionsAnswer,
  textAnswer,
} from './answer.ts';
import { readInput } from './input.ts';
import type { Method, Operation, Reply } from './operation.ts';
import { problemAnswer, refuse } from './refusal.ts';
import { caching, entityTag, type HeaderFields, isNotModified, publicCors, reprDigest } from './response-headers.ts';

/** The operations of an address, by method. */
export type Operations = Readonly<Partial<Record<Method, Operation>>>;

/** An address whose operations are declared. */
export interface Resource extends Endpoint {
  readonly operations: Operations;
}

/** The answer of an operation; to a read with its tag, or 304 without content. */
const replyAnswer = (
  reply: Reply,
  { request }: IncomingRequest,
  { mediaType }: Operation,
  headers: HeaderFields,
): Answer => {
  const contentType = `${mediaType ?? 'application/json'}; charset=utf-8`;
  const text = 'text' in reply ? reply.text : jsonText(reply.body);
  const fields = { 'Repr-Digest': reprDigest(text), ...headers, ...reply.headers };
  if (request.method === 'POST') return textAnswer(reply.status, text, contentType, fields);
  const etag = entityTag(text);
  return reply.status === 200 && isNotModified(request.headers.get('if-none-match') ?? undefined, etag)
    ? { status: 304, headers: { ...fields, ETag: etag } }
    : textAnswer(reply.status, text, contentType, { ...fields, ETag: etag });
};

/**
 * The answer layer (SPEC.md §2.6): makes an address that answers every method from its operations.
 * HEAD follows GET, OPTIONS lists the methods, other methods get 405. The whole input is checked before
 * `handle` runs. A thrown value becomes a problem document.
 */
export const resource = (operations: Operations): Resource => {
  const cors = Object.values(operations).every((one) => one.cors);
  const methods = Object.keys(operations).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const allow = [...methods, 'OPTIONS'].join(', ');

  const answer = async (incoming: IncomingRequest): Promise<Answer> => {
    const { request, locals } = incoming;
    if (request.method === 'OPTIONS') return optionsAnswer(allow, cors);
    const operation = operations[(request.method === 'HEAD' ? 'GET' : request.method) as Method];
    let limits: HeaderFields = {};
    try {
      if (!operation) throw methodNotAllowed(allow);
      const { headers, refused } = await admit(incoming, operation);
      limits = headers;
      // A body that the operation does not take says nothing, whatever its size.
      if (refused && (operation.body || refused !== locals.bodyRefusal)) throw refused;
      const replying = operation.handle(readInput(operation, incoming), locals.app);
      locals.body = NO_BODY;
      const reply = await replying;
      const { cacheSeconds } = operation;
      return replyAnswer(reply, incoming, operation, {
        ...(cors ? publicCors : {}),
        ...limits,
        'Cache-Control': cacheSeconds === undefined ? caching.none : caching.live(cacheSeconds),
      });
    } catch (thrown) {
      return problemAnswer(refuse(thrown, locals), { cors, more: limits });
    }
  };
  return Object.assign(endpoint(answer), { operations });
};
