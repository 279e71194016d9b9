import { z } from 'zod';
import { INTERFACE_VERSION, sectionPath } from '../vocabulary/service.ts';
import { A2A_PATH, A2A_VERSION } from './agent-card.ts';
import { MCP_CARD_PATH, MCP_PATH, mcpVersions } from './mcp.ts';
import { agentCardPaths } from './status.ts';

/** A way to talk to the service. */
export const ServiceInterface = z.object({
  protocol: z.enum(['HTTP', 'A2A', 'MCP']),
  version: z.string().meta({ description: 'The version of the protocol, or of the interface itself.' }),
  url: z.url().meta({ description: 'Where it is reached.' }),
  description_url: z.url().meta({ description: 'The document that programs read to use it.' }),
  documentation_url: z.url().meta({ description: 'The text about it.' }),
});
export type ServiceInterface = z.infer<typeof ServiceInterface>;

/** A protocol of agents. */
export const AgentProtocol = ServiceInterface.shape.protocol.exclude(['HTTP']);
export type AgentProtocol = z.infer<typeof AgentProtocol>;

/** Every way to talk to the service, from where capabilities and texts for programs take it. */
export const serviceInterfaces = (siteUrl: string) =>
  [
    {
      protocol: 'HTTP',
      version: INTERFACE_VERSION,
      url: `${siteUrl}/`,
      description_url: `${siteUrl}/openapi.json`,
      documentation_url: `${siteUrl}/api-reference`,
    },
    {
      protocol: 'A2A',
      version: A2A_VERSION,
      url: siteUrl + A2A_PATH,
      description_url: siteUrl + agentCardPaths.a2a,
      documentation_url: siteUrl + sectionPath('18'),
    },
    {
      protocol: 'MCP',
      version: mcpVersions[0],
      url: siteUrl + MCP_PATH,
      description_url: siteUrl + MCP_CARD_PATH,
      documentation_url: siteUrl + sectionPath('19'),
    },
  ] as const satisfies readonly ServiceInterface[];
