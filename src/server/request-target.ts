import type { IncomingMessage } from 'node:http';
import type { ServiceError } from '../domain/vocabulary/errors.ts';
import { HttpError } from '../http/problem.ts';

/** The name or address of a host, with a port at most (RFC 3986 §3.2, without user names). */
const AUTHORITY = /^(?:[\w.~%-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/** A target in absolute form (RFC 9112 §3.2.2): the authority, and what follows it. */
const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)(.*)$/i;

const countHostLines = ({ rawHeaders }: IncomingMessage): number => {
  let lines = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') lines += 1;
  }
  return lines;
};

const refuse = (where: object, detail: string): ServiceError =>
  new HttpError(
    'invalid_request',
    'The request does not say unambiguously what it asks for.',
    { Connection: 'close' },
    { errors: [{ pointer: '', code: 'wrong_format', detail, ...where }] },
  );

/**
 * Brings the target of a request into origin form, a path with a query at most.
 * @returns the refusal of a request whose target or Host field cannot be understood (SPEC.md §2.2).
 */
export const settleTarget = (request: IncomingMessage): ServiceError | undefined => {
  const lines = countHostLines(request);
  const needed = request.httpVersion === '1.0' ? 0 : 1;
  if (lines < needed || lines > 1 || (lines === 1 && !AUTHORITY.test(request.headers.host!)))
    return refuse({ in: 'header', name: 'Host' }, 'expected one field with a host, and a port at most');
  const target = request.url!;
  if (target.startsWith('/')) return undefined;
  const [, authority, rest = ''] = ABSOLUTE_FORM.exec(target) ?? [];
  // The server as a whole (RFC 9112 §3.2.4) answers OPTIONS as its home page does.
  if (!(target === '*' && request.method === 'OPTIONS') && !AUTHORITY.test(authority ?? ''))
    return refuse({}, 'expected as the target of the request a path, or an http or https address');
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  return undefined;
};
