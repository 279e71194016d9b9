import { SERVICE_NAME } from '../vocabulary/service.ts';

/** Where the service answers over MCP, relative to the base address (SPEC.md §19.1). */
export const MCP_PATH = '/mcp';

/** The revisions of MCP that are spoken, the newest first. */
export const mcpVersions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] as const;

/** What the service is over MCP, in its card and to a client that is connected. */
export const mcpIdentity = (siteUrl: string) => ({
  name: `${new URL(siteUrl).hostname.split('.').toReversed().join('.')}/${SERVICE_NAME.toLowerCase().replaceAll(' ', '-')}`,
  title: SERVICE_NAME,
  description: 'Datasets, decision receipts and previews of one AI agent. It reads, and stores and spends nothing.',
  websiteUrl: siteUrl,
});
