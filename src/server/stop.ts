import type { Server } from 'node:http';
import type { Logger } from 'pino';

// As in front.ts, an import would load more than is needed.
const { Server: NetServer } = process.getBuiltinModule('node:net');
const { setImmediate: nextTurn } = process.getBuiltinModule('node:timers/promises');

/** Time for requests to be answered at a stop, and then for the store to close, in milliseconds (SPEC.md §15.1). */
const ANSWER_MS = 10_000;
const CLOSE_MS = 5_000;
/** Time without any request after which no client is about to send one on a connection that it keeps. */
const LAST_REQUEST_MS = 1_000;
/** How often, after that, connections without a request are ended. */
const SWEEP_MS = 100;
/** Time for connections that were made and not yet taken from the kernel. */
const ACCEPT_MS = 200;

/** Takes the connections that wait in the kernel: the close of the listener would reset them. */
const acceptWaiting = async (server: Server): Promise<void> => {
  const until = Date.now() + ACCEPT_MS;
  let came = true;
  const note = () => void (came = true);
  server.on('connection', note);
  while (came && Date.now() < until) {
    came = false;
    // Two turns of the loop, so that the second begins after the kernel was asked.
    await nextTurn();
    await nextTurn();
  }
  server.off('connection', note);
};

/**
 * Ends a server without cutting an answer off: it takes the connections that were made, then no new one, answers what
 * arrives on those it has with `Connection: close` (front.ts), and then ends those without a request.
 * @returns whether every request was answered in time; the others are cut off.
 */
const endConnections = async (server: Server): Promise<boolean> => {
  await acceptWaiting(server);
  // The close of node:http ends kept connections at once, and a request that is on its way on one of them is lost.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  let inTime = true;
  const late = setTimeout(() => {
    inTime = false;
    server.closeAllConnections();
  }, ANSWER_MS);
  let quietSince = Date.now();
  server.on('request', () => (quietSince = Date.now()));
  const sweep = setInterval(() => {
    // After this turn of the loop, what has arrived is read: a connection with a request is not idle.
    if (Date.now() - quietSince >= LAST_REQUEST_MS) setImmediate(() => server.closeIdleConnections());
  }, SWEEP_MS);
  await closed;
  clearTimeout(late);
  clearInterval(sweep);
  return inTime;
};

/** Whether the work ends in time and without a failure. */
const endsInTime = async (work: Promise<void>, log: Logger): Promise<boolean> => {
  let late: NodeJS.Timeout | undefined;
  const deadline = new Promise<boolean>((resolve) => (late = setTimeout(resolve, CLOSE_MS, false)));
  const done = work.then(
    () => true,
    (failure: unknown) => {
      log.error({ err: failure }, 'the store could not be closed');
      return false;
    },
  );
  const inTime = await Promise.race([done, deadline]);
  clearTimeout(late);
  return inTime;
};

/**
 * Makes the function that stops the service: requests are answered, then `close` ends the rest. Each later call joins
 * the first.
 * @returns the exit code: 0, or 1 when something had to be cut off.
 */
export const stopper = (
  server: Server,
  close: () => Promise<void>,
  log: Logger,
): ((signal: string) => Promise<number>) => {
  let stopping: Promise<number> | undefined;
  const stop = async (signal: string): Promise<number> => {
    log.info({ signal }, 'stopping: finishing the running requests');
    const answered = await endConnections(server);
    const isClosed = await endsInTime(close(), log);
    if (answered && isClosed) log.info('stopped');
    else log.error({ answered, store_closed: isClosed }, 'stopped: the deadline passed before everything was finished');
    return answered && isClosed ? 0 : 1;
  };
  return (signal) => (stopping ??= stop(signal));
};
