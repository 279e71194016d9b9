import { z } from 'zod';
import { Caip10 } from '../chains/caip.ts';
import { Sha256Hex } from '../json/sha256.ts';
import { checkDistinctIds } from '../vocabulary/errors.ts';
import { Identifier, KindWord } from '../vocabulary/text.ts';

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

/** Who vouches for an item: the issuer of the receipt, or a party that names it. */
export const Provenance = z
  .enum(['attested', 'supplied_by_party'])
  .meta({ description: 'Who vouches for it: `attested` by the issuer of the receipt, or only `supplied_by_party`.' });
export type Provenance = z.infer<typeof Provenance>;

/** How many evidence items one document may contain. */
export const EVIDENCE_ITEM_LIMIT = 1000;

/** The members of an item except those that say who vouches for it. */
export const evidenceItemMembers = {
  id: Identifier,
  kind: KindWord,
  sha256: Sha256Hex.meta({ description: 'SHA-256 of the bytes of the evidence. The bytes are not sent.' }),
  media_type: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63}$/,
      'expected a media type, for instance text/plain',
    )
    .optional()
    .meta({ description: 'Media type of the bytes.' }),
  uri: z
    .string()
    .max(500)
    .regex(/^(https:\/\/|ipfs:\/\/|urn:)[!-~]+$/, 'expected an https, ipfs or urn address')
    .optional()
    .meta({ description: 'Where the bytes are available: an https, ipfs or urn address.' }),
};

/** One piece of evidence that a receipt commits to: its hash, not its content (SPEC.md §3.7). */
export const EvidenceItem = z.strictObject({ ...evidenceItemMembers, provenance: Provenance });
export type EvidenceItem = z.infer<typeof EvidenceItem>;

/** One piece of evidence that a party adds to a dispute. It always counts as supplied by that party. */
export const SuppliedEvidenceItem = z.strictObject({
  ...evidenceItemMembers,
  provenance: z
    .literal('supplied_by_party')
    .optional()
    .meta({ description: 'Optional, because it is always this value.' }),
  statement: PartyText.optional().meta({ description: 'What the party says the item shows, at most 500 characters.' }),
});
export type SuppliedEvidenceItem = z.infer<typeof SuppliedEvidenceItem>;

/** For a zod check of a document: every id in a list is distinct. */
export const checkIdsIn = (
  { value, issues }: z.core.ParsePayload,
  path: readonly string[],
  items: readonly { readonly id: string }[],
): void =>
  checkDistinctIds(items, (index) =>
    issues.push({
      code: 'custom',
      input: value,
      path: [...path, index, 'id'],
      message: 'expected each id once in its list',
    }),
  );
