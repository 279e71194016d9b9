import { loadDocuments } from '../dataset-files/load.ts';
import { loadDataFiles } from '../dataset-files/load-files.ts';
import type { Dataset } from '../dataset-files/registry.ts';
import type { PublishedDataset } from '../domain/agent/status.ts';
import type { DocumentInstance } from '../http/document.ts';

/** A dataset as a document that is built ahead. */
export const datasetDocument = (dataset: Dataset): DocumentInstance => ({
  id: `get${dataset.id.replaceAll(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())}`,
  tag: 'Datasets',
  summary: dataset.title,
  description: dataset.description,
  schema: dataset.document,
  params: { dataset: dataset.id },
});

/** Every dataset with the hash of the bytes it is published as. */
export const publishedDatasets = async (siteUrl: string): Promise<PublishedDataset[]> =>
  (await loadDataFiles(siteUrl)).datasets.map(({ id, indexed, forms }) => ({
    id,
    title: indexed.title,
    records: indexed.records,
    sha256: forms.json.sha256,
    last_modified: loadDocuments()[id].last_modified,
    address: siteUrl + forms.json.path,
  }));
