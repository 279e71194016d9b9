import type { ErrorCode } from './problem-kinds.ts';

/** One problem of an input: where (JSON Pointer, RFC 6901), which rule, and what is expected. */
export interface InputProblem {
  /** Place in the body as a JSON Pointer; empty for the whole body or for something outside it. */
  readonly pointer: string;
  /** Short name of the broken rule, for instance `too_long`. */
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
  readonly headers: Readonly<Record<string, string>>;

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
 * Whether a thrown value is a ServiceError. Recognised by shape: the command line and the built server
 * load this module separately, so their classes may be different objects.
 */
export const isServiceError = (thrown: unknown): thrown is ServiceError =>
  thrown instanceof Error && thrown.name === 'ServiceError' && 'problemCount' in thrown;

/** What led to a failure: the cause that it names, or itself. */
export const causeOf = (failure: unknown): unknown =>
  failure instanceof Error && failure.cause !== undefined ? failure.cause : failure;
