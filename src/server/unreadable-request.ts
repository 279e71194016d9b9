import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { App } from '../app.ts';
import { ServiceError } from '../domain/vocabulary/errors.ts';
import { HEADER_BYTES_MAX } from '../domain/vocabulary/service.ts';
import { problemAnswer, refuse } from '../http/refusal.ts';
import type { HeaderFields } from '../http/response-headers.ts';
import type { OpenAnswers } from './one-by-one.ts';

// As in front.ts, an import would load more than is needed.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** Time for the sender to read the refusal, in milliseconds. */
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
