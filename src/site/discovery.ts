import { datasets } from '../dataset-files/registry.ts';
import type { ListedDataset } from '../domain/agent/discovery.ts';
import { datasetPaths } from '../domain/datasets/forms/paths.ts';

/** The datasets as catalogues list them. */
export const listedDatasets: readonly ListedDataset[] = datasets.map(({ id, title, description }) => ({
  id,
  title,
  description,
  path: datasetPaths(id).document,
}));
