import { z } from 'zod';
import { type ErrorCode, PROBLEMS_LISTED_MAX, ServiceError } from '../domain/vocabulary/errors.ts';
import { schemaId } from '../domain/vocabulary/service.ts';
import { problemKinds } from './problem-kinds.ts';

export const PROBLEM_TYPE = 'application/problem+json';

/** A refusal with header fields that only HTTP knows, such as `Allow`. */
export class HttpError extends ServiceError {
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    detail: string,
    headers: Readonly<Record<string, string>>,
    more: ConstructorParameters<typeof ServiceError>[2] = {},
  ) {
    super(code, detail, more);
    this.headers = headers;
  }
}

/** The body of every refusal (RFC 9457, SPEC.md §2.7). It does not repeat the input. */
export const Problem = z
  .looseObject({
    type: z.url().meta({ description: 'Address of the page that explains the code.' }),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().meta({ description: 'What happened this time.' }),
    instance: z.string().meta({ description: 'This occurrence, as a URN of the request id.' }),
    ok: z.literal(false),
    code: z
      .enum(Object.keys(problemKinds) as [ErrorCode, ...ErrorCode[]])
      .meta({ description: 'The error code, from a closed list explained at /errors.' }),
    request_id: z
      .uuid()
      .meta({ description: 'Id of the request in the log of the service; include it in a report to the operator.' }),
    errors: z
      .array(
        z.object({
          pointer: z.string().meta({ description: 'Place in the body as a JSON Pointer (RFC 6901).' }),
          code: z.string(),
          detail: z.string(),
          in: z
            .enum(['header', 'path', 'query'])
            .optional()
            .meta({ description: 'Set when the problem is not in the body.' }),
          name: z.string().optional().meta({ description: 'Name of the header or parameter, when `in` is set.' }),
        }),
      )
      .meta({
        description: `The problems of the input, not only the first: at most ${PROBLEMS_LISTED_MAX}, then an entry \`more\` that counts the rest.`,
      }),
  })
  .meta({ id: schemaId('problem'), title: 'Problem', description: 'Why a request was refused (RFC 9457).' });
export type Problem = z.infer<typeof Problem>;

/** Page that explains an error code, relative to the base address. */
export const errorPath = (code: ErrorCode): string => `/errors#${code}`;

/** What a refusal says, as a problem document of the service at an address. */
export const problemOf = (
  { code, message, errors, members }: ServiceError,
  siteUrl: string,
  requestId: string,
): Problem => {
  const { status, title } = problemKinds[code];
  return {
    type: siteUrl + errorPath(code),
    title,
    status,
    detail: message,
    instance: `urn:uuid:${requestId}`,
    ok: false,
    code,
    request_id: requestId,
    errors: errors.map((problem) => ({ ...problem })),
    ...members,
  };
};

/** The refusal of a body with more bytes than any operation accepts (SPEC.md §2.14). */
export const bodyTooLarge = (limit: number): ServiceError =>
  new ServiceError('body_too_large', `The body has more than ${limit} bytes, or came in very small pieces.`);
