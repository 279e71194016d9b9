import { checksumsText } from '../domain/datasets/forms/checksums.ts';
import {
  buildDataIndex,
  type DataFile,
  dataFile,
  DataIndex,
  type IndexedDataset,
} from '../domain/datasets/forms/data-index.ts';
import { buildDataPackage, DataPackage } from '../domain/datasets/forms/data-package.ts';
import { dataPaths } from '../domain/datasets/forms/paths.ts';
import { checkedText } from '../domain/json/document-text.ts';
import { recordColumns } from '../domain/datasets/record/columns.ts';
import { buildDatasetFiles, type DatasetFiles, type EarlierVersion } from './dataset-files.ts';
import { findPublishedText, loadDocuments, loadPublishedLog } from './load.ts';
import { type DatasetId, datasets } from './registry.ts';

/** Every file under /data, and the documents under /static that they are forms of. */
export interface DataFiles {
  readonly datasets: readonly DatasetFiles[];
  readonly index: DataFile;
  readonly dataPackage: DataFile;
  readonly checksums: DataFile;
}

/** The versions of the log, the newest first, each once and without the latest. */
const earlierVersions = (id: DatasetId) => async (latest: string) => {
  const log = (loadPublishedLog()[id] ?? []).toReversed();
  const earlier = await Promise.all(
    log
      .filter((one, at) => one.sha256 !== latest && log.findIndex((other) => other.sha256 === one.sha256) === at)
      .map(async (one): Promise<EarlierVersion> => {
        const text = await findPublishedText(id, one.sha256);
        return { ...one, kept: true, available: text !== undefined, text };
      }),
  );
  return { kept: log.some((one) => one.sha256 === latest), earlier };
};

const buildAll = async (siteUrl: string): Promise<DataFiles> => {
  const documents = loadDocuments();
  const each: DatasetFiles[] = [];
  for (const dataset of datasets) {
    each.push(await buildDatasetFiles(dataset, documents[dataset.id] as never, earlierVersions(dataset.id), siteUrl));
  }
  const indexed = each.map((one) => one.indexed);
  const columns = new Map<string, ReturnType<typeof recordColumns>>(
    datasets.map(({ id, record }) => [id, recordColumns(record)]),
  );
  const index = dataFile(dataPaths.index, () => [
    checkedText({ summary: 'Index of the data', schema: DataIndex }, buildDataIndex(indexed, siteUrl)),
  ]);
  const dataPackage = dataFile(dataPaths.dataPackage, () => [
    checkedText(
      { summary: 'Data package', schema: DataPackage },
      buildDataPackage(indexed, (id) => columns.get(id)!, siteUrl),
    ),
  ]);
  const files = each.flatMap(({ forms, versions, records, changes }) => [
    ...Object.values(forms),
    ...versions,
    ...records,
    ...changes,
  ]);
  return {
    datasets: each,
    index,
    dataPackage,
    checksums: dataFile(dataPaths.checksums, () => [checksumsText([...files, index, dataPackage])]),
  };
};

let loaded: { readonly siteUrl: string; readonly files: Promise<DataFiles> } | undefined;

/**
 * Every file that the datasets are published as, for a base address. The same object at every call.
 * @throws Error when a dataset file is wrong or a document breaks its own schema.
 */
export const loadDataFiles = (siteUrl: string): Promise<DataFiles> => {
  if (loaded?.siteUrl !== siteUrl) loaded = { siteUrl, files: buildAll(siteUrl) };
  return loaded.files;
};

/** What is published of one dataset: addresses, sizes and hashes of its forms, versions and changes. */
export const datasetForms = async (id: DatasetId, siteUrl: string): Promise<IndexedDataset> =>
  (await loadDataFiles(siteUrl)).datasets.find((one) => one.id === id)!.indexed;
