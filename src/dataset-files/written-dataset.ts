import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexedDataset } from '../domain/datasets/forms/data-index.ts';
import { datasetPaths } from '../domain/datasets/forms/paths.ts';
import type { PublishedFile } from '../domain/datasets/forms/published-file.ts';
import type { DatasetFiles } from './build-dataset-files.ts';
import { type DatasetId, datasetOf } from './registry.ts';

/** The files of a dataset that are written, in plain values, so that one thread can hand them to another. */
export interface WrittenDataset {
  readonly id: DatasetId;
  readonly files: readonly Omit<PublishedFile, 'pieces'>[];
  readonly indexed: IndexedDataset;
}

/** What another thread needs to know of written files. */
export const describeWritten = ({ dataset, all, indexed }: DatasetFiles): WrittenDataset => ({
  id: dataset.id as DatasetId,
  files: all.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
  indexed,
});

/** The files again, their contents read from the folder in which they were written. */
export const readWritten = ({ id, files, indexed }: WrittenDataset, folder: string): DatasetFiles => {
  const all = files.map((file) => ({ ...file, pieces: () => [readFileSync(join(folder, file.path))] }));
  return {
    dataset: datasetOf(id),
    all,
    document: all.find(({ path }) => path === datasetPaths(id).document)!,
    indexed,
  };
};
