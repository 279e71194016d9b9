import type { APIContext } from 'astro';
import { ServiceError } from '../domain/vocabulary/errors.ts';
import { buildProblem, PROBLEM_TYPE } from './problem.ts';
import type { RequestContext } from './resource.ts';
import { caching } from './response-headers.ts';

/**
 * Answers the methods that a live page does not take (SPEC.md §2.4): OPTIONS lists, any
 * other gets 405. Undefined when the page itself is to answer.
 */
export const refuseMethod = (
  { request, locals }: Pick<APIContext, 'request'> & { locals: RequestContext },
  methods: readonly string[],
): Response | undefined => {
  if (methods.includes(request.method)) return undefined;
  const allow = [...methods, 'OPTIONS'].join(', ');
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: allow } });
  const { status, headers, body } = buildProblem(
    new ServiceError('method_not_allowed', `This address answers ${allow}.`, { headers: { Allow: allow } }),
    { requestId: locals.requestId, siteUrl: locals.app.config.siteUrl },
  );
  return new Response(`${JSON.stringify(body)}\n`, {
    status,
    headers: { ...headers, 'Content-Type': PROBLEM_TYPE, 'Cache-Control': caching.none },
  });
};
