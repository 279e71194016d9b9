import { z } from 'zod';
import { Caip2, partsOfCaip10 } from '../chains/caip.ts';
import { badgeOfToken } from '../chains/concordium-reference.ts';
import { schemaId } from '../vocabulary/service.ts';
import { DocumentAddress } from '../vocabulary/text.ts';
import type { AgentFacts, AgentRegistration } from './agent.ts';
import { buildAgentCard } from './agent-card.ts';

/** Where the registered card is, relative to the base address. */
export const REGISTERED_CARD_PATH = '/.well-known/concordium-agent-card.json';

/** The bounds of a registered card (Concordium Agent Card). */
const registeredCardLimits = { name: 128, description: 2048 } as const;

/** The agent card that a CIS-8004 registry names: the members of an A2A card, its own address, and what is on the chain. */
export const RegisteredCard = z
  .looseObject({
    name: z.string().min(1).max(registeredCardLimits.name),
    description: z.string().min(1).max(registeredCardLimits.description),
    url: DocumentAddress.meta({ description: 'Address of this document, the `agent_uri` of the registry.' }),
    concordium: z
      .looseObject({
        chain: Caip2,
        tokenAddress: z.string().meta({ description: 'The token as CIS-2 token address (Base58Check).' }),
        owner: z.string().meta({ description: 'The account that owns the token.' }),
        contracts: z.object({ cis8004: z.string().meta({ description: 'The registry contract, `index,subindex`.' }) }),
      })
      .meta({ description: 'The registration on the chain.' }),
  })
  .meta({
    id: schemaId('registered-agent-card'),
    title: 'Registered agent card',
    description: 'The agent card whose SHA-256 a CIS-8004 agent registry holds. Its bytes never change.',
  });
export type RegisteredCard = z.infer<typeof RegisteredCard>;

/** The card for the registry (SPEC.md §5.8). The registration is one on Concordium. */
export const buildRegisteredCard = (
  agent: AgentFacts,
  { network, account, registry, token_id }: AgentRegistration,
  siteUrl: string,
): RegisteredCard => ({
  ...buildAgentCard(agent, siteUrl),
  url: siteUrl + REGISTERED_CARD_PATH,
  concordium: {
    chain: network,
    tokenAddress: badgeOfToken(registry, token_id),
    owner: partsOfCaip10(account).address,
    contracts: { cis8004: `${registry.index},${registry.subindex}` },
  },
});
