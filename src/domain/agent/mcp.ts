import { INTERFACE_VERSION, SERVICE_NAME, SERVICE_SLUG } from '../vocabulary/service.ts';

/** Where the service answers over MCP, relative to the base address (SPEC.md §19.1). */
export const MCP_PATH = '/mcp';

/** Where its card is: MCP reserves this place (SEP-2127). */
export const MCP_CARD_PATH = `${MCP_PATH}/server-card`;

/** The revisions of MCP that are spoken, the newest first. */
export const mcpVersions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] as const;

/** What the service is over MCP, in its card and to a client that is connected. */
export const mcpIdentity = (siteUrl: string) => ({
  name: `${new URL(siteUrl).hostname.split('.').toReversed().join('.')}/${SERVICE_SLUG}`,
  title: SERVICE_NAME,
  description: 'Datasets, decision receipts and previews of one AI agent. It reads, and stores and spends nothing.',
  version: INTERFACE_VERSION,
  websiteUrl: siteUrl,
});

/** The card of the service for programs that speak MCP: what they need to connect. */
export const buildMcpCard = (siteUrl: string) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
  ...mcpIdentity(siteUrl),
  remotes: [{ type: 'streamable-http', url: siteUrl + MCP_PATH, supportedProtocolVersions: [...mcpVersions] }],
});

/** What the operator publishes to the MCP registry, in its form of 2025-12-11. */
export const buildRegistryEntry = (siteUrl: string) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  ...mcpIdentity(siteUrl),
  remotes: [{ type: 'streamable-http', url: siteUrl + MCP_PATH }],
});
