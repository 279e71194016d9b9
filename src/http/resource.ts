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
import { acceptedCodings, compress, isCompressedLive } from './compress.ts';
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

const JSON_TYPE = 'application/json; charset=utf-8';

/** The answer to a read: with its tag, in a coding that the client accepts, or 304 without content. */
const readAnswer = async (
  status: number,
  text: string,
  { request }: IncomingRequest,
  headers: HeaderFields,
): Promise<Answer> => {
  const varies = isCompressedLive(Buffer.byteLength(text));
  const [preferred = 'identity'] = varies ? acceptedCodings(request.headers.get('accept-encoding')) : [];
  const coding = preferred === 'identity' ? undefined : preferred;
  const coded = coding && (await compress(Buffer.from(text), coding));
  const etag = entityTag(text, coding);
  const fields = {
    'Repr-Digest': reprDigest(coded ?? text),
    ...headers,
    ...(varies ? { Vary: 'Accept-Encoding' } : {}),
    ETag: etag,
  };
  if (status === 200 && isNotModified(request.headers.get('if-none-match') ?? undefined, etag))
    return { status: 304, headers: fields };
  const plain = textAnswer(status, text, JSON_TYPE, fields);
  if (!coded) return plain;
  const headersOfCoded = { ...plain.headers, 'Content-Encoding': coding, 'Content-Length': String(coded.length) };
  return { ...plain, bytes: coded, headers: headersOfCoded };
};

const replyAnswer = (reply: Reply, incoming: IncomingRequest, headers: HeaderFields): Answer | Promise<Answer> => {
  const text = 'text' in reply ? reply.text : jsonText(reply.body);
  const fields = { ...headers, ...reply.headers };
  return incoming.request.method === 'GET' || incoming.request.method === 'HEAD'
    ? readAnswer(reply.status, text, incoming, fields)
    : textAnswer(reply.status, text, JSON_TYPE, { 'Repr-Digest': reprDigest(text), ...fields });
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
      return await replyAnswer(reply, incoming, {
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
