import { hash } from 'node:crypto';

/** Header fields of an answer, by their usual spelling. */
export type HeaderFields = Readonly<Record<string, string>>;

/** The methods that every built file answers. */
export const FILE_METHODS = 'GET, HEAD, OPTIONS';

/** How long a built document may be kept without asking again, in seconds. */
export const DOCUMENT_SECONDS = 300;

/** Cache-Control values (SPEC.md §2.10). */
export const caching = {
  document: `public, max-age=${DOCUMENT_SECONDS}, stale-while-revalidate=86400`,
  immutable: 'public, max-age=31536000, immutable',
  none: 'no-store',
  live: (seconds: number) => `public, max-age=${seconds}`,
} as const;

/** What scripts of other sites may do with a public answer: read it, with the named fields, without credentials. */
export const publicCors: HeaderFields = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Idempotent-Replayed, Link, Location, RateLimit, RateLimit-Policy, Repr-Digest, Retry-After, X-Request-Id',
};

/** Fields of the answer to a CORS preflight. */
export const preflight = (methods: string): HeaderFields => ({
  'Access-Control-Allow-Methods': methods,
  'Access-Control-Allow-Headers':
    'A2A-Extensions, A2A-Version, Content-Type, Idempotency-Key, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Prefer, traceparent',
  'Access-Control-Max-Age': '86400',
});

/** Tells crawlers to leave a page out of their index (SPEC.md §2.12). */
export const noindex: HeaderFields = { 'X-Robots-Tag': 'noindex, nofollow' };

/** The value of the Content-Security-Policy. @param styles where styles may come from. */
export const contentSecurityPolicy = (styles: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');

/** Fields of every answer. HSTS only when the base address is https. */
export const securityHeaders = (siteUrl: string): HeaderFields => ({
  'Content-Security-Policy': contentSecurityPolicy("'self'"),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  ...(siteUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
});

/** A strong entity tag: the SHA-256 of the identity bytes, with the content coding, if there is one. */
export const entityTag = (bytes: Uint8Array | string, coding?: string): string =>
  `"${hash('sha256', bytes)}${coding === undefined ? '' : `-${coding}`}"`;

/** Repr-Digest field value (RFC 9530) of the bytes as they are sent. */
export const reprDigest = (bytes: Uint8Array | string): string => `sha-256=:${hash('sha256', bytes, 'base64')}:`;

/**
 * Whether If-None-Match names the representation (RFC 9110 §13.1.2, weak comparison): a list of
 * tags or `*`. A tag of the same content in a different coding counts, because it identifies the same bytes.
 */
export const isNotModified = (ifNoneMatch: string | undefined, etag: string): boolean => {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const content = (tag: string) => tag.replace(/^W\//, '').replace(/^"([0-9a-f]{64})-(br|gzip)"$/, '"$1"');
  const own = content(etag);
  return ifNoneMatch.split(',').some((tag) => content(tag.trim()) === own);
};
