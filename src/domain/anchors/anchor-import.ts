import { z } from 'zod';
import { isConcordiumAccount } from '../chains/concordium-reference.ts';
import { NetworkName } from '../chains/network.ts';
import { Sha256Hex } from '../json/sha256.ts';
import { schemaId } from '../vocabulary/service.ts';

/**
 * An anchor that was made elsewhere. Unknown members are ignored, so that an anchor record of another
 * service of this kind can be imported unchanged.
 */
export const ImportedAnchor = z
  .object({
    receipt_hash_sha256: Sha256Hex.meta({ description: 'The receipt hash that is anchored.' }),
    network: NetworkName,
    transaction_hash: Sha256Hex.meta({ description: 'The transaction that registered it.' }),
    block_hash: Sha256Hex.nullish().meta({ description: 'The block that is stated to contain it.' }),
    sender: z
      .string()
      .refine(isConcordiumAccount, 'expected a Concordium account address')
      .nullish()
      .meta({ description: 'The account that is stated to have sent it.' }),
  })
  .meta({
    id: schemaId('agent-acceptance-anchor.import'),
    title: 'Anchor to import',
    description: 'An anchor made elsewhere, for `npm run anchors -- import`.',
  });
export type ImportedAnchor = z.infer<typeof ImportedAnchor>;

/** The content of a file to import: one anchor or a list of anchors. */
export const ImportFile = z.union([
  z.array(ImportedAnchor).min(1).max(10_000),
  ImportedAnchor.transform((anchor) => [anchor]),
]);
