import { setTimeout as wait } from 'node:timers/promises';

/** Waits for the turn of a host; what comes back ends the turn. */
export type HostTurns = (host: string) => Promise<() => void>;

/**
 * One request at a time to each host, with a pause after each. Hosts do not wait for each other.
 * @param pauseMs milliseconds between the end of one request and the next to the same host.
 */
export const hostTurns = (pauseMs: number): HostTurns => {
  const last = new Map<string, Promise<void>>();
  return async (host) => {
    const before = last.get(host);
    const { promise, resolve } = Promise.withResolvers<void>();
    const ended = promise.then(() => wait(pauseMs, undefined, { ref: false }));
    last.set(host, ended);
    await before;
    return () => {
      resolve();
      // The last one to wait takes the entry away, so that the map holds no host for longer than needed.
      void ended.then(() => last.get(host) === ended && last.delete(host));
    };
  };
};
