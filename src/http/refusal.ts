import { isServiceError, ServiceError } from '../domain/vocabulary/errors.ts';
import { type Answer, jsonText, type RequestContext, textAnswer } from './answer.ts';
import { HttpError, type Problem, PROBLEM_TYPE, problemOf } from './problem.ts';
import { caching, type HeaderFields, publicCors } from './response-headers.ts';

/**
 * A refusal of a request, independent of the protocol. An address for programs sends it as a problem document
 * ({@link problemAnswer}), a page shows it to people (page.ts), another protocol encodes it in its own way.
 */
export interface Refusal {
  readonly status: number;
  readonly headers: HeaderFields;
  readonly problem: Problem;
}

/** Failures that are in the log: one that many requests share, such as that of a commit, is logged with the first. */
const logged = new WeakSet<Error>();

/**
 * Makes a refusal from a thrown value, and logs the failure behind it for the operator. Anything that is not a
 * ServiceError becomes `internal`, without details (SPEC.md §2.7).
 */
export const refuse = (
  thrown: unknown,
  { app: { config, log }, requestId }: Pick<RequestContext, 'app' | 'requestId'>,
): Refusal => {
  const known = isServiceError(thrown);
  const failure = known ? thrown.cause : thrown;
  if (failure && !(failure instanceof Error && logged.has(failure))) {
    if (failure instanceof Error) logged.add(failure);
    const code = known ? { code: thrown.code } : {};
    log.error({ request_id: requestId, ...code, err: failure }, known ? 'request refused' : 'request failed');
  }
  const error = known
    ? thrown
    : new ServiceError('internal', 'The request could not be completed because of a failure in the service.');
  const { retryAfterSeconds } = error;
  const problem = problemOf(error, config.siteUrl, requestId);
  return {
    status: problem.status,
    headers: {
      'Cache-Control': caching.none,
      'X-Request-Id': requestId,
      ...(thrown instanceof HttpError && thrown.headers),
      ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    },
    problem,
  };
};

/** A refusal for programs (RFC 9457). @param cors whether scripts of any other site may read it. */
export const problemAnswer = (
  { status, headers, problem }: Refusal,
  { cors, more = {} }: { cors: boolean; more?: HeaderFields },
): Answer => textAnswer(status, jsonText(problem), PROBLEM_TYPE, { ...(cors ? publicCors : {}), ...more, ...headers });
