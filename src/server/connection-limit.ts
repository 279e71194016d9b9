import type { Server } from 'node:http';
import type { Logger } from 'pino';

/**
 * Connections at once (SPEC.md §15.5). Each may hold a body of 64 KiB that is not complete yet: with this many, the process
 * stays below 300 MB.
 */
const CONNECTIONS_MAX = 1_500;
/** The shortest time between two log lines about refused connections, in milliseconds. */
const BETWEEN_LINES_MS = 10_000;

/**
 * The time in which nothing moves on a connection before it is ended while its client takes nothing of an answer, in
 * milliseconds: longer than any answer takes to be made (SPEC.md §10.5 lets a client wait for half of it).
 */
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
