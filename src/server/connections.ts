import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { App } from '../app.ts';
import { ServiceError } from '../domain/vocabulary/errors.ts';
import { HEADER_BYTES_MAX } from '../domain/vocabulary/service.ts';
import { problemAnswer, refuse } from '../http/refusal.ts';
import type { HeaderFields } from '../http/response-headers.ts';

/** The most requests of a connection that wait for the answers to earlier ones (SPEC.md §15.5). */
const WAITING_MAX = 100;

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** The answers of a connection that are not sent yet, the oldest first. */
type OpenAnswers = (socket: Duplex) => readonly ServerResponse[];

/**
 * Bounds pipelining (SPEC.md §15.5): requests of a connection are answered one after the other. node:http hands over all that came
 * in one packet at once, and a client that asks for a thousand answers and reads none would have all of them made and kept. The
 * connection ends with the answer to the last that may wait; what came after it is not answered.
 * @param answer is called for a request when the answer to the one before is sent.
 */
export const oneByOne = (answer: Handle): { readonly handle: Handle; readonly openAnswers: OpenAnswers } => {
  const lines = new WeakMap<Duplex, Parameters<Handle>[]>();

  /** Answers the first of a line. */
  const begin = (line: Parameters<Handle>[]): void => {
    const [request, response] = line[0]!;
    response.once('close', () => {
      line.shift();
      if (line.length === 0) lines.delete(request.socket);
      // What came over other connections has its turn in between.
      else setImmediate(() => request.socket.writable && begin(line));
    });
    answer(request, response);
  };

  return {
    handle: (request, response) => {
      const { socket } = request;
      const line = lines.get(socket);
      // node:http drops what follows such a request in its packet: its answer is the last.
      if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
      if (line === undefined) {
        const first: Parameters<Handle>[] = [[request, response]];
        lines.set(socket, first);
        begin(first);
      } else if (line.length <= WAITING_MAX) {
        line.push([request, response]);
        if (line.length > WAITING_MAX) response.shouldKeepAlive = false;
      } else socket.pause();
    },
    openAnswers: (socket) => (lines.get(socket) ?? []).map(([, response]) => response),
  };
};

/** Time for the sender to read a refusal, in milliseconds. */
const READ_MS = 2_000;

const notHttp = (): ServiceError =>
  new ServiceError('invalid_request', 'The request is not well-formed.', {
    errors: [{ pointer: '', code: 'wrong_format', detail: 'expected a request in the form of HTTP/1.1' }],
  });

/** The refusal of a request by why node:http cannot read it. */
const refusalOf = ({ code }: NodeJS.ErrnoException): ServiceError => {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ServiceError(
      'header_too_large',
      `The address and the header fields have more than ${HEADER_BYTES_MAX / 1_024} KiB together.`,
    );
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ServiceError('request_timeout', 'The request was not complete in time.');
  return notHttp();
};

/**
 * Answers requests that node:http cannot read as the service answers others (SPEC.md §2.7), and ends their connections. What
 * is under way on such a connection is answered first: a refusal before it would be taken for its answer.
 * @param always fields of every answer.
 */
export const refuseUnreadable = (server: Server, app: App, always: HeaderFields, openAnswers: OpenAnswers): void => {
  const ended = new WeakSet<Duplex>();

  const send = (socket: Duplex, thrown: ServiceError): void => {
    const requestId = randomUUID();
    const { status, headers, text } = problemAnswer(refuse(thrown, { app, requestId }), { cors: true });
    app.log.info({ request_id: requestId, route: '(none)', status }, 'request');
    const fields = { Date: new Date().toUTCString(), ...always, ...headers, Connection: 'close' };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`);
    setTimeout(() => socket.destroy(), READ_MS).unref();
  };

  const refuseOn = (socket: Duplex, thrown: ServiceError): void => {
    const open = openAnswers(socket);
    // A request whose body cannot be read is refused itself.
    const broken = open.findLast(({ req }) => !req.complete);
    const before = open.findLast((answer) => answer !== broken);
    if (!socket.writable || broken?.headersSent) {
      socket.destroy();
    } else if (!ended.has(socket)) {
      ended.add(socket);
      if (!before) send(socket, thrown);
      else before.once('finish', () => (broken ? send(socket, thrown) : socket.end()));
    }
  };

  server.on('clientError', (failure, socket) => refuseOn(socket, refusalOf(failure)));
  server.on('connect', (_, socket) => refuseOn(socket, notHttp()));
};

/** Connections at once (SPEC.md §15.5): with this many bodies of 64 KiB that are not complete, the process stays below 300 MB. */
const CONNECTIONS_MAX = 1_500;
/** The shortest time between two log lines about refused connections, in milliseconds. */
const BETWEEN_LINES_MS = 10_000;
/** How long a client may take nothing of an answer, in milliseconds: longer than any answer takes to be made (SPEC.md §10.5). */
const SILENT_MS = 60_000;

/**
 * Refuses connections beyond the limit, and says so in the log: at once, and then how many there were in a while. A client that
 * takes nothing of its answer does not keep its connection (SPEC.md §15.5).
 */
export const limitConnections = (
  server: Server,
  log: Logger,
  { most = CONNECTIONS_MAX, silentMs = SILENT_MS } = {},
): void => {
  server.maxConnections = most;
  server.timeout = silentMs;
  let refused = 0;
  let pause: NodeJS.Timeout | undefined;
  const report = (): void => {
    pause = undefined;
    if (refused === 0) return;
    log.warn({ refused, most }, 'connections refused: as many as are allowed are open');
    refused = 0;
    pause = setTimeout(report, BETWEEN_LINES_MS).unref();
  };
  server.on('drop', () => {
    refused += 1;
    if (!pause) report();
  });
};
