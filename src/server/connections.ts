import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';

/**
 * Listens at a host and a port.
 * @param setting the one that gives the port.
 * @throws Error that says to the operator why it cannot, and what to set.
 */
export const listen = (server: NetServer, host: string, port: number, setting = 'PORT'): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', ({ message, code }: NodeJS.ErrnoException) => {
      const other = setting === 'PORT' ? 'PORT and SITE_URL' : setting;
      const next = code === 'EADDRINUSE' ? `. Stop what listens there, or set ${other}.` : '';
      reject(new Error(`cannot listen on port ${port} (${setting}): ${message}${next}`));
    });
    server.listen(port, host, resolve);
  });

/**
 * Requests of one connection that may be under way at once (SPEC.md §15.5): its answer to the last of them ends it. The answers of
 * those who read none wait in memory, up to 60 kB each: 300 MB for as many connections as there may be.
 */
const UNDER_WAY_MAX = 4;
/** Time for the sender of what cannot be read, or of a refused body, to read the answer, in milliseconds. */
const READ_MS = 2_000;

const statuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Keeps the answers of a connection in order when a client uses pipelining (SPEC.md §15.5): node:http hands over all that came in one
 * packet at once, and answers what it cannot read before what was asked earlier, whose sender would take that for the answer.
 * @returns whether a request is to be answered: one too many is not.
 */
export const orderAnswers = (server: Server): ((request: IncomingMessage, response: ServerResponse) => boolean) => {
  const open = new WeakMap<Duplex, Set<ServerResponse>>();
  const newest = new WeakMap<Duplex, ServerResponse>();
  const refused = new WeakSet<Duplex>();
  const refuse = (socket: Duplex, status = '400 Bad Request'): void => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const end = (): void => {
      const last = newest.get(socket);
      // What cannot be read may be the body of a request that has its answer.
      const isAnswered = last?.headersSent === true && !last.req.complete;
      if (socket.writable) socket.end(isAnswered ? '' : `HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
      setTimeout(() => socket.destroy(), READ_MS).unref();
    };
    // A request whose body cannot be read is refused itself.
    const before = [...(open.get(socket) ?? [])].findLast(({ req }) => req.complete);
    if (before) before.once('close', end);
    else end();
  };
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => refuse(socket, statuses[code]));
  server.on('connect', (_, socket) => {
    // Node has taken its own listener away: without one, a client that resets its connection would end the process.
    socket.on('error', () => undefined);
    refuse(socket);
  });
  return ({ socket }, response) => {
    const answers = open.get(socket) ?? new Set();
    open.set(socket, answers);
    if (answers.size >= UNDER_WAY_MAX || refused.has(socket)) return false;
    answers.add(response);
    newest.set(socket, response);
    response.once('close', () => answers.delete(response));
    if (answers.size === UNDER_WAY_MAX) response.shouldKeepAlive = false;
    return true;
  };
};

/** Bytes of a refused body that are read and discarded, each piece counted as at least 1 KiB; reading then pauses. */
const DISCARDED_BYTES_MAX = 1024 * 1024;

/** Gives the sender of a body that nobody wants time to read the answer before the connection closes. */
export const discardBody = (request: IncomingMessage): void => {
  let left = DISCARDED_BYTES_MAX;
  const timer = setTimeout(() => request.destroy(), READ_MS);
  request.on('data', (chunk: Buffer) => (left -= Math.max(chunk.length, 1_024)) < 0 && request.pause());
  request.once('close', () => clearTimeout(timer));
};

/** Connections at once (SPEC.md §15.5): with this many bodies of 64 KiB that are not complete, the process takes 281 MB. */
const CONNECTIONS_MAX = 1_300;
/** The shortest time between two log lines about refused connections, in milliseconds. */
const BETWEEN_LINES_MS = 10_000;
/** How long a client may take nothing of an answer, in milliseconds: longer than any answer takes to be made (SPEC.md §10.5). */
const SILENT_MS = 60_000;

/**
 * Refuses connections beyond the limit, and says so in the log, and those whose client is gone. A client that takes nothing of its
 * answer does not keep its connection (SPEC.md §15.5).
 */
export const limitConnections = (
  server: Server,
  log: Logger,
  { most = CONNECTIONS_MAX, silentMs = SILENT_MS } = {},
): void => {
  server.on('connection', (socket) => {
    // Node asks for the address when it is first read, and a connection that its client reset has none: nobody is there to be answered.
    if (socket.remoteAddress === undefined) socket.destroy();
  });
  server.maxConnections = most;
  server.timeout = silentMs;
  let silentUntil = 0;
  server.on('drop', () => {
    if (performance.now() < silentUntil) return;
    silentUntil = performance.now() + BETWEEN_LINES_MS;
    log.warn({ most }, 'connections refused: as many as are allowed are open');
  });
};
