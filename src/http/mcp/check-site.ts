import { ServiceError } from '../../domain/vocabulary/errors.ts';
import type { IncomingRequest } from '../answer.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

const hostnameOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).hostname : undefined;

const refuse = (name: 'Host' | 'Origin', detail: string): ServiceError =>
  new ServiceError('foreign_site', 'The request was made for, or from, a site that this address does not answer.', {
    errors: [{ pointer: '', in: 'header', name, code: 'rule', detail }],
  });

/**
 * Guards against DNS rebinding: a page that has its own name resolved to this machine. The host is that of the base address; a
 * service for one machine answers only that machine's pages. Elsewhere any site may read, since nobody has a credential here.
 * @throws ServiceError foreign_site
 */
export const checkSite = ({ request, locals }: IncomingRequest): void => {
  const own = new URL(locals.app.config.siteUrl).hostname;
  const known = loopback.has(own) ? loopback : new Set([own]);
  const host = hostnameOf(`http://${request.headers.get('host') ?? ''}`);
  if (host === undefined || !known.has(host)) throw refuse('Host', 'expected the host of the base address');
  const origin = request.headers.get('origin');
  if (origin === null || !loopback.has(own)) return;
  const from = hostnameOf(origin);
  if (from === undefined || !loopback.has(from)) throw refuse('Origin', 'expected a page of this machine');
};
