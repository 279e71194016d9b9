import { z } from 'zod';
import { Sha256Hex } from '../../json/sha256.ts';
import { Day } from '../../vocabulary/timestamp.ts';
import { describedBy, type PartForm, toDocument, versionHistory } from './form.ts';
import { datasetPaths } from './paths.ts';

/** One published version of a dataset. */
export const PublishedVersion = z.strictObject({
  sha256: Sha256Hex.meta({ description: 'SHA-256 of the bytes.' }),
  bytes: z.int().min(1).meta({ description: 'Number of bytes.' }),
  version: Day.meta({ description: 'The day on which its data last changed.' }),
  records: z.int().min(1).meta({ description: 'Number of entries, tombstones included.' }),
});
export type PublishedVersion = z.infer<typeof PublishedVersion>;

/** The published versions of each dataset, oldest first. */
export const PublishedLog = z.record(z.string(), z.array(PublishedVersion).min(1));
export type PublishedLog = z.infer<typeof PublishedLog>;

/** The whole document of a version, by its hash. It never changes. */
export const versionForm: PartForm = {
  path: datasetPaths('{dataset}').version('{sha256}'),
  mediaType: 'application/json',
  listing: ({ title, document }) => ({
    name: 'Version',
    summary: `${title}, one version`,
    description: 'The document by the hash of its bytes; it never changes. The index of the data lists the versions.',
    schema: document,
  }),
  parameter: { name: 'sha256', schema: Sha256Hex, description: 'SHA-256 of the bytes.' },
  links: (dataset) => [toDocument(dataset, 'latest-version'), versionHistory, describedBy(dataset)],
};
