import { z } from 'zod';
import { loadPublishedFiles } from '../../dataset-files/load-published-files.ts';
import { documentFile } from '../../http/document.ts';

export const GET = documentFile(
  {
    id: 'getChecksums',
    tag: 'Datasets',
    summary: 'Checksums of the data',
    description:
      'SHA-256 of every file of the datasets but this one and the manifest, for `sha256sum -c`. Paths are relative to the base address: run it in a folder that holds `data/` and `static/`.',
    schema: z.string(),
    mediaType: 'text/plain',
  },
  async () => (await loadPublishedFiles(import.meta.env.SITE)).checksums,
);
