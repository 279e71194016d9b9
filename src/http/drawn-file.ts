import type { App } from '../app.ts';
import { ServiceError } from '../domain/vocabulary/errors.ts';
import { type Answer, type Endpoint, endpoint, type IncomingRequest } from './answer.ts';
import { methodNotAllowed, optionsAnswer } from './methods.ts';
import { countRequest } from './rate-limit.ts';
import { problemAnswer, refuse } from './refusal.ts';
import {
  entityTag,
  FILE_METHODS,
  fileHeaders,
  type HeaderFields,
  isNotModified,
  reprDigest,
} from './response-headers.ts';

type Params = IncomingRequest['params'];

/**
 * The most files of one kind that are kept; the oldest is dropped first. More than there are systems today, so that whoever
 * asks for all of them again and again has none drawn twice; a picture takes some 25 kB.
 */
const KEPT_MAX = 300;

const answerDrawn = (bytes: Buffer<ArrayBuffer>, { request }: IncomingRequest, described: HeaderFields): Answer => {
  const { 'Content-Type': contentType, ...fields } = described;
  const etag = entityTag(bytes);
  const headers = { ...fields, ETag: etag, 'Repr-Digest': reprDigest(bytes) };
  if (isNotModified(request.headers.get('if-none-match') ?? undefined, etag)) return { status: 304, headers };
  const content = { 'Content-Type': contentType!, 'Content-Length': String(bytes.length) };
  return { status: 200, headers: { ...headers, ...content }, bytes };
};

/**
 * Makes the endpoint of files that are drawn when they are asked for, because there may be more of them than a build has time
 * for. They answer like built files (SPEC.md §2.10), and reading them is counted (§2.15).
 * @param pathOf the address of a file.
 * @param draw its bytes, the same each time while the process runs; undefined where there is nothing to draw.
 */
export const drawnFile = (
  pathOf: (params: Params) => string,
  draw: (params: Params, app: App) => Promise<Uint8Array<ArrayBuffer> | undefined>,
): Endpoint => {
  const kept = new Map<string, Buffer<ArrayBuffer>>();
  const underWay = new Map<string, Promise<Buffer<ArrayBuffer>>>();

  const make = async (path: string, { params, locals }: IncomingRequest): Promise<Buffer<ArrayBuffer>> => {
    const drawn = await draw(params, locals.app);
    if (!drawn) throw new ServiceError('not_found', 'There is nothing at this address.');
    const bytes = Buffer.from(drawn);
    if (kept.size >= KEPT_MAX) kept.delete(kept.keys().next().value!);
    kept.set(path, bytes);
    return bytes;
  };

  /** A file that many ask for at once is drawn once. */
  const find = async (path: string, incoming: IncomingRequest): Promise<Buffer<ArrayBuffer>> => {
    const known = kept.get(path) ?? underWay.get(path);
    if (known) return known;
    const making = make(path, incoming).finally(() => underWay.delete(path));
    underWay.set(path, making);
    return making;
  };

  return endpoint(async (incoming) => {
    const { request, params, locals } = incoming;
    if (request.method === 'OPTIONS') return optionsAnswer(FILE_METHODS, true);
    const path = pathOf(params);
    let limits: HeaderFields = {};
    try {
      if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed(FILE_METHODS);
      limits = await countRequest('read', locals.app.limits.read, locals.client);
      return answerDrawn(await find(path, incoming), incoming, { ...fileHeaders(path), ...limits });
    } catch (thrown) {
      return problemAnswer(refuse(thrown, locals), { cors: true, more: limits });
    }
  });
};
