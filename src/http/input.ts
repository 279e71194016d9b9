import { type ErrorCode, type InputProblem, ServiceError } from '../domain/vocabulary/errors.ts';
import { fullIssues, inputProblems } from '../domain/vocabulary/input-problems.ts';
import { readJson } from './admission.ts';
import type { IncomingRequest } from './answer.ts';
import type { Input, Operation, Parameter } from './operation.ts';

/** A header value without the quotes of a structured-field string (RFC 9651 §3.3.3). */
const unquoted = (value: string): string => value.replace(/^"(.*)"$/, '$1');

/** The refusal of an input that has these problems. */
export const inputRefusal = (problems: readonly InputProblem[], code: ErrorCode = 'invalid_request'): ServiceError => {
  const one = problems.length === 1;
  return new ServiceError(
    code,
    `The request has ${one ? 'a problem' : 'several problems'}; \`errors\` ${one ? 'names it' : 'lists them'}.`,
    { errors: problems },
  );
};

/** Reads what an operation declares: parameters, query, headers and body. @throws ServiceError that lists the problems. */
export const readInput = (declared: Operation, incoming: IncomingRequest): Input<unknown> => {
  const { request, locals } = incoming;
  const problems: InputProblem[] = [];
  let refusal: ErrorCode = 'invalid_request';
  const read = (place: 'path' | 'query' | 'header', name: string, parameter: Parameter, value: string): string => {
    const parsed = parameter.schema.safeParse(value);
    if (parsed.success) return parsed.data;
    problems.push(...inputProblems(parsed.error.issues).map((problem) => ({ ...problem, in: place, name })));
    refusal = parameter.refusal ?? refusal;
    return '';
  };
  const params: Record<string, string> = {};
  for (const [name, parameter] of Object.entries(declared.params ?? {}))
    params[name] = read('path', name, parameter, incoming.params[name] ?? '');
  const query: Record<string, string> = {};
  const asked = declared.query && new URL(request.url, 'http://localhost').searchParams;
  for (const [name, parameter] of Object.entries(declared.query ?? {})) {
    const value = asked?.get(name) ?? null;
    if (value !== null) query[name] = read('query', name, parameter, value);
  }
  const headers: Record<string, string> = {};
  for (const [name, parameter] of Object.entries(declared.headers ?? {})) {
    const value = request.headers.get(name);
    if (value !== null) headers[name] = read('header', name, parameter, unquoted(value));
  }
  let body: unknown;
  if (declared.body) {
    const isLeftOut = declared.bodyOptional && locals.body.length === 0;
    const parsed = declared.body.safeParse(
      isLeftOut ? {} : readJson(incoming, declared.hashedBody ? 'integers' : 'any'),
      fullIssues,
    );
    if (parsed.success) body = parsed.data;
    else problems.push(...inputProblems(parsed.error.issues));
  }
  if (problems.length > 0) throw inputRefusal(problems, refusal);
  return { params, query, headers, body, sent: () => locals.body, client: locals.client };
};
