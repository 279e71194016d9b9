import { LLMS_PATH } from '../domain/agent/discovery.ts';
import { MCP_CARD_PATH } from '../domain/agent/mcp.ts';
import { agentCardPaths } from '../domain/agent/status.ts';
import { previewPages } from '../domain/vocabulary/service.ts';
import { dataContentType, dataLinks } from './data-links.ts';
import { isMachinePath } from './machine-addresses.ts';
import { caching, contentSecurityPolicy, type HeaderFields, noindex, publicCors } from './response-headers.ts';

/** The page and the documents that say what the service is. */
const entrances = new Set<string>([
  '/',
  '/static/status.json',
  '/static/capabilities.json',
  '/openapi.json',
  MCP_CARD_PATH,
  '/mcp/server.json',
  ...Object.values(agentCardPaths),
  LLMS_PATH,
]);

/** Their Link field (RFC 8288), of what says what the service is (RFC 8631). */
const DISCOVERY_LINKS = [
  '</openapi.json>; rel="service-desc"; type="application/json"',
  '</api-reference>; rel="service-doc"; type="text/html"',
  '</static/capabilities.json>; rel="service-meta"; type="application/json"',
  '</healthz>; rel="status"',
].join(', ');

const previewPaths = new Set<string>(Object.values(previewPages));

const type = (contentType: string): HeaderFields => ({ 'Content-Type': contentType });

/** The fields of built files: every rule that matches adds its fields, a later rule wins. */
const fileRules: readonly { readonly matches: { test(path: string): boolean }; readonly headers: HeaderFields }[] = [
  { matches: /^/, headers: { 'Cache-Control': caching.document, ...type('application/octet-stream') } },
  { matches: /(^\/|\/[^./]+)$/, headers: type('text/html; charset=utf-8') },
  { matches: /\.css$/, headers: type('text/css; charset=utf-8') },
  { matches: /\.m?js$/, headers: type('text/javascript; charset=utf-8') },
  { matches: /\.csv$/, headers: type('text/csv; charset=utf-8; header=present') },
  { matches: /\.svg$/, headers: type('image/svg+xml') },
  { matches: /\.png$/, headers: type('image/png') },
  { matches: /\.ico$/, headers: type('image/x-icon') },
  { matches: /\.woff2$/, headers: type('font/woff2') },
  { matches: /\.md$/, headers: type('text/markdown; charset=utf-8') },
  { matches: /\.(txt|sha256|sql)$/, headers: type('text/plain; charset=utf-8') },
  { matches: /\.xml$/, headers: type('application/xml; charset=utf-8') },
  { matches: /\.json$/, headers: type('application/json; charset=utf-8') },
  { matches: /^\/(data\/SHA256SUMS|\.well-known\/mcp-registry-auth)$/, headers: type('text/plain; charset=utf-8') },
  { matches: /\.py$/, headers: type('text/x-python; charset=utf-8') },
  { matches: /\.tgz$/, headers: type('application/gzip') },
  { matches: /^\/verify\.(mjs|py|tgz)/, headers: publicCors },
  { matches: /^\/schemas\/.*\.json$/, headers: type('application/schema+json; charset=utf-8') },
  { matches: /^\/mcp\/server-card$/, headers: type('application/mcp-server-card+json') },
  { matches: { test: isMachinePath }, headers: publicCors },
  { matches: /^\/_astro\//, headers: { 'Cache-Control': caching.immutable } },
  {
    matches: /^\/data\/[^/]+\/((canonical\/)?[0-9a-f]{64})\.json$/,
    headers: { 'Cache-Control': caching.immutable },
  },
  // Test vectors that are not JSON need not be UTF-8 either.
  { matches: /^\/data\/vectors\/.*\.txt$/, headers: type('application/octet-stream') },
  { matches: { test: (path) => previewPaths.has(path) }, headers: noindex },
  // Pictures have their styles in them.
  {
    matches: /^\/charts\//,
    headers: { ...noindex, 'Content-Security-Policy': contentSecurityPolicy("'unsafe-inline'") },
  },
  // The explorer's library writes its styles into the page.
  {
    matches: /^\/api-reference\/explorer$/,
    headers: { ...noindex, 'Content-Security-Policy': contentSecurityPolicy("'self' 'unsafe-inline'") },
  },
];

/** Fields of a built file by its address, without those of {@link securityHeaders} and of its bytes. */
export const fileHeaders = (path: string): HeaderFields => {
  const links = dataLinks(path) ?? (entrances.has(path) ? DISCOVERY_LINKS : undefined);
  const contentType = dataContentType(path);
  const matching = fileRules.filter(({ matches }) => matches.test(path)).map(({ headers }) => headers);
  return Object.assign(
    {},
    ...matching,
    contentType === undefined ? {} : type(contentType),
    links === undefined ? {} : { Link: links },
  );
};
