import { createHmac } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimit } from '../config/values.ts';
import type { Database } from './database.ts';

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
  return {
    consume: (client: string): Promise<RateLimiterRes> => counter.consume(keyOf(client)),
    get: (client: string): Promise<RateLimiterRes | null> => counter.get(keyOf(client)),
  };
};
