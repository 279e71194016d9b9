import type { ServiceError } from '../domain/vocabulary/errors.ts';
import { tooManyWaiting } from './storage-failure.ts';

/**
 * The same calls, of which at most this many are under way at once. One more is refused immediately with
 * `storage_unavailable`; the refusals until none is under way are one failure, which is logged once.
 * @param operation what the calls do, for the log.
 */
export const bounded = <Parameters extends readonly unknown[], Result>(
  most: number,
  operation: string,
  call: (...parameters: Parameters) => Promise<Result>,
): ((...parameters: Parameters) => Promise<Result>) => {
  let underWay = 0;
  let refusal: ServiceError | undefined;
  return async (...parameters) => {
    if (underWay >= most) throw (refusal ??= tooManyWaiting(operation));
    underWay += 1;
    try {
      return await call(...parameters);
    } finally {
      underWay -= 1;
      if (underWay === 0) refusal = undefined;
    }
  };
};
