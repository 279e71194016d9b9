import { loadPublishedFiles } from '../dataset-files/load-published-files.ts';
import type { PublishedDataset } from '../domain/agent/status.ts';

/** Every dataset with the hash of its published bytes. */
export const publishedDatasets = (siteUrl: string): PublishedDataset[] =>
  loadPublishedFiles(siteUrl).datasets.map(({ indexed: { id, title, records, version, forms } }) => {
    const { address, sha256 } = forms.find(({ format }) => format === 'json')!;
    return { id, title, records, sha256, last_modified: version, address };
  });
