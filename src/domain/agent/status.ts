import { z } from 'zod';
import { Sha256Hex } from '../json/sha256.ts';
import { brand, INTERFACE_VERSION, schemaId, SERVICE_NAME } from '../vocabulary/service.ts';
import { Day } from '../vocabulary/timestamp.ts';
import { type AgentFacts, AgentRegistration } from './agent.ts';

/** The commit from which a build was made. */
export const BuildSource = z.object({
  commit: z
    .string()
    .regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/)
    .meta({ description: 'Commit of the source.' }),
  modified: z.boolean().meta({ description: 'Whether files differed from that commit.' }),
});
export type BuildSource = z.infer<typeof BuildSource>;

/** A dataset as the status lists it. */
export const PublishedDataset = z.object({
  id: z.string(),
  title: z.string(),
  records: z.int().min(0).meta({ description: 'Number of entries.' }),
  sha256: Sha256Hex.meta({ description: 'SHA-256 of the bytes at `address`.' }),
  last_modified: Day,
  address: z.url(),
});
export type PublishedDataset = z.infer<typeof PublishedDataset>;

/** /static/status.json. Prebuilt: nothing in it depends on the clock. */
export const StatusDocument = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId('status')),
    service: z.string().meta({ description: 'Name of the service.' }),
    interface_version: Day.meta({ description: 'The day on which the interface last changed.' }),
    base_url: z.url(),
    agent: z.object({
      name: z.string(),
      version: z.string(),
      demonstration: z.boolean().meta({ description: 'True while no real agent stands behind the service.' }),
      notice: z.string(),
      card: z.url().meta({ description: 'Address of the agent card.' }),
      registration: AgentRegistration.optional().meta({ description: 'Absent while no registration is claimed.' }),
    }),
    network: z
      .string()
      .optional()
      .meta({ description: 'Chain on which the agent is registered (CAIP-2). Absent without a registration.' }),
    datasets: z.array(PublishedDataset),
    build: BuildSource.optional().meta({ description: 'Absent when the build was not made from a repository.' }),
    boundaries: z.array(z.string()).meta({ description: 'What the service does not do.' }),
  })
  .meta({
    id: schemaId('status'),
    open: true,
    title: 'Runtime status',
    description: 'What this service is and what it publishes.',
  });
export type StatusDocument = z.infer<typeof StatusDocument>;

/** Where the agent card is, relative to the base address (SPEC.md §5.1; the path that A2A clients request). */
export const agentCardPaths = {
  interface: `/.well-known/${brand.service}-agent-card.json`,
  a2a: '/.well-known/agent-card.json',
} as const;

export const buildStatus = (
  agent: AgentFacts,
  datasets: readonly PublishedDataset[],
  { siteUrl, source }: { siteUrl: string; source: BuildSource | undefined },
): StatusDocument => ({
  ok: true,
  schema: schemaId('status'),
  service: SERVICE_NAME,
  interface_version: INTERFACE_VERSION,
  base_url: siteUrl,
  agent: {
    name: agent.name,
    version: agent.version,
    demonstration: agent.demonstration,
    notice: agent.notice,
    card: siteUrl + agentCardPaths.interface,
    ...(agent.registration ? { registration: agent.registration } : {}),
  },
  ...(agent.registration ? { network: agent.registration.network } : {}),
  datasets: [...datasets],
  ...(source ? { build: source } : {}),
  boundaries: [...agent.boundaries],
});
