import { loadPublishedFiles } from '../../dataset-files/load-published-files.ts';
import { DataIndex } from '../../domain/datasets/forms/data-index.ts';
import { documentFile } from '../../http/document.ts';

export const GET = documentFile(
  {
    id: 'getDataIndex',
    tag: 'Datasets',
    summary: 'Index of the data',
    description: 'Every form and version of every dataset, with addresses, sizes and hashes.',
    schema: DataIndex,
  },
  async () => (await loadPublishedFiles(import.meta.env.SITE)).index,
);
