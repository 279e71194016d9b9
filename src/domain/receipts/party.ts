import { z } from 'zod';
import { Caip10 } from '../chains/caip.ts';

/** A party: an agent or an organisation, never a natural person by name (SPEC.md §3.7). */
export const Party = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(200)
    .meta({ description: 'A public name of an agent or organisation, 1 to 200 characters.' }),
  account: Caip10,
  registry_ref: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'Where a registry lists this party, for instance a CAIP-19 token.' }),
});
export type Party = z.infer<typeof Party>;

/** How many characters one text of a party may have (SPEC.md §3.7). */
export const PARTY_TEXT_LIMIT = 500;

/** Free text of a party. Longer text is refused and never cut, because it is hashed as sent. */
export const PartyText = z
  .string()
  .min(1)
  .max(PARTY_TEXT_LIMIT)
  .meta({ description: `Text written by a party, 1 to ${PARTY_TEXT_LIMIT} characters.` });

/** A text of a party in a pack, marked so that no reader takes it for a statement of the service. */
export const SuppliedText = z.object({
  provenance: z.literal('supplied_by_party'),
  text: z.string().max(PARTY_TEXT_LIMIT),
});
export type SuppliedText = z.infer<typeof SuppliedText>;

export const buildSuppliedText = (text: string): SuppliedText => ({ provenance: 'supplied_by_party', text });
