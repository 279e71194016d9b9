/** The closed list of error codes (SPEC.md §2.8). */
export type ErrorCode =
  | 'invalid_request'
  | 'malformed_json'
  | 'invalid_hash'
  | 'unauthorised'
  | 'live_anchoring_disabled'
  | 'foreign_site'
  | 'not_found'
  | 'unknown_receipt'
  | 'method_not_allowed'
  | 'request_in_progress'
  | 'budget_exhausted'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'illegal_transition'
  | 'guard_failed'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'internal'
  | 'storage_unavailable'
  | 'chain_not_configured'
  | 'chain_unavailable';

/** One problem of an input: where (JSON Pointer, RFC 6901), which rule, and what is expected. */
export interface InputProblem {
  /** Place in the body as a JSON Pointer; empty for the whole body or for something outside it. */
  readonly pointer: string;
  /** Short name of the broken rule, for instance `too_big`. */
  readonly code: string;
  /** What is expected, as a clause that begins so; of `more`, how many are not listed. Never repeats the input. */
  readonly detail: string;
  /** Set when the problem is not in the body. */
  readonly in?: 'header' | 'path' | 'query';
  /** Name of the header or parameter, when `in` is set. */
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
  if (rest > 0)
    listed.push({
      pointer: '',
      code: 'more',
      detail: `${rest === 1 ? '1 further problem is' : `${rest} further problems are`} not listed`,
    });
  return listed;
};

/**
 * A refusal that is reported to the caller. Anything else that is thrown is a defect of the service:
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
  /** After how many seconds the same request may succeed. */
  readonly retryAfterSeconds: number | undefined;

  /** @param detail one sentence about this occurrence; it never repeats the input. */
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
      retryAfterSeconds?: number | undefined;
    } = {},
  ) {
    super(detail);
    this.code = code;
    const { errors = [], unlisted = 0 } = more;
    this.errors = listedOf(errors, unlisted);
    this.problemCount = errors.length + unlisted;
    this.members = more.members ?? {};
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/**
 * Whether a thrown value is a ServiceError. Recognised by shape: the command line and the built server
 * load this module separately, so their classes may be different objects.
 */
export const isServiceError = (thrown: unknown): thrown is ServiceError =>
  thrown instanceof Error && thrown.name === 'ServiceError' && 'problemCount' in thrown;

/** What led to a failure: the cause that it names, or itself. */
export const causeOf = (failure: unknown): unknown =>
  failure instanceof Error && failure.cause !== undefined ? failure.cause : failure;

/** A broken rule in a record: the path of the member, and what is wrong and expected. */
export interface RuleProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The problem of a broken rule as a list; empty when the rule holds. */
export const problemIf = (broken: boolean, path: RuleProblem['path'], message: string): RuleProblem[] =>
  broken ? [{ path, message }] : [];

/** A name that a pointer may repeat (SPEC.md §3.2). */
const plainName = /^[A-Za-z0-9_.-]{1,64}$/;

/** RFC 6901 pointer of a path. A name that is not a plain word ends it, so that it never repeats free text of the sender. */
export const jsonPointer = (path: readonly PropertyKey[]): string => {
  const parts = path.map(String);
  const end = parts.findIndex((part) => !plainName.test(part));
  return (end === -1 ? parts : parts.slice(0, end)).map((part) => `/${part}`).join('');
};

/** Reports the index of every item whose `id` an earlier item of the list has. */
export const checkDistinctIds = (items: readonly { readonly id: string }[], report: (index: number) => void): void => {
  const seen = new Set<string>();
  for (const [index, { id }] of items.entries()) {
    if (seen.has(id)) report(index);
    seen.add(id);
  }
};
