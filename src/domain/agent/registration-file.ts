import { z } from 'zod';
import { schemaId } from '../vocabulary/service.ts';
import { DocumentAddress } from '../vocabulary/text.ts';
import type { AgentFacts, AgentRegistration } from './agent.ts';
import { A2A_VERSION } from './agent-card.ts';
import { MCP_PATH } from './mcp.ts';
import { agentCardPaths } from './status.ts';

/** Where ERC-8004 looks for the registration file of a domain, relative to the base address. */
export const REGISTRATION_FILE_PATH = '/.well-known/agent-registration.json';

/** /.well-known/agent-registration.json: its shape is that of ERC-8004, not of this service. */
export const RegistrationFile = z
  .object({
    type: z.literal('https://eips.ethereum.org/EIPS/eip-8004#registration-v1'),
    name: z.string(),
    description: z.string(),
    image: DocumentAddress,
    services: z.array(z.object({ name: z.string(), endpoint: DocumentAddress, version: z.string().optional() })).min(1),
    x402Support: z.literal(false),
    active: z.literal(true),
    registrations: z
      .array(
        z.object({
          agentId: z.union([z.int().min(0), z.string()]).meta({ description: 'The token; text when it exceeds 2^53.' }),
          agentRegistry: z.string().meta({ description: 'The chain (CAIP-2), then the contract.' }),
        }),
      )
      .min(1),
  })
  .meta({
    id: schemaId('agent-registration'),
    title: 'Agent registration file',
    description: 'Where the agent is registered and how to reach it, in the shape of ERC-8004.',
  });
export type RegistrationFile = z.infer<typeof RegistrationFile>;

/** The registration file (SPEC.md §5.8). */
export const buildRegistrationFile = (
  agent: AgentFacts,
  { network, registry, token_id }: AgentRegistration,
  siteUrl: string,
): RegistrationFile => ({
  type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1',
  name: agent.name,
  description: agent.description,
  image: `${siteUrl}/favicon.svg`,
  services: [
    { name: 'web', endpoint: `${siteUrl}/agent` },
    { name: 'A2A', endpoint: siteUrl + agentCardPaths.a2a, version: A2A_VERSION },
    { name: 'MCP', endpoint: siteUrl + MCP_PATH },
  ],
  x402Support: false,
  active: true,
  registrations: [
    {
      agentId: Number.isSafeInteger(Number(token_id)) ? Number(token_id) : token_id,
      agentRegistry: `${network}:${registry.index},${registry.subindex}`,
    },
  ],
});
