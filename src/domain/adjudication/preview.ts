import { z } from 'zod';

/** The side effects of every preview adapter (SPEC.md §1.2). */
export const SIDE_EFFECTS = 'none';

/** The status token of the preview adapters (SPEC.md §8.2). */
export const PREVIEW_STATUS = 'private_preview_noindex_adapter_schema';

/** The consumer for which the packs are built (SPEC.md §1.2). */
export const INTENDED_CONSUMER =
  'An external adjudication layer of the intelligent-contract kind. None is connected: no live call to one is made.';

/** What the service supplies and what it leaves to others. */
export const BOUNDARY =
  'The service supplies identity, authority, anchor and settlement evidence. Judging it is left to the adjudication layer.';

const everyAdapter = [
  'No contract is deployed, no validator is called and no chain transaction is sent.',
  'No escrow is locked, no funds are moved and no fulfilment is started.',
  'No custody signing takes part, and no operator instructions are disclosed.',
  'No payment, settlement, checkout or wallet connection takes part, and no raw identity is disclosed.',
  'The service takes part in an ecosystem: nothing here is official output of the foundation of a chain or of a vendor of an adjudication layer, and no partnership or deployed integration is claimed.',
];

export const evidencePackBoundaries: readonly string[] = [
  'The pack is evidence and not a verdict: no adjudication layer has been asked.',
  'Hashes show that something is unchanged. They do not show that it is true.',
  ...everyAdapter,
];

export const workOrderPackBoundaries: readonly string[] = [
  'The pack is a preview of an order: nothing is agreed, reserved or stored by making it.',
  ...everyAdapter,
];

export const runnerBoundaries: readonly string[] = [
  'The run is simulated: its verdict comes from fixed rules and from no validator.',
  'Release, refund or escalation is prepared and never executed.',
  ...everyAdapter,
];

/** The members that every preview descriptor has (SPEC.md §8.2). */
export const descriptorMembers = {
  ok: z.literal(true),
  status: z.string().meta({ description: 'Preview status token.' }),
  side_effects: z.literal(SIDE_EFFECTS).meta({ description: 'The side effects of the adapter: none.' }),
  page: z.url().meta({ description: 'Address of the human-readable page.' }),
  boundary: z.string().meta({ description: 'What the service supplies and what it leaves to others.' }),
  boundaries: z.array(z.string()).meta({ description: 'What the adapter does not do.' }),
  intended_consumer: z.string().meta({ description: 'The adjudication layer for which the packet is built.' }),
};

/** One operation of an adapter. */
export const AdapterOperation = z.object({
  method: z.enum(['GET', 'POST']),
  address: z.string().meta({ description: 'Address; a part in braces stands for a value.' }),
  sends: z.string().nullable().meta({ description: 'Schema of the body; null when none is sent.' }),
  returns: z.string().meta({ description: 'Schema of the answer.' }),
  purpose: z.string(),
});
export type AdapterOperation = z.infer<typeof AdapterOperation>;

/** The members of every descriptor, for the adapter whose page is at this path. */
export const buildDescriptorMembers = (baseUrl: string, pagePath: string, boundaries: readonly string[]) => ({
  ok: true as const,
  status: PREVIEW_STATUS,
  side_effects: SIDE_EFFECTS as typeof SIDE_EFFECTS,
  page: `${baseUrl}${pagePath}`,
  boundary: BOUNDARY,
  boundaries: [...boundaries],
  intended_consumer: INTENDED_CONSUMER,
});
