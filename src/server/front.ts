import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { App } from '../app.ts';
import { ServiceError } from '../domain/vocabulary/errors.ts';
import { HEADER_BYTES_MAX, HEADER_SECONDS, REQUEST_BYTES_MAX, REQUEST_SECONDS } from '../domain/vocabulary/service.ts';
import { type Answer, methodNotAllowed, optionsAnswer, type RequestContext } from '../http/answer.ts';
import { redirectHeaders } from '../http/file-headers.ts';
import { isMachinePath } from '../http/machine-addresses.ts';
import { problemAnswer, refuse } from '../http/refusal.ts';
import { caching, FILE_METHODS, isNotModified, securityHeaders } from '../http/response-headers.ts';
import type { ServedFile, ServedFiles } from './built-files.ts';
import { limitConnections, oneByOne, refuseUnreadable } from './connections.ts';
import type { FoundEndpoint } from './endpoints.ts';
import type { Metrics } from './metrics.ts';
import { announcesTooMuch, clientAddress, discardBody, receiveBody, settleTarget } from './request.ts';

/** Astro's handler in middleware mode; `next` is called for an address that Astro does not know. */
export type PageHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (failure?: unknown) => void,
  locals: object,
) => Promise<void>;

/** Methods that a Fetch Request cannot have. A page refuses them like any other unsupported method. */
const methodsNotOfFetch = new Set(['CONNECT', 'TRACE', 'TRACK']);

const acceptedBy = ({ headers }: IncomingMessage): string | undefined =>
  headers['accept-encoding'] as string | undefined;

/** The parts of a request that an endpoint reads. */
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
 * Whether Astro may judge a path: its escapes are UTF-8, since Astro takes others for a failure of its own, and it does not end in
 * .html, which Astro would leave out, so that a page had two addresses.
 */
