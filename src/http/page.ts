import type { AstroGlobal } from 'astro';
import { countRequest } from './admission.ts';
import { asResponse, methodNotAllowed, optionsAnswer } from './answer.ts';
import { problemAnswer, type Refusal, refuse } from './refusal.ts';
import { caching, type HeaderFields, noindex } from './response-headers.ts';

/** What Astro gives a page that is made on request. */
export type LivePage = Pick<AstroGlobal, 'request' | 'response' | 'params' | 'locals'>;

/** Sets fields of the answer that the page is sent with. */
export const setHeaders = ({ response }: LivePage, headers: HeaderFields): void => {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
};

/**
 * Begins a page that is made on request: it is not cached and, unless it is for everybody, not indexed, and reading it
 * is counted.
 * @returns the answer to send instead, for a method that the page does not support (SPEC.md §2.4) or beyond the limit.
 */
export const beginPage = async (
  page: LivePage,
  { methods = ['GET', 'HEAD'], isIndexed = false } = {},
): Promise<Response | undefined> => {
  const { request, locals } = page;
  setHeaders(page, {
    ...(isIndexed ? {} : noindex),
    'Cache-Control': caching.none,
    'Content-Type': 'text/html; charset=utf-8',
  });
  // Astro says OK whatever the status is; without a phrase of its own, an answer has that of its status.
  page.response.statusText = '';
  const allow = [...methods, 'OPTIONS'].join(', ');
  if (request.method === 'OPTIONS') return asResponse(optionsAnswer(allow, false));
  try {
    if (!methods.includes(request.method)) throw methodNotAllowed(allow);
    // What is sent counts under a limit of its own.
    if (request.method !== 'POST') setHeaders(page, await countRequest('read', locals.app.limits.read, locals.client));
    return undefined;
  } catch (thrown) {
    return asResponse(problemAnswer(refuse(thrown, locals), { cors: false }));
  }
};

/** Leads to another page, with the fields that were set. @param to its path */
export const seeOther = ({ response }: LivePage, to: string): Response => {
  const { 'content-type': _, ...fields } = Object.fromEntries(response.headers);
  return asResponse({ status: 303, headers: { ...fields, Location: to } });
};

/** The place in a list from which a page shows it, as `from` in its query says. */
export const startOf = ({ url }: Pick<AstroGlobal, 'url'>): number =>
  Number(/^\d{1,6}$/.exec(url.searchParams.get('from') ?? '')?.[0] ?? 0);

/** Sends the page as a refusal: the page explains it to people, its status and fields to programs. */
export const refuseOnPage = (page: LivePage, thrown: unknown): Refusal => {
  const refusal = refuse(thrown, page.locals);
  page.response.status = refusal.status;
  setHeaders(page, refusal.headers);
  return refusal;
};
