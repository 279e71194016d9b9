import { loadDataFiles } from '../../datasets/load-files.ts';
import { datasets } from '../../datasets/registry.ts';
import { documentFiles } from '../../http/document.ts';
import { datasetDocument } from '../_datasets.ts';

export const { GET, getStaticPaths } = documentFiles(datasets.map(datasetDocument), async () =>
  (await loadDataFiles(import.meta.env.SITE)).datasets.map(({ id, forms }) => ({
    params: { dataset: id },
    content: forms.json.content,
  })),
);
