import { z } from 'zod';
import { INTERFACE_VERSION, schemaId } from '../vocabulary/service.ts';
import { Day } from '../vocabulary/timestamp.ts';
import { ServiceInterface, serviceInterfaces } from './interfaces.ts';

/** The side effects of an operation. */
export const SideEffects = z
  .enum(['none', 'stores_request', 'writes_hash_to_chain'])
  .meta({ description: 'The side effects of the operation.' });
export type SideEffects = z.infer<typeof SideEffects>;

/** Who may call an operation. */
export const Authentication = z
  .enum(['none', 'admin_bearer'])
  .meta({ description: 'The credential that the operation requires.' });
export type Authentication = z.infer<typeof Authentication>;

/** One operation as the capability map lists it. */
export const Capability = z.object({
  id: z.string(),
  method: z.enum(['GET', 'POST']),
  path: z.string().meta({ description: 'Address relative to the base address; parameters in braces.' }),
  summary: z.string(),
  side_effects: SideEffects,
  auth: Authentication,
  request_schema: z.url().optional().meta({ description: 'JSON Schema of the body, if there is one.' }),
  response_schemas: z
    .record(z.string(), z.url())
    .meta({ description: 'JSON Schemas of the answers by status; every refusal has the problem schema.' }),
});
export type Capability = z.infer<typeof Capability>;

/** /static/capabilities.json: what the service offers, and what it does not. */
export const CapabilitiesDocument = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId('capabilities')),
    interface_version: Day,
    base_url: z.url(),
    openapi: z.url(),
    interfaces: z.array(ServiceInterface).meta({ description: 'Every way to talk to the service.' }),
    operations: z.array(Capability),
    problem_schema: z.url().meta({ description: 'JSON Schema of every refusal.' }),
    not_offered: z.array(z.object({ name: z.string(), statement: z.string() })),
  })
  .meta({
    id: schemaId('capabilities'),
    title: 'Capability map',
    description: 'What the service offers and what it does not.',
  });
export type CapabilitiesDocument = z.infer<typeof CapabilitiesDocument>;

/** What the service does not offer (SPEC.md §1.2, §5.3). */
const notOffered: CapabilitiesDocument['not_offered'] = [
  { name: 'custody', statement: 'No custody-signing operation is exposed, and no key is held for anyone.' },
  { name: 'payment', statement: 'No payment, checkout or wallet connection is part of any operation.' },
  {
    name: 'settlement',
    statement: 'No escrow is locked and no funds move; release and refund are prepared and never executed.',
  },
  { name: 'deployment', statement: 'No contract is deployed; the contract interface is conceptual.' },
  {
    name: 'adjudication',
    statement: 'No live call to an adjudication layer is made; simulated verdicts are labelled as simulated.',
  },
  { name: 'operator_instructions', statement: 'No private operator instructions are exposed.' },
];

export const buildCapabilities = (
  operations: readonly Capability[],
  { siteUrl, problemSchema }: { siteUrl: string; problemSchema: string },
): CapabilitiesDocument => ({
  ok: true,
  schema: schemaId('capabilities'),
  interface_version: INTERFACE_VERSION,
  base_url: siteUrl,
  openapi: `${siteUrl}/openapi.json`,
  interfaces: [...serviceInterfaces(siteUrl)],
  operations: [...operations],
  problem_schema: problemSchema,
  not_offered: notOffered,
});
