import { z } from 'zod';
import { Sha256Hex } from '../../json/sha256.ts';
import { Signatures } from '../../keys/signature.ts';
import { schemaId } from '../../vocabulary/service.ts';
import { DocumentAddress } from '../../vocabulary/text.ts';
import { Day } from '../../vocabulary/timestamp.ts';

const HashedFile = z.object({
  address: DocumentAddress,
  bytes: z.int().min(1).meta({ description: 'Size without compression.' }),
  sha256: Sha256Hex.meta({ description: 'SHA-256 of the bytes.' }),
});

/** /data/manifest.json: one hash that stands for every file of the datasets, to be signed (SPEC.md §6.14). */
export const DataManifest = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId('data-manifest')),
    version: Day.meta({ description: 'The newest version of the datasets: the day on which one last changed.' }),
    checksums: HashedFile.meta({ description: 'The list of the SHA-256 of every file, for `sha256sum -c`.' }),
    datasets: z
      .array(HashedFile.extend({ id: z.string(), version: Day }))
      .min(1)
      .meta({ description: 'The document of each dataset, which the list holds, too.' }),
    manifest_hash_sha256: Sha256Hex.meta({
      description: 'Hash of this manifest without this member and without `signatures`.',
    }),
    signatures: Signatures.optional(),
  })
  .meta({
    id: schemaId('data-manifest'),
    title: 'Manifest of the data',
    description: 'The hash of the checksums of every file of the datasets, signed where the operator has a key for it.',
  });
export type DataManifest = z.infer<typeof DataManifest>;
