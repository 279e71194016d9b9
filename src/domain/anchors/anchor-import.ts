import { z } from 'zod';
import { isConcordiumAccount } from '../chains/concordium-reference.ts';
import { NetworkName } from '../chains/network.ts';
import { Sha256Hex } from '../json/sha256.ts';
import { schemaId } from '../vocabulary/service.ts';

/**
 * An anchor that was made elsewhere. Further members are ignored, so that an anchor record which
 * another service of this kind answered can be imported as it is.
 */
export const ImportedAnchor = z
  .object({
    receipt_hash_sha256: Sha256Hex.meta({ description: 'The receipt hash that is anchored.' }),
    network: NetworkName,
    transaction_hash: Sha256Hex.meta({ description: 'The transaction that registered it.' }),
    block_hash: Sha256Hex.nullish().meta({ description: 'The block that is said to hold it.' }),
    sender: z
      .string()
      .refine(isConcordiumAccount, 'expected a Concordium account address')
      .nullish()
      .meta({ description: 'The account that is said to have sent it.' }),
  })
  .meta({
    id: schemaId('agent-acceptance-anchor.import'),
    title: 'Anchor to import',
    description: 'An anchor made elsewhere, for `npm run anchors -- import`.',
  });
export type ImportedAnchor = z.infer<typeof ImportedAnchor>;

/** What a file to import holds: one anchor or a list of them. */
export const ImportFile = z.union([
  z.array(ImportedAnchor).min(1).max(10_000),
  ImportedAnchor.transform((anchor) => [anchor]),
]);
