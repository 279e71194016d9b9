import { ServiceError } from '../../domain/vocabulary/errors.ts';
import {
  type Answer,
  endpoint,
  type IncomingRequest,
  methodNotAllowed,
  optionsAnswer,
  textAnswer,
} from '../../http/answer.ts';
import { problemAnswer, refuse } from '../../http/refusal.ts';
import { caching, FILE_METHODS, publicCors } from '../../http/response-headers.ts';

export const prerender = false;

/** How long after its start a service may still be believed to know its contact: 180 days, in milliseconds. */
const VALID_MS = 180 * 86_400_000;

/** security.txt (RFC 9116), where the operator has named a contact. */
const answer = ({ request: { method }, locals }: IncomingRequest): Answer => {
  const { config, startedAt } = locals.app;
  const refused = (reason: ServiceError): Answer => problemAnswer(refuse(reason, locals), { cors: true });
  if (config.securityContact === undefined)
    return refused(new ServiceError('not_found', 'No contact for reports of vulnerabilities is named here.'));
  if (method === 'OPTIONS') return optionsAnswer(FILE_METHODS, true);
  if (method !== 'GET' && method !== 'HEAD') return refused(methodNotAllowed(FILE_METHODS));
  const text = [
    `Contact: ${config.securityContact}`,
    `Expires: ${new Date(startedAt.getTime() + VALID_MS).toISOString()}`,
    `Canonical: ${config.siteUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
  return textAnswer(200, text, 'text/plain; charset=utf-8', { ...publicCors, 'Cache-Control': caching.live(300) });
};

export const ALL = endpoint((incoming) => Promise.resolve(answer(incoming)));
