import { loadPublishedFiles } from '../../dataset-files/load-published-files.ts';
import { DataPackage } from '../../domain/datasets/forms/data-package.ts';
import { documentFile } from '../../http/document.ts';

export const GET = documentFile(
  {
    id: 'getDataPackage',
    tag: 'Datasets',
    summary: 'Data package',
    description: 'The datasets and their tables with sizes, hashes, columns and keys, in the shape of Data Package 2.0.',
    schema: DataPackage,
  },
  async () => (await loadPublishedFiles(import.meta.env.SITE)).dataPackage,
);
