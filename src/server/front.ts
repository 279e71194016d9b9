import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { App } from '../app.ts';
import { ServiceError } from '../domain/vocabulary/errors.ts';
import { REQUEST_BYTES_MAX } from '../domain/vocabulary/service.ts';
import { HEADER_BYTES_MAX, HEADER_SECONDS, REQUEST_SECONDS } from '../http/admission.ts';
import { type Answer, type Endpoint, methodNotAllowed, optionsAnswer, type RequestContext } from '../http/answer.ts';
import { isMachinePath } from '../http/machine-addresses.ts';
import { problemAnswer, refuse } from '../http/refusal.ts';
import { clientAddress, settleTarget } from '../http/request-target.ts';
import { caching, FILE_METHODS, isNotModified, publicCors, securityHeaders } from '../http/response-headers.ts';
import type { ServedFile, ServedFiles } from './built-files.ts';
import { discardBody, limitConnections, orderAnswers } from './connections.ts';
import type { Metrics } from './metrics.ts';
import { receiveBody } from './request.ts';

/** An endpoint with the parameters of the requested address. */
export interface FoundEndpoint {
  readonly endpoint: Endpoint;
  /** The address with its parameters in brackets, for the log. */
  readonly route: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Astro's handler in middleware mode; `next` is called for an address that Astro does not know. */
export type PageHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (failure?: unknown) => void,
  locals: object,
) => Promise<void>;

/** Whether scripts of any other site may read what is at the address of a request (SPEC.md §2.11). */
const isForScripts = (url: string): boolean => isMachinePath(url.split('?', 1)[0]!) || url.startsWith('/verify.');

/** Methods that a Fetch Request cannot have. A page refuses them like any other unsupported method. */
const methodsNotOfFetch = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** The parts of a request that an endpoint reads. */
const asRead = ({ method, url, headers }: IncomingMessage) => ({
  method: method!,
  url: url!,
  headers: {
    get: (name: string): string | null => {
      const value = headers[name.toLowerCase()];
      return value === undefined ? null : String(value);
    },
  },
});

/**
 * Whether a page made on request can be at this path. Astro reads it without dot segments, escapes and .html, so that a page
 * had many addresses, takes escapes that are not UTF-8 for a failure of its own, and has addresses of its own, whose first segment
 * begins with an underscore, escaped or not.
 */
const isPagePath = (path: string): boolean => {
  try {
    const plain = decodeURIComponent(path);
    if (/\.html\/*$/.test(plain) || (plain !== path && isMachinePath(path))) return false;
  } catch {
    return false;
  }
  return /^\/\.?[a-z\d][\w.~-]*(?:\/|$)/i.test(path) && new URL(`http://localhost${path}`).pathname === path;
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

  /**
   * Says `Connection: close` in an answer where the connection takes no further request: the server stops, or the client asks for
   * another protocol, after which node:http drops what follows in its packet.
   */
  const endConnection = (response: ServerResponse): void => {
    if (!server.listening || response.req.headers.upgrade !== undefined) response.shouldKeepAlive = false;
  };

  const send = (response: ServerResponse, { status, headers, text, bytes }: Answer): void => {
    endConnection(response);
    response.writeHead(status, { ...always, ...headers });
    response.end(response.req.method === 'HEAD' ? undefined : (bytes ?? text));
  };

  const sendRefusal = (response: ServerResponse, thrown: unknown, requestId: string): void => {
    const refusal = refuse(thrown, { app, requestId });
    if (response.headersSent) response.destroy();
    else send(response, problemAnswer(refusal, { cors: isForScripts(response.req.url!) }));
  };

  /** Refuses a request whose body nobody reads, and logs it. */
  const refuseAtOnce = (request: IncomingMessage, response: ServerResponse, thrown: unknown): void => {
    const requestId = randomUUID();
    logWhenAnswered(requestId, response, () => undefined);
    discardBody(request);
    sendRefusal(response, thrown, requestId);
  };

  const answerFile = async (request: IncomingMessage, response: ServerResponse, file: ServedFile): Promise<void> => {
    const { method, headers } = request;
    if ('content-length' in headers || 'transfer-encoding' in headers) discardBody(request);
    if (method === 'GET' || method === 'HEAD') {
      const chosen = await file.choose(request.headers['accept-encoding'] as string | undefined);
      if (isNotModified(request.headers['if-none-match'], chosen.etag)) {
        response.writeHead(304, chosen.revalidated).end();
      } else {
        response.writeHead(200, chosen.headers).end(method === 'GET' ? chosen.bytes : undefined);
      }
      return;
    }
    if (method !== 'OPTIONS') throw methodNotAllowed(FILE_METHODS);
    send(response, optionsAnswer(FILE_METHODS, isForScripts(request.url!)));
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
    const { bytes, headers } = await notFoundPage.choose(request.headers['accept-encoding'] as string | undefined);
    for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at]!, headers[at + 1]!);
    for (const name of ['ETag', 'Repr-Digest']) response.removeHeader(name);
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
      metrics?.count(method!, route, status, ms);
    });
  };

  const answerLive = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const requestId = randomUUID();
    const found = findEndpoint(path);
    let locals: RequestContext | undefined = undefined;
    logWhenAnswered(requestId, response, () => locals?.route);
    const received = await receiveBody(request, REQUEST_BYTES_MAX);
    if (!received) return;
    if (received.bodyRefusal) discardBody(request);
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
    }
  };

  /** Where the document at an address is, when that is written with slashes at its end, or a hash in capitals. */
  const rewritten = (path: string): string | undefined => {
    const bare = path.replace(/(?<=[^/])\/+$/, '');
    const lower = bare.replace(/[0-9a-f]{64}/i, (hash) => hash.toLowerCase());
    if (files.has(lower)) return lower === path ? undefined : lower;
    return bare !== path && isPagePath(path) && !isMachinePath(path) ? bare : undefined;
  };

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    if (!isInOrder(request, response)) return;
    endConnection(response);
    const refused = settleTarget(request);
    if (refused) {
      refuseAtOnce(request, response, refused);
      return;
    }
    const [path = ''] = request.url!.split('?', 1);
    const file = files.get(path);
    const right = file ? undefined : rewritten(path);
    if (file) {
      answerFile(request, response, file).catch((thrown: unknown) => refuseAtOnce(request, response, thrown));
    } else if (right !== undefined) {
      // A script of another site follows it only where it may read both (SPEC.md §2.11).
      const fields = isForScripts(right) ? publicCors : {};
      const Location = config.siteUrl + right + request.url!.slice(path.length);
      const headers = { ...fields, 'Cache-Control': caching.document, 'Content-Length': '0', Location };
      discardBody(request);
      send(response, { status: 308, headers });
    } else void answerLive(request, response, path);
  };

  const server = createServer(
    {
      maxHeaderSize: HEADER_BYTES_MAX,
      requestTimeout: REQUEST_SECONDS * 1_000,
      headersTimeout: HEADER_SECONDS * 1_000,
      // By default, Node looks for requests that are late only every 30 seconds.
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 5_000,
      // A request without a Host field, or with several, is refused by settleTarget, with a problem document.
      requireHostHeader: false,
      joinDuplicateHeaders: true,
    },
    handle,
  );
  // An expectation that nobody knows is ignored (RFC 9110 §10.1.1); node:http would answer a bare 417.
  server.on('checkExpectation', handle);
  const isInOrder = orderAnswers(server);
  limitConnections(server, log);
  return server;
};
