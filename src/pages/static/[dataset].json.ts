import { loadDocuments } from '../../datasets/load.ts';
import { datasets } from '../../datasets/registry.ts';
import { documentSet } from '../../http/document.ts';
import { datasetDocument } from '../_datasets.ts';

export const { GET, getStaticPaths } = documentSet(
  datasets.map(datasetDocument),
  ({ dataset }) => loadDocuments()[dataset.id],
);
