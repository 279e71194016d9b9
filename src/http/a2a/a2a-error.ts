import { pointerNames } from '../../domain/json/pointer.ts';
import { type ErrorCode, type InputProblem, isServiceError } from '../../domain/vocabulary/errors.ts';
import type { RequestContext } from '../answer.ts';
import { rpcErrors } from '../json-rpc.ts';
import { refuse } from '../refusal.ts';

/** The errors of JSON-RPC 2.0 and of A2A 1.0 (section 5.4) that the agent answers with, by their reasons. */
const codes = {
  INVALID_REQUEST: rpcErrors.INVALID_REQUEST,
  METHOD_NOT_FOUND: rpcErrors.METHOD_NOT_FOUND,
  INVALID_PARAMS: rpcErrors.INVALID_PARAMS,
  TASK_NOT_FOUND: -32001,
  TASK_NOT_CANCELABLE: -32002,
  PUSH_NOTIFICATION_NOT_SUPPORTED: -32003,
  UNSUPPORTED_OPERATION: -32004,
  CONTENT_TYPE_NOT_SUPPORTED: -32005,
  VERSION_NOT_SUPPORTED: -32009,
} as const;
type Reason = keyof typeof codes;

/** A refusal in the terms of A2A. */
export class A2aError extends Error {
  override readonly name = 'A2aError';
  readonly reason: Reason;

  /** @param detail one sentence about this occurrence; it never repeats the input. */
  constructor(reason: Reason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** The HTTP statuses that say something to clients and proxies which do not read the body. */
const keptStatuses = new Set([413, 415, 429, 500, 503]);

/** The refusals of the service that A2A or JSON-RPC has a code for; the others are about the parameters, or failures. */
const codeOf: Partial<Record<ErrorCode, number>> = {
  malformed_json: rpcErrors.PARSE_ERROR,
  body_too_large: codes.INVALID_REQUEST,
  unsupported_media_type: codes.CONTENT_TYPE_NOT_SUPPORTED,
  request_in_progress: rpcErrors.INTERNAL_ERROR,
  rate_limited: rpcErrors.INTERNAL_ERROR,
};

/** The reasons that A2A has for them; the others have their code as reason, in the domain of the service. */
const reasonOf: Partial<Record<ErrorCode, Reason>> = {
  invalid_request: 'INVALID_PARAMS',
  unsupported_media_type: 'CONTENT_TYPE_NOT_SUPPORTED',
};

/** A JSON Pointer as the path of a field in `google.rpc.BadRequest`, for instance `message.parts[0].text`. */
const fieldOf = (pointer: string): string =>
  pointerNames(pointer)
    .map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`))
    .join('')
    .replace(/^\./, '');

/** @param reason one of A2A, unless a domain is given. */
const details = (requestId: string, problems: readonly InputProblem[], reason: string, domain = 'a2a-protocol.org') => [
  { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain, metadata: { requestId } },
  ...(problems.length === 0
    ? []
    : [
        {
          '@type': 'type.googleapis.com/google.rpc.BadRequest',
          fieldViolations: problems.map(({ pointer, detail }) => ({ field: fieldOf(pointer), description: detail })),
        },
      ]),
];

/** Makes the JSON-RPC error of a thrown value (SPEC.md §18.4). A failure of the service is logged, and reported without details. */
export const refuseA2a = (thrown: unknown, locals: RequestContext) => {
  const { app, requestId } = locals;
  if (thrown instanceof A2aError) {
    const { reason, message } = thrown;
    return { status: 200, headers: {}, error: { code: codes[reason], message, data: details(requestId, [], reason) } };
  }
  const { status, headers, problem } = refuse(thrown, locals);
  const { code, title, detail } = problem;
  const problems = isServiceError(thrown) ? thrown.errors : [];
  const known = reasonOf[code];
  return {
    status: keptStatuses.has(status) ? status : 200,
    headers,
    error: {
      code: codeOf[code] ?? (status >= 500 ? rpcErrors.INTERNAL_ERROR : codes.INVALID_PARAMS),
      // What is `errors` in a problem document has another name in a BadRequest.
      message: `${title}. ${detail.replace('`errors`', '`fieldViolations`')}`,
      data:
        known === undefined
          ? details(requestId, problems, code.toUpperCase(), new URL(app.config.siteUrl).hostname)
          : details(requestId, problems, known),
    },
  };
};
