import { admit } from './admission.ts';
import { type Answer, type Endpoint, endpoint, type IncomingRequest, jsonText, textAnswer } from './answer.ts';
import { readInput } from './input.ts';
import { methodNotAllowed, optionsAnswer } from './methods.ts';
import type { Method, Operation, Reply } from './operation.ts';
import { problemAnswer, refuse } from './refusal.ts';
import { caching, entityTag, type HeaderFields, isNotModified, publicCors, reprDigest } from './response-headers.ts';

/** The operations of an address, by method. */
export type Operations = Readonly<Partial<Record<Method, Operation>>>;

/** An address whose operations are declared. */
export interface Resource extends Endpoint {
  readonly operations: Operations;
}

const replyAnswer = (reply: Reply, { request }: IncomingRequest, headers: HeaderFields): Answer => {
  const text = 'text' in reply ? reply.text : jsonText(reply.body);
  const fields = { ...headers, 'Repr-Digest': reprDigest(text), ...reply.headers };
  const send = (more: HeaderFields): Answer =>
    textAnswer(reply.status, text, 'application/json; charset=utf-8', { ...fields, ...more });
  if (request.method !== 'GET' && request.method !== 'HEAD') return send({});
  const etag = entityTag(text);
  if (reply.status === 200 && isNotModified(request.headers.get('if-none-match') ?? undefined, etag))
    return { status: 304, headers: { ...fields, ETag: etag } };
  return send({ ETag: etag });
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
      const reply = await operation.handle(readInput(operation, incoming), locals.app);
      const { cacheSeconds } = operation;
      return replyAnswer(reply, incoming, {
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
