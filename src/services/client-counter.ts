import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimit } from '../config/values.ts';

/** Counts the requests of each client. */
export interface ClientCounter {
  /** Counts one more. @throws RateLimiterRes, with the time to wait, beyond the limit */
  consume(client: string): Promise<RateLimiterRes>;
  get(client: string): Promise<RateLimiterRes | null>;
}

/** Clients that one counter knows at most (SPEC.md §2.15): about 25 MB. */
const CLIENTS_MAX = 50_000;

/**
 * A counter in memory that forgets the client that has been silent for longest when there would be too many. A client that
 * keeps sending is not forgotten.
 */
export const clientCounter = ({ requests, seconds }: RateLimit, most = CLIENTS_MAX): ClientCounter => {
  const counter = new RateLimiterMemory({ points: requests, duration: seconds });
  /** The clients, the one that was silent for longest first. */
  const known = new Set<string>();
  return {
    consume(client) {
      known.delete(client);
      known.add(client);
      if (known.size > most) {
        const silent = known.values().next().value!;
        known.delete(silent);
        void counter.delete(silent);
      }
      return counter.consume(client);
    },
    get: (client) => counter.get(client),
  };
};

/** How long a process counts for itself after the shared counter failed, before it tries again. */
const ALONE_MS = 1_000;

/** Counts in `shared`. While that fails, this process counts in `own`: a limit never depends on the store being there. */
export const sharedCounter = (shared: ClientCounter, own: ClientCounter): ClientCounter => {
  let aloneUntil = 0;
  const withEither = async <Result>(use: (counter: ClientCounter) => Promise<Result>): Promise<Result> => {
    if (performance.now() < aloneUntil) return use(own);
    try {
      return await use(shared);
    } catch (thrown) {
      if (thrown instanceof RateLimiterRes) throw thrown;
      aloneUntil = performance.now() + ALONE_MS;
      return use(own);
    }
  };
  return {
    consume: (client) => withEither((counter) => counter.consume(client)),
    get: (client) => withEither((counter) => counter.get(client)),
  };
};
