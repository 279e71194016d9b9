import { loadPublishedFiles } from '../dataset-files/load-published-files.ts';
import type { PublishedDataset } from '../domain/agent/status.ts';

/** Every dataset with the hash of its published bytes. */
export const publishedDatasets = async (siteUrl: string): Promise<PublishedDataset[]> =>
  (await loadPublishedFiles(siteUrl)).datasets.map(({ dataset: { id, title }, document, indexed }) => ({
    id,
    title,
    records: indexed.records,
    sha256: document.sha256,
    last_modified: indexed.version,
    address: siteUrl + document.path,
  }));
