import type { Server } from 'node:http';
import type { Server as NetServer } from 'node:net';
import type { Logger } from 'pino';

/**
 * Listens at a host and a port.
 * @param setting the one that gives the port.
 * @throws Error that says to the operator why it cannot, and what to set.
 */
export const listen = (server: NetServer, host: string, port: number, setting = 'PORT'): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', ({ message }) => reject(new Error(`cannot listen on port ${port} (${setting}): ${message}`)));
    server.listen(port, host, resolve);
  });

/** Connections at once (SPEC.md §15.5): with this many bodies of 64 KiB that are not complete, the process stays below 300 MB. */
const CONNECTIONS_MAX = 1_500;
/** The shortest time between two log lines about refused connections, in milliseconds. */
const BETWEEN_LINES_MS = 10_000;
/** How long a client may take nothing of an answer, in milliseconds: longer than any answer takes to be made (SPEC.md §10.5). */
const SILENT_MS = 60_000;

/**
 * Refuses connections beyond the limit, and says so in the log. A client that takes nothing of its answer does not keep its
 * connection (SPEC.md §15.5).
 */
export const limitConnections = (
  server: Server,
  log: Logger,
  { most = CONNECTIONS_MAX, silentMs = SILENT_MS } = {},
): void => {
  server.maxConnections = most;
  server.timeout = silentMs;
  let silentUntil = 0;
  server.on('drop', () => {
    if (performance.now() < silentUntil) return;
    silentUntil = performance.now() + BETWEEN_LINES_MS;
    log.warn({ most }, 'connections refused: as many as are allowed are open');
  });
};
