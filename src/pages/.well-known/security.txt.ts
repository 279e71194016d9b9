import { ServiceError } from '../../domain/vocabulary/errors.ts';
import { type Answer, endpoint, type IncomingRequest, textAnswer } from '../../http/answer.ts';
import { methodNotAllowed, optionsAnswer } from '../../http/methods.ts';
import { problemAnswer, refuse } from '../../http/refusal.ts';
import { caching, FILE_METHODS, publicCors } from '../../http/response-headers.ts';
import { buildSecurityText } from '../../http/security-text.ts';

export const prerender = false;

const answer = ({ request: { method }, locals }: IncomingRequest): Answer => {
  const text = buildSecurityText(locals.app);
  const refused = (reason: ServiceError): Answer => problemAnswer(refuse(reason, locals), { cors: true });
  if (text === undefined)
    return refused(new ServiceError('not_found', 'No contact for reports of vulnerabilities is named here.'));
  if (method === 'OPTIONS') return optionsAnswer(FILE_METHODS, true);
  if (method !== 'GET' && method !== 'HEAD') return refused(methodNotAllowed(FILE_METHODS));
  return textAnswer(200, text, 'text/plain; charset=utf-8', { ...publicCors, 'Cache-Control': caching.live(300) });
};

export const ALL = endpoint((incoming) => Promise.resolve(answer(incoming)));
