/** What one error code means: the HTTP status it answers with and the words for /errors. */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
  readonly remedy: string;
}

/** The closed list of error codes (SPEC.md §2.8). */
export const problemKinds = {
  invalid_request: {
    status: 400,
    title: 'The request does not satisfy its schema',
    meaning: 'One or more members of what was sent are missing, of the wrong type or out of bounds.',
    remedy: 'Mend every entry of `errors`; each names its place by a JSON Pointer. The schemas are under /schemas/.',
  },
  malformed_json: {
    status: 400,
    title: 'The body is not acceptable JSON',
    meaning:
      'The body is not JSON, or it holds what no two readers agree on: duplicate keys, lone surrogates, NUL characters, integers beyond 2^53 or nesting deeper than 64 levels.',
    remedy: 'Send UTF-8 JSON as RFC 8259 and RFC 7493 (I-JSON) describe it.',
  },
  invalid_hash: {
    status: 400,
    title: 'The address does not hold a SHA-256 hash',
    meaning: 'A hash in an address is 64 hexadecimal digits.',
    remedy: 'Check that the whole hash was copied.',
  },
  unauthorised: {
    status: 401,
    title: 'The credential is missing or not accepted',
    meaning: 'This operation needs the administrator’s bearer token.',
    remedy: 'Send `Authorization: Bearer <token>`.',
  },
  live_anchoring_disabled: {
    status: 403,
    title: 'Live anchoring is switched off',
    meaning: 'The setting AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA does not have the value 1.',
    remedy: 'The operator of this service decides when live anchoring is on; anchor-preview works without it.',
  },
  not_found: {
    status: 404,
    title: 'There is nothing at this address',
    meaning: 'The path, or the thing it names, is not known here.',
    remedy: 'The addresses are listed at /api-reference and in /openapi.json.',
  },
  unknown_receipt: {
    status: 404,
    title: 'No receipt with this hash is known here',
    meaning: 'Neither a published receipt nor an anchor has this hash.',
    remedy: 'Send the receipt itself to preview-dispute or anchor-preview, or check the hash.',
  },
  method_not_allowed: {
    status: 405,
    title: 'This address does not take that method',
    meaning: 'The address exists, with the methods that the Allow header lists.',
    remedy: 'Use one of the methods in the Allow header.',
  },
  request_in_progress: {
    status: 409,
    title: 'The first request with this idempotency key is still running',
    meaning: 'Two requests with the same Idempotency-Key arrived at the same time.',
    remedy: 'Repeat the request after a second: it then gets the answer of the first one.',
  },
  budget_exhausted: {
    status: 409,
    title: 'The chain budget does not cover this anchor',
    meaning: 'Spent, reserved and new cost together would pass the maximum of the anchor manifest.',
    remedy: 'Look at the manifest for what is left; nothing was spent or stored.',
  },
  body_too_large: {
    status: 413,
    title: 'The body is larger than 64 KiB',
    meaning: 'No operation here takes more than 65,536 bytes.',
    remedy: 'Send less, or send hashes of large things instead of the things.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The content type is not one this operation reads',
    meaning: 'The operation reads `application/json` in UTF-8.',
    remedy: 'Send `Content-Type: application/json`.',
  },
  illegal_transition: {
    status: 422,
    title: 'The state machine does not allow this move',
    meaning: 'The event is not one that the work order can take in its present state.',
    remedy: 'The answer names the state, the event and the events allowed there.',
  },
  guard_failed: {
    status: 422,
    title: 'A guard of the state machine refused the move',
    meaning: 'The event is allowed in this state, but its condition does not hold.',
    remedy: 'The answer names the guard; the table of moves is in the runner’s descriptor.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'This idempotency key belongs to another request',
    meaning: 'A request with the same Idempotency-Key and another body was accepted in the last 24 hours.',
    remedy: 'Use a new key for a new request.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    meaning: 'This client has used up its requests for the present window.',
    remedy: 'Wait for the seconds that Retry-After gives.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong on our side',
    meaning: 'The fault was logged under the request id; nothing about it is shown here.',
    remedy: 'Try again later, or tell us the request id.',
  },
  storage_unavailable: {
    status: 503,
    title: 'The store cannot be reached or written',
    meaning: 'Nothing was accepted: what is answered with success is on disk first.',
    remedy: 'Send the same request again after the seconds that Retry-After gives.',
  },
  chain_not_configured: {
    status: 503,
    title: 'No chain is configured',
    meaning: 'The settings for a chain node and a wallet are missing.',
    remedy: 'The operator sets CONCORDIUM_GRPC_URL and CONCORDIUM_WALLET_FILE.',
  },
  chain_unavailable: {
    status: 503,
    title: 'The chain node does not answer as it should',
    meaning: 'The node is unreachable, silent, behind, or not on the configured network.',
    remedy: 'Try again after the seconds that Retry-After gives; nothing was spent.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ErrorCode = keyof typeof problemKinds;

/** One problem of an input: where (JSON Pointer, RFC 6901), which rule, and what is expected. */
export interface InputProblem {
  /** Place in the body as a JSON Pointer; empty for the whole body or for something outside it. */
  readonly pointer: string;
  /** Short name of the broken rule, for instance `too_long`. */
  readonly code: string;
  /** What is expected. Never repeats what was sent. */
  readonly detail: string;
  /** Set when the problem is not in the body. */
  readonly in?: 'header' | 'path' | 'query';
  /** Name of the header or parameter that `in` speaks of. */
  readonly name?: string;
}

/** How many problems one refusal lists at most. */
export const PROBLEMS_LISTED_MAX = 100;

/** How many bytes the listed problems may take together as JSON. */
const PROBLEMS_BYTES_MAX = 32_768;

/** As many of the problems as a refusal lists, from the first on; a last entry `more` counts the rest (SPEC.md §2.9). */
const listedOf = (problems: readonly InputProblem[], unlisted: number): InputProblem[] => {
  const utf8 = new TextEncoder();
  let bytes = 0;
  const first = problems.slice(0, PROBLEMS_LISTED_MAX);
  const tooMuch = first.findIndex((problem) => {
    bytes += utf8.encode(JSON.stringify(problem)).length;
    return bytes > PROBLEMS_BYTES_MAX;
  });
  const listed = tooMuch === -1 ? first : first.slice(0, tooMuch);
  const rest = problems.length - listed.length + unlisted;
  if (rest > 0) listed.push({ pointer: '', code: 'more', detail: `${rest} further problem(s) are not listed` });
  return listed;
};

/**
 * A refusal that the caller is told about. Everything else that is thrown is a fault of ours:
 * it is logged and answered as `internal`.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  /** The problems of the input, as many as are listed. */
  readonly errors: readonly InputProblem[];
  /** How many problems were found, listed or not. */
  readonly problemCount: number;
  readonly members: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  /** @param detail one sentence about this occurrence; it never repeats what was sent. */
  constructor(
    code: ErrorCode,
    detail: string,
    more: {
      /** Problems of the input, in the order in which they are listed. */
      errors?: readonly InputProblem[];
      /** How many more were found after those in `errors`. */
      unlisted?: number;
      /** Further members of the problem document, for instance `allowed_events`. */
      members?: Readonly<Record<string, unknown>>;
      headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(detail);
    this.code = code;
    const { errors = [], unlisted = 0 } = more;
    this.errors = listedOf(errors, unlisted);
    this.problemCount = errors.length + unlisted;
    this.members = more.members ?? {};
    this.headers = more.headers ?? {};
  }
}

/**
 * Whether something thrown is a refusal of ours. Recognised by shape: the command line and the
 * built server load this module separately, so the classes need not be the same object.
 */
export const isServiceError = (thrown: unknown): thrown is ServiceError =>
  thrown instanceof Error && thrown.name === 'ServiceError' && 'code' in thrown && String(thrown.code) in problemKinds;
