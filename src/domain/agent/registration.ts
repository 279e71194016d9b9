import { partsOfCaip10 } from '../chains/caip.ts';
import { badgeOfToken } from '../chains/concordium-reference.ts';
import type { AgentFacts, AgentRegistration } from './agent.ts';
import { A2A_VERSION, buildAgentCard } from './agent-card.ts';
import { MCP_PATH } from './mcp.ts';
import { agentCardPaths } from './status.ts';

/** Where ERC-8004 and CIS-8004 look for the documents of a registered agent, relative to the base address. */
export const registrationPaths = {
  file: '/.well-known/agent-registration.json',
  card: '/.well-known/concordium-agent-card.json',
} as const;

/** The registration file in the shape of ERC-8004 (SPEC.md §5.8). */
export const buildRegistrationFile = (
  agent: AgentFacts,
  { network, registry, token_id }: AgentRegistration,
  siteUrl: string,
) => ({
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

/** The card that a CIS-8004 registry names: an A2A card with its own address and what is on the chain (SPEC.md §5.8). */
export const buildRegisteredCard = (
  agent: AgentFacts,
  { network, account, registry, token_id }: AgentRegistration,
  siteUrl: string,
) => ({
  ...buildAgentCard(agent, siteUrl),
  url: siteUrl + registrationPaths.card,
  concordium: {
    chain: network,
    tokenAddress: badgeOfToken(registry, token_id),
    owner: partsOfCaip10(account).address,
    contracts: { cis8004: `${registry.index},${registry.subindex}` },
  },
});
