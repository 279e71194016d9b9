import type { Limiter } from '../app.ts';
import { counted } from '../domain/vocabulary/words.ts';
import { HttpError } from './problem.ts';
import type { HeaderFields } from './response-headers.ts';

/**
 * Counts the request (SPEC.md §2.15).
 * @param detail what the refusal says, where that is not how many requests the client may send.
 * @throws ServiceError rate_limited
 * @returns the RateLimit fields (draft-ietf-httpapi-ratelimit-headers).
 */
export const countRequest = async (
  name: string,
  limiter: Limiter | undefined,
  client: string,
  detail?: string,
): Promise<HeaderFields> => {
  if (!limiter) return {};
  const { policy, counter } = limiter;
  const policyField = { 'RateLimit-Policy': `"${name}";q=${policy.requests};w=${policy.seconds}` };
  const fields = (left: number, ms: number): HeaderFields => ({
    ...policyField,
    RateLimit: `"${name}";r=${left};t=${Math.ceil(ms / 1000)}`,
  });
  try {
    const state = await counter.consume(client);
    return fields(state.remainingPoints, state.msBeforeNext);
  } catch (refused) {
    const ms = (refused as { msBeforeNext?: number }).msBeforeNext;
    if (ms === undefined) throw refused;
    throw new HttpError(
      'rate_limited',
      detail ?? `This client may send ${counted(policy.requests, 'request')} in ${counted(policy.seconds, 'second')}.`,
      fields(0, ms),
      { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) },
    );
  }
};
