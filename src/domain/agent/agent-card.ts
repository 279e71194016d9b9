import { z } from 'zod';
import { Signatures } from '../keys/signature.ts';
import { schemaId } from '../vocabulary/service.ts';
import { DocumentAddress } from '../vocabulary/text.ts';
import type { AgentFacts } from './agent.ts';

/** The version of the A2A protocol that the card follows. Patch numbers are not used on the wire. */
export const A2A_VERSION = '1.0';

const Text = z.string().min(1);
const MediaTypes = z.array(Text).min(1);

/**
 * An agent card, strictly in the shape of A2A 1.0 (specification/a2a.proto, AgentCard): no member
 * that A2A does not define and no empty value, so that every implementation canonicalises it in the same way.
 */
export const AgentCard = z
  .strictObject({
    name: Text.meta({ description: 'Name of the agent.' }),
    description: Text.meta({ description: 'What the agent is for.' }),
    supportedInterfaces: z
      .array(
        z.strictObject({
          url: DocumentAddress.meta({ description: 'Base address of the interface.' }),
          protocolBinding: Text.meta({
            description: 'A binding named by A2A or, for a custom binding, the address that documents it.',
          }),
          protocolVersion: Text,
        }),
      )
      .min(1)
      .meta({ description: 'How to reach the agent, the preferred way first.' }),
    provider: z
      .strictObject({ organization: Text, url: DocumentAddress })
      .meta({ description: 'Who runs the service.' }),
    version: Text.meta({ description: 'Version of the agent.' }),
    documentationUrl: DocumentAddress,
    capabilities: z.strictObject({
      streaming: z.literal(false),
      pushNotifications: z.literal(false),
      extendedAgentCard: z.literal(false),
    }),
    defaultInputModes: MediaTypes,
    defaultOutputModes: MediaTypes,
    skills: z
      .array(
        z.strictObject({
          id: Text,
          name: Text,
          description: Text,
          tags: z.array(Text).min(1),
          examples: z.array(Text).min(1).optional(),
        }),
      )
      .min(1),
    signatures: Signatures.optional(),
  })
  .meta({
    id: schemaId('agent-card'),
    title: 'Agent card',
    description: 'The agent card for agent-to-agent discovery, in the shape of A2A 1.0.',
  });
export type AgentCard = z.infer<typeof AgentCard>;

/** Where the agent answers over A2A, relative to the base address (SPEC.md §18.1). */
export const A2A_PATH = '/a2a';

/** The agent card without signatures (SPEC.md §5.5). */
export const buildAgentCard = (agent: AgentFacts, siteUrl: string): AgentCard => ({
  name: agent.name,
  description: agent.demonstration ? `${agent.description} ${agent.notice}` : agent.description,
  supportedInterfaces: [{ url: siteUrl + A2A_PATH, protocolBinding: 'JSONRPC', protocolVersion: A2A_VERSION }],
  provider: { organization: agent.provider.organization, url: agent.provider.url ?? siteUrl },
  version: agent.version,
  documentationUrl: `${siteUrl}/api-reference`,
  capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
  defaultInputModes: ['text/plain', 'application/json'],
  defaultOutputModes: ['application/json', 'text/plain'],
  skills: agent.skills.map(({ id, name, description, tags, examples }) => ({
    id,
    name,
    description,
    tags: [...tags],
    ...(examples ? { examples: [...examples] } : {}),
  })),
});
