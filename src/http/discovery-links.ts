import { discoveryPaths } from '../domain/agent/discovery.ts';
import { MCP_CARD_PATH } from '../domain/agent/mcp.ts';
import { agentCardPaths } from '../domain/agent/status.ts';

/** The page and the documents that say what the service is. */
const entrances = new Set<string>([
  '/',
  '/static/status.json',
  '/static/capabilities.json',
  '/openapi.json',
  MCP_CARD_PATH,
  ...Object.values(agentCardPaths),
  ...Object.values(discoveryPaths),
]);

const LINKS = [
  `<${discoveryPaths.apiCatalog}>; rel="api-catalog"`,
  `<${discoveryPaths.aiCatalog}>; rel="ai-catalog"`,
  '</openapi.json>; rel="service-desc"; type="application/json"',
  '</api-reference>; rel="service-doc"; type="text/html"',
  '</static/capabilities.json>; rel="service-meta"; type="application/json"',
  '</healthz>; rel="status"',
].join(', ');

/** The Link field (RFC 8288) of what says what the service is (RFC 8631, RFC 9727); undefined for every other address. */
export const discoveryLinks = (path: string): string | undefined => (entrances.has(path) ? LINKS : undefined);
