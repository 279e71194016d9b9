import { loadDataFiles } from '../../dataset-files/load-files.ts';
import { datasets } from '../../dataset-files/registry.ts';
import { documentFiles } from '../../http/document.ts';
import { datasetDocument } from '../../site/datasets.ts';

export const { GET, getStaticPaths } = documentFiles(datasets.map(datasetDocument), async () =>
  (await loadDataFiles(import.meta.env.SITE)).datasets.map(({ id, forms }) => ({
    params: { dataset: id },
    content: forms.json.content,
  })),
);
