import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import Negotiator from 'negotiator';
import type { App } from '../app.ts';
import { isServiceError, ServiceError } from '../domain/vocabulary/errors.ts';
import { buildProblem, PROBLEM_TYPE } from '../http/problem.ts';
import type { RequestContext } from '../http/resource.ts';
import {
  caching,
  FILE_METHODS,
  isMachinePath,
  isNotModified,
  preflight,
  publicCors,
  securityHeaders,
} from '../http/response-headers.ts';
import { REQUEST_BYTES_MAX } from '../services/intake.ts';
import { clientAddress } from './client-address.ts';
import type { Coding, FixedFile, Representation } from './fixed-files.ts';
import { announcesTooMuch, readBody } from './request-body.ts';
import type { FoundResource } from './resources.ts';

// An import would read every export of the module, and one of them loads Node's whole WebSocket client at each start.
const { createServer } = process.getBuiltinModule('node:http');

/** Astro's handler in middleware mode; `next` is called for an address that Astro does not know. */
export type LiveHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (fault?: unknown) => void,
  locals: object,
) => Promise<void>;

/** Bytes of a refused body that are read and thrown away; for a larger one the sender is left waiting instead. */
const DISCARDED_BYTES_MAX = 1024 * 1024;
/** How long a sender of a refused body has to take note of the refusal, in milliseconds. */
const DISCARD_MS = 2_000;

/** Methods that the Fetch standard cannot carry; to a resource they are one more that it does not answer. */
const unspeakable = new Set(['CONNECT', 'TRACE', 'TRACK']);

const nothing = new Uint8Array(0);

/** The parts of a request that a resource looks at. */
const asRead = ({ method, headers }: IncomingMessage) => ({
  method: method!,
  headers: {
    get: (name: string): string | null => {
      const value = headers[name.toLowerCase()];
      return value === undefined ? null : String(value);
    },
  },
});

/**
 * How node:http should encode a text. ASCII is the same in both ways; as UTF-8 it reserves three bytes
 * for each letter first, and takes twice as long for a text of some kilobytes.
 */
const encodingOf = (text: string): 'latin1' | 'utf8' => (Buffer.byteLength(text) === text.length ? 'latin1' : 'utf8');

const pathOf = (url: string): string => {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
};

/** Chooses how a file is sent; the few header values that clients send are remembered. */
const representationChooser = () => {
  const known = new Map<string, readonly Coding[]>();
  return (request: IncomingMessage, file: FixedFile): Representation => {
    const accepts = request.headers['accept-encoding'];
    if (accepts === undefined) return file('identity')!;
    let order = known.get(accepts);
    if (!order) {
      order = new Negotiator(request).encodings(['br', 'gzip', 'identity']) as Coding[];
      if (known.size < 200) known.set(accepts, order);
    }
    for (const coding of order) {
      const found = file(coding);
      if (found) return found;
    }
    return file('identity')!;
  };
};

/**
 * The server: built files from memory, resources by themselves, everything else to Astro with the app
 * and the whole body handed over. It keeps the rules that hold for every answer: security headers, problem documents
 * instead of HTML for programs, one body limit, no address built from the Host header.
 */