const isPlain = (path: string): boolean => {
  try {
    return !/\.html\/*$/.test(decodeURIComponent(path));
  } catch {
    return false;
  }
};

/**
 * Whether a page made on request can be at this path, as Astro reads it: without dot segments. Astro has addresses of its
 * own, whose first segment begins with an underscore, escaped or not.
 */
const isPagePath = (path: string): boolean =>
  isPlain(path) && /^\/\.?[a-z\d][\w.~-]*(?:\/|$)/i.test(new URL(`http://localhost${path}`).pathname);

const pathOf = (url: string): string => {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
};

/**
 * The server: answers built files from memory and endpoints directly, and passes everything else to Astro with
 * the app and the whole body. It applies the rules for every answer: security headers, problem documents instead of
 * HTML for programs, one body limit, and no address built from the Host header.
 */
export const createFront = (
  app: App,
  files: ServedFiles,
  findEndpoint: (path: string) => FoundEndpoint | undefined,
  answerPage: PageHandler,
  metrics?: Metrics,
): Server => {
  const { config, log } = app;
  const always = securityHeaders(config.siteUrl);
  const ownHost = new URL(config.siteUrl).host;
  const notFoundPage = files.get('/404');

  /** A server that stops takes no further request on this connection: the answer says `Connection: close`. */
  const endConnection = (response: ServerResponse): void => {
    if (!server.listening) response.shouldKeepAlive = false;
  };

  const send = (response: ServerResponse, { status, headers, text, bytes }: Answer): void => {
    endConnection(response);
    response.writeHead(status, { ...always, ...headers });
    response.end(response.req.method === 'HEAD' ? undefined : (bytes ?? text));
  };

  const sendRefusal = (response: ServerResponse, thrown: unknown, requestId: string): void => {
    const refusal = refuse(thrown, { app, requestId });
    if (response.headersSent) response.destroy();
    else send(response, problemAnswer(refusal, { cors: true }));
  };

  /** Refuses a request whose body nobody reads, and logs it. */
  const refuseAtOnce = (request: IncomingMessage, response: ServerResponse, thrown: unknown): void => {
    const requestId = randomUUID();
    logWhenAnswered(requestId, response, () => undefined);
    request.resume();
    sendRefusal(response, thrown, requestId);
  };

  const answerFile = async (request: IncomingMessage, response: ServerResponse, file: ServedFile): Promise<void> => {
    const { method } = request;
    if (method === 'GET' || method === 'HEAD') {
      const chosen = await file.choose(acceptedBy(request));
      if (isNotModified(request.headers['if-none-match'], chosen.etag)) {
        response.writeHead(304, chosen.revalidated).end();
      } else {
        response.writeHead(200, chosen.headers).end(method === 'GET' ? chosen.bytes : undefined);
      }
      return;
    }
    if (method !== 'OPTIONS') throw methodNotAllowed(FILE_METHODS);
    request.resume();
    send(response, optionsAnswer(FILE_METHODS, true));
  };

  const answerUnknown = async (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    requestId: string,
  ): Promise<void> => {
    if (isMachinePath(path) || !notFoundPage) {
      sendRefusal(response, new ServiceError('not_found', 'There is nothing at this address.'), requestId);
      return;
    }
    const { bytes, headers } = await notFoundPage.choose(acceptedBy(request));
    for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at]!, headers[at + 1]!);
    response.removeHeader('ETag');
    response.setHeader('Cache-Control', caching.none);
    response.writeHead(404).end(request.method === 'HEAD' ? undefined : bytes);
  };

  /**
   * Logs a request when its answer has been sent, or its client is gone: then there is no status.
   * @param routeOf the route, as far as it is known by then.
   */
  const logWhenAnswered = (requestId: string, response: ServerResponse, routeOf: () => string | undefined): void => {
    const began = performance.now();
    const { method } = response.req;
    response.once('close', () => {
      const status = response.headersSent ? response.statusCode : undefined;
      const route = routeOf() ?? '(none)';
      const ms = performance.now() - began;
      log.info({ request_id: requestId, method, route, status, ms: Math.round(ms * 10) / 10 }, 'request');
      metrics?.countRequest(method!, route, status, ms);
    });
  };

  const answerLive = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const requestId = randomUUID();
    const found = findEndpoint(path);
    let locals: RequestContext | undefined = undefined;
    logWhenAnswered(requestId, response, () => locals?.route);
    const received = await receiveBody(request, REQUEST_BYTES_MAX);
    if (!received) return;
    const client = clientAddress(request, config.trustedProxyHops);
    locals = { app, requestId, client, route: found?.route, ...received };
    try {
      if (found) {
        const answered = await found.endpoint.answer({ request: asRead(request), params: found.params, locals });
        send(response, { ...answered, headers: { 'X-Request-Id': requestId, ...answered.headers } });
        return;
      }
      for (const [name, value] of Object.entries({ ...always, 'X-Request-Id': requestId }))
        response.setHeader(name, value);
      if (!isPagePath(path)) {
        await answerUnknown(request, response, path, requestId);
        return;
      }
      if (methodsNotOfFetch.has(request.method!)) request.method = 'UNSUPPORTED';
      // Astro builds an address from this field.
      request.headers.host = ownHost;
      // Handlers read the body in `locals`: Astro gets an empty one and does not read the stream.
      Object.assign(request, { body: new ArrayBuffer(0) });
      const next = (failure?: unknown): void => {
        if (failure) sendRefusal(response, failure, requestId);
        else void answerUnknown(request, response, path, requestId);
      };
      await answerPage(request, response, next, locals);
    } catch (thrown) {
      sendRefusal(response, thrown, requestId);
    } finally {
      if (locals.bodyRefusal) discardBody(request);
    }
  };

  /** Where the document at an address is, when that is written with a slash at its end, or a hash in capitals. */
  const rewritten = (path: string): string | undefined => {
    const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    const lower = bare.replace(/[0-9a-f]{64}/i, (hash) => hash.toLowerCase());
    if (files.has(lower)) return lower === path ? undefined : lower;
    return bare !== path && isPagePath(path) && !isMachinePath(path) ? bare : undefined;
  };

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    endConnection(response);
    const refused = settleTarget(request);
    if (refused) {
      refuseAtOnce(request, response, refused);
      return;
    }
    const path = pathOf(request.url!);
    const file = files.get(path);
    const right = file ? undefined : rewritten(path);
    if (file) {
      answerFile(request, response, file).catch((thrown: unknown) => refuseAtOnce(request, response, thrown));
    } else if (right !== undefined) {
      const location = config.siteUrl + right + request.url!.slice(path.length);
      response.writeHead(308, { ...always, ...redirectHeaders(right), Location: location }).end();
    } else void answerLive(request, response, path);
  };

  const { handle, openAnswers } = oneByOne(answer);
  const server = createServer(
    {
      maxHeaderSize: HEADER_BYTES_MAX,
      requestTimeout: REQUEST_SECONDS * 1_000,
      headersTimeout: HEADER_SECONDS * 1_000,
      // By default, Node looks for requests that are late only every 30 seconds.
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 5_000,
      // A request without a Host field is refused by settleTarget, like every other, with a problem document.
      requireHostHeader: false,
    },
    handle,
  );
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (!announcesTooMuch(request, REQUEST_BYTES_MAX)) response.writeContinue();
    handle(request, response);
  });
  // An expectation that nobody knows is not met, and the request is answered all the same (RFC 9110 §10.1.1).
  server.on('checkExpectation', handle);
  refuseUnreadable(server, app, always, openAnswers);
  limitConnections(server, log);
  return server;
};
