import { createHmac } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimit } from '../config/values.ts';
import { bounded } from './bounded.ts';
import type { Database } from './database.ts';
import { failureOf } from './storage-failure.ts';

/** How many counts wait for the store at once; one more fails at once. */
const WAITING_MAX = 500;

/**
 * A counter in PostgreSQL for all processes that share the store (SPEC.md §2.15). Rows are deleted an hour after their window.
 * Both functions throw when the store cannot be used.
 * @param secret what all processes have and the store does not: without it, no client can be told from a row.
 */
export const clientCounts = (
  { knex }: Database,
  { name, policy: { requests, seconds }, secret }: { name: string; policy: RateLimit; secret: string },
) => {
  const counter = new RateLimiterPostgres({
    storeClient: knex,
    storeType: 'knex',
    tableName: 'client_counts',
    tableCreated: true,
    keyPrefix: name,
    points: requests,
    duration: seconds,
    // Who is beyond the limit costs the store nothing until the window ends.
    inMemoryBlockOnConsumed: requests,
  });
  const keyOf = (client: string): string => createHmac('sha256', secret).update(client).digest('base64url');
  const use = bounded(WAITING_MAX, 'count a client', (work: () => Promise<RateLimiterRes | null>) =>
    work().catch((thrown: unknown) => {
      throw thrown instanceof RateLimiterRes ? thrown : failureOf(thrown, 'count a client');
    }),
  );
  return {
    consume: async (client: string): Promise<RateLimiterRes> => (await use(() => counter.consume(keyOf(client))))!,
    get: (client: string): Promise<RateLimiterRes | null> => use(() => counter.get(keyOf(client))),
  };
};