export const createFront = (
  app: App,
  files: ReadonlyMap<string, FixedFile>,
  findResource: (path: string) => FoundResource | undefined,
  live: LiveHandler,
): Server => {
  const { config, log } = app;
  const always = securityHeaders(config.siteUrl);
  const choose = representationChooser();
  const notFoundPage = files.get('/404');

  const refuse = (response: ServerResponse, thrown: unknown, requestId: string): void => {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { status, headers, body } = buildProblem(thrown, { requestId, siteUrl: config.siteUrl });
    const text = `${JSON.stringify(body)}\n`;
    response.writeHead(status, {
      ...always,
      ...publicCors,
      'Cache-Control': caching.none,
      'X-Request-Id': requestId,
      ...headers,
      'Content-Type': PROBLEM_TYPE,
      'Content-Length': Buffer.byteLength(text),
    });
    response.end(response.req.method === 'HEAD' ? undefined : text);
  };

  const answerFile = (request: IncomingMessage, response: ServerResponse, file: FixedFile): void => {
    const { method } = request;
    if (method === 'GET' || method === 'HEAD') {
      const chosen = choose(request, file);
      if (isNotModified(request.headers['if-none-match'], chosen.etag)) {
        response.writeHead(304, chosen.revalidated as string[]).end();
      } else {
        response.writeHead(200, chosen.headers as string[]);
        response.end(method === 'GET' ? chosen.bytes : undefined);
      }
    } else if (method === 'OPTIONS') {
      response
        .writeHead(204, {
          ...always,
          ...publicCors,
          ...preflight(FILE_METHODS),
          Allow: FILE_METHODS,
        })
        .end();
    } else {
      request.resume();
      refuse(
        response,
        new ServiceError('method_not_allowed', `This address answers ${FILE_METHODS}.`, {
          headers: { Allow: FILE_METHODS },
        }),
        randomUUID(),
      );
    }
  };

  const answerUnknown = (request: IncomingMessage, response: ServerResponse, path: string, requestId: string): void => {
    if (isMachinePath(path) || !notFoundPage) {
      refuse(response, new ServiceError('not_found', 'There is nothing at this address.'), requestId);
      return;
    }
    const { bytes, headers } = choose(request, notFoundPage);
    const fields = headers.flatMap((name, index) =>
      index % 2 === 0 && name !== 'ETag' ? [name, name === 'Cache-Control' ? caching.none : headers[index + 1]!] : [],
    );
    response.writeHead(404, fields).end(request.method === 'HEAD' ? undefined : bytes);
  };

  const discard = (request: IncomingMessage): void => {
    let left = DISCARDED_BYTES_MAX;
    const timer = setTimeout(() => request.destroy(), DISCARD_MS);
    request.on('data', (chunk: Buffer) => (left -= chunk.length) < 0 && request.pause());
    request.once('close', () => clearTimeout(timer));
  };

  const answerLive = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const requestId = randomUUID();
    const began = performance.now();
    const locals: { -readonly [Member in keyof RequestContext]: RequestContext[Member] } & { route?: string } = {
      app,
      requestId,
      client: clientAddress(request, config.trustedProxyHops),
      body: nothing,
    };
    response.once('close', () =>
      log.info(
        {
          request_id: requestId,
          method: request.method,
          route: locals.route ?? '(none)',
          status: response.statusCode,
          ms: Math.round((performance.now() - began) * 10) / 10,
        },
        'request',
      ),
    );
    try {
      locals.body = await readBody(request, REQUEST_BYTES_MAX);
    } catch (thrown) {
      // The client went away: nobody is left to answer.
      if (!isServiceError(thrown)) return;
      // Whoever answers decides what comes first, for instance the credential.
      locals.bodyFault = thrown;
    }
    try {
      const found = findResource(path);
      if (found) {
        locals.route = found.route;
        const answered = await found.resource.answer({ request: asRead(request), params: found.params, locals });
        response.writeHead(answered.status, { ...always, 'X-Request-Id': requestId, ...answered.headers });
        if (request.method === 'HEAD' || answered.text === undefined) response.end();
        else response.end(answered.text, encodingOf(answered.text));
        return;
      }
      for (const [name, value] of Object.entries(always)) response.setHeader(name, value);
      response.setHeader('X-Request-Id', requestId);
      if (unspeakable.has(request.method!)) request.method = 'UNSUPPORTED';
      // Handlers read the body that was handed over: Astro gets an empty one and does not touch the stream.
      Object.assign(request, { body: nothing.buffer });
      await live(
        request,
        response,
        (fault) => (fault ? refuse(response, fault, requestId) : answerUnknown(request, response, path, requestId)),
        locals,
      );
    } catch (thrown) {
      log.error({ request_id: requestId, err: thrown }, 'request failed');
      refuse(response, thrown, requestId);
    } finally {
      if (locals.bodyFault) discard(request);
    }
  };

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const path = pathOf(request.url!);
    const file = files.get(path);
    if (file) answerFile(request, response, file);
    else if (path.length > 1 && path.endsWith('/') && files.has(path.slice(0, -1))) {
      response.writeHead(308, { ...always, Location: config.siteUrl + path.slice(0, -1) }).end();
    } else void answerLive(request, response, path);
  };

  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 5_000 }, answer);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (!announcesTooMuch(request, REQUEST_BYTES_MAX)) response.writeContinue();
    answer(request, response);
  });
  return server;
};
