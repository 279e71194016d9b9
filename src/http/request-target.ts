import type { IncomingMessage } from 'node:http';
import { isIP, SocketAddress } from 'node:net';
import type { ServiceError } from '../domain/vocabulary/errors.ts';
import { HttpError } from './problem.ts';

/** The name or address of a host, with a port at most (RFC 3986 §3.2, without user names). */
const AUTHORITY = /^(?:[\w.~%-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;
/** A target in absolute form (RFC 9112 §3.2.2): the authority, and what follows it. */
const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)(.*)$/i;

const ambiguous = (where: object, detail: string): ServiceError =>
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
  // Several of these fields are joined by a comma.
  const { host } = request.headers;
  if (host === undefined ? request.httpVersion !== '1.0' : !AUTHORITY.test(host))
    return ambiguous({ in: 'header', name: 'Host' }, 'expected one field with a host, and a port at most');
  const target = request.url!;
  if ((request.headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked')
    return ambiguous({ in: 'header', name: 'Transfer-Encoding' }, 'expected no coding but chunked');
  if (request.httpVersionMajor !== 1 || target.includes('#'))
    return ambiguous({}, 'expected HTTP/1.1, and a target without a fragment');
  if (target.startsWith('/')) return undefined;
  const [, authority, rest = ''] = ABSOLUTE_FORM.exec(target) ?? [];
  // The server as a whole (RFC 9112 §3.2.4) answers OPTIONS as its home page does.
  if (!(target === '*' && request.method === 'OPTIONS') && !AUTHORITY.test(authority ?? ''))
    return ambiguous({}, 'expected as the target of the request a path, or an http or https address');
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  return undefined;
};

/**
 * The address under which limits count a client (SPEC.md §2.15): the address of the socket or, behind trusted
 * proxies, the n-th entry of X-Forwarded-For from the right. The sender of the request can write the entries
 * further left, so they are never trusted. IPv6 clients are counted by their /64 network.
 */
export const clientAddress = (request: IncomingMessage, trustedProxyHops: number): string => {
  const entries = String(request.headers['x-forwarded-for'] ?? '').split(',');
  const named = trustedProxyHops > 0 ? entries.at(-trustedProxyHops)?.trim() : undefined;
  const written = named !== undefined && isIP(named) > 0 ? named : request.socket.remoteAddress!;
  if (isIP(written) !== 6) return written;
  // In its one form (RFC 5952): it can be written in several.
  const { address } = new SocketAddress({ address: written, family: 'ipv6' });
  if (address.startsWith('::ffff:')) return address.slice('::ffff:'.length);
  const [left, right] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = right ? Array<string>(8 - left!.length - right.length).fill('0') : [];
  return [...left!, ...zeros, ...(right ?? [])].slice(0, 4).join(':');
};
