import { loadDocuments } from '../datasets/load.ts';
import { type Dataset, datasets } from '../datasets/registry.ts';
import { sha256Hex } from '../domain/hash.ts';
import type { PublishedDataset } from '../domain/status.ts';
import { checkedText } from '../domain/document-text.ts';
import type { DocumentInstance } from '../http/document.ts';

/** Address of a dataset's document, relative to the base address (interface.md, Public reads). */
export const datasetPath = (id: string): string => `/static/${id}.json`;

/** A dataset as a document that is built ahead. */
export const datasetDocument = (dataset: Dataset): DocumentInstance & { readonly dataset: Dataset } => ({
  dataset,
  id: `get${dataset.id.replaceAll(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())}`,
  tag: 'Datasets',
  summary: dataset.title,
  description: dataset.description,
  schema: dataset.document,
  params: { dataset: dataset.id },
});

/** Every dataset with the hash of the bytes it is published as. */
export const publishedDatasets = (siteUrl: string): PublishedDataset[] =>
  datasets.map((dataset) => {
    const value = loadDocuments()[dataset.id];
    return {
      id: dataset.id,
      title: dataset.title,
      records: value.records,
      sha256: sha256Hex(checkedText(datasetDocument(dataset), value)),
      last_modified: value.last_modified,
      address: siteUrl + datasetPath(dataset.id),
    };
  });
