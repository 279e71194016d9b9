import { z } from 'zod';
import { BOUNDARY, INTENDED_CONSUMER, PREVIEW_STATUS, SIDE_EFFECTS } from './boundaries.ts';

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
