import type { AstroGlobal } from 'astro';
import { asResponse } from './answer.ts';
import { methodNotAllowed, optionsAnswer } from './methods.ts';
import { problemAnswer, type Refusal, refuse } from './refusal.ts';
import { caching, type HeaderFields, noindex } from './response-headers.ts';

/** What Astro gives a page that is made on request. */
export type LivePage = Pick<AstroGlobal, 'request' | 'response' | 'params' | 'locals'>;

/** Sets fields of the answer that the page is sent with. */
export const setHeaders = ({ response }: LivePage, headers: HeaderFields): void => {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
};

/**
 * Begins a page that is made on request: it is not cached and not indexed.
 * @returns the answer to send instead, for a method that the page does not support (SPEC.md §2.4).
 */
export const beginPage = (page: LivePage, methods: readonly string[]): Response | undefined => {
  const { request, locals } = page;
  setHeaders(page, { ...noindex, 'Cache-Control': caching.none, 'Content-Type': 'text/html; charset=utf-8' });
  if (methods.includes(request.method)) return undefined;
  const allow = [...methods, 'OPTIONS'].join(', ');
  if (request.method === 'OPTIONS') return asResponse(optionsAnswer(allow, false));
  return asResponse(problemAnswer(refuse(methodNotAllowed(allow), locals), { cors: false }));
};

/** Sends the page as a refusal: the page explains it to people, its status and fields to programs. */
export const refuseOnPage = (page: LivePage, thrown: unknown): Refusal => {
  const refusal = refuse(thrown, page.locals);
  page.response.status = refusal.status;
  setHeaders(page, refusal.headers);
  return refusal;
};
