import type { RequestListener, Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Time for requests to be answered at a stop, and then for the store to close, in milliseconds (SPEC.md §15.1). */
const ANSWER_MS = 10_000;
const CLOSE_MS = 5_000;
/** How often to look for connections to end. */
const SWEEP_MS = 100;
/** How much of the time for answers may pass until all connections that were made are taken from the kernel. */
const ACCEPT_MS = 4_000;

/** Lets the requests of a server wait. @returns what hands them over, and lets those that come later through. */
const holdRequests = (server: Server): (() => void) => {
  const answering = server.listeners('request') as RequestListener[];
  const waiting: Parameters<RequestListener>[] = [];
  server.removeAllListeners('request').on('request', (...request) => void waiting.push(request));
  return () => {
    server.removeAllListeners('request');
    for (const answer of answering) server.on('request', answer);
    for (const request of waiting) server.emit('request', ...request);
  };
};

/**
 * Takes the connections that wait in the kernel: the close of the listener would reset them. Node takes one in each turn of its loop,
 * which takes up to 0.7 s while it answers requests.
 */
const acceptWaiting = async (server: Server): Promise<void> => {
  const until = performance.now() + ACCEPT_MS;
  let came = true;
  const note = () => void (came = true);
  server.on('connection', note);
  while (came && performance.now() < until) {
    came = false;
    // Two turns of the loop, so that the second begins after the kernel was asked.
    await nextTurn();
    await nextTurn();
  }
  server.off('connection', note);
};

/**
 * Ends a server without cutting an answer off: it takes the connections that were made, then no new one, and answers what
 * arrives on those it has with `Connection: close` (front.ts). Each answer before the stop promised to keep its connection for
 * some seconds (`Keep-Alive: timeout`), in which its client may send: connections without a request are ended after these.
 * @returns whether every request was answered in time; the others are cut off.
 */
const endConnections = async (server: Server): Promise<boolean> => {
  const until = performance.now() + ANSWER_MS;
  const handOver = holdRequests(server);
  await acceptWaiting(server);
  const began = performance.now();
  // The close of node:http ends kept connections at once, and a request that is on its way on one of them is lost.
  const closed = new Promise<true>((resolve) => NetServer.prototype.close.call(server, () => resolve(true)));
  handOver();
  while (performance.now() <= until) {
    if (await Promise.race([closed, sleep(SWEEP_MS, false)])) return true;
    // After this turn of the loop, what has arrived is read: a connection with a request is not idle.
    await nextTurn();
    if (performance.now() - began > server.keepAliveTimeout) server.closeIdleConnections();
  }
  server.closeAllConnections();
  return false;
};

/** Stops a service, for a reason that the log names; gives the exit code: 0, or 1 when something had to be cut off. */
export type Stop = (reason: string) => Promise<number>;

/**
 * Makes the function that stops the service: requests are answered, then `close` ends the rest. Each later call joins
 * the first.
 */
export const stopper = (server: Server, log: Logger, close: () => Promise<void>): Stop => {
  let stopping: Promise<number> | undefined;
  const stop = async (signal: string): Promise<number> => {
    log.info({ signal }, 'stopping: finishing the running requests');
    const answered = await endConnections(server);
    const closed = close().then(
      () => true,
      (failure: unknown) => {
        log.error({ err: failure }, 'the store could not be closed');
        return false;
      },
    );
    const isClosed = await Promise.race([closed, sleep(CLOSE_MS, false, { ref: false })]);
    if (answered && isClosed) log.info('stopped');
    else log.error({ answered, store_closed: isClosed }, 'stopped: the deadline passed before everything was finished');
    return answered && isClosed ? 0 : 1;
  };
  return (signal) => (stopping ??= stop(signal));
};
