import { setTimeout as wait } from 'node:timers/promises';

/** Waits for the turn of a host; the returned function ends the turn. */
export type HostTurns = (host: string) => Promise<() => void>;

/**
 * Allows one request at a time to each host, with a pause after each.
 * @param pauseMs milliseconds between two requests to the same host.
 */
export const hostTurns = (pauseMs: number): HostTurns => {
  const last = new Map<string, Promise<void>>();
  return async (host) => {
    const before = last.get(host);
    const { promise, resolve } = Promise.withResolvers<void>();
    const ended = promise.then(() => wait(pauseMs, undefined, { ref: false }));
    last.set(host, ended);
    // The pause of a turn ends with the process; whoever waits for its end keeps the process alive.
    const alive = setInterval(() => undefined, 60_000);
    await before;
    clearInterval(alive);
    return () => {
      resolve();
      // The last waiting request removes the entry, so that the map does not grow.
      void ended.then(() => last.get(host) === ended && last.delete(host));
    };
  };
};
