import type { App } from '../app.ts';
import { isAdminAuthorization } from './admin-token.ts';
import { HttpError } from './problem.ts';
import { countRequest } from './rate-limit.ts';

/** The caller of an operation, as the request shows it. */
export interface Caller {
  readonly authorization: string | null;
  readonly client: string;
  readonly requestId: string;
}

/**
 * Admits the administrator. A missing token, a wrong token and a service without a token get the same
 * refusal; a client that has failed too often is refused for a while (SPEC.md §10.5).
 * @throws ServiceError unauthorised or rate_limited
 */
export const admitAdmin = async (
  { authorization, client, requestId }: Caller,
  { config, limits, log }: App,
): Promise<void> => {
  const { counter, policy } = limits.admin_failures;
  const failures = (await counter.get(client))?.consumedPoints ?? 0;
  if (isAdminAuthorization(authorization, config.adminTokenSha256) && failures < policy.requests) return;
  await countRequest(
    'admin_failures',
    limits.admin_failures,
    client,
    `This client sent a wrong credential ${policy.requests} times within ${policy.seconds} seconds: for now, not even the right one is accepted from it.`,
  );
  log.warn({ request_id: requestId }, 'administrator credential refused');
  throw new HttpError('unauthorised', 'This operation needs the administrator’s bearer token.', {
    'WWW-Authenticate': 'Bearer',
  });
};
