import { buildSecondReading, SecondReadingDocument } from '../domain/datasets/accountability-map/second-reading.ts';
import { buildDataManifest } from '../domain/datasets/forms/build-data-manifest.ts';
import { checksumsText } from '../domain/datasets/forms/checksums.ts';
import { buildDataIndex, DataIndex, type IndexedDataset } from '../domain/datasets/forms/data-index.ts';
import { buildDataPackage, DataPackage } from '../domain/datasets/forms/data-package.ts';
import { dataPaths } from '../domain/datasets/forms/paths.ts';
import { fileContent, type PublishedFile } from '../domain/datasets/forms/published-file.ts';
import { checkedText } from '../domain/json/document-text.ts';
import { buildObservations, ObservationsDocument } from '../domain/observation/observation.ts';
import { buildDatasetFiles, type DatasetFiles, type EarlierVersion } from './build-dataset-files.ts';
import {
  findPublishedText,
  loadAgent,
  loadDocuments,
  loadObservations,
  loadPublishedLog,
  loadSecondReading,
} from './load.ts';
import { type DatasetId, datasets } from './registry.ts';

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

const buildAll = async (siteUrl: string) => {
  const documents = loadDocuments();
  const publisher = { siteUrl, tagAuthority: loadAgent().tag_authority };
  const each: DatasetFiles[] = [];
  for (const dataset of datasets) {
    each.push(await buildDatasetFiles(dataset, documents[dataset.id], earlierVersions(dataset.id), publisher));
  }
  const indexed = each.map((one) => one.indexed);
  const file = (path: string, text: () => string): PublishedFile => ({ path, ...fileContent(() => [text()]) });
  const index = file(dataPaths.index, () =>
    checkedText({ summary: 'Index of the data', schema: DataIndex }, buildDataIndex(indexed, siteUrl)),
  );
  const dataPackage = file(dataPaths.dataPackage, () =>
    checkedText({ summary: 'Data package', schema: DataPackage }, buildDataPackage(each, siteUrl)),
  );
  const observations = file(dataPaths.observations, () =>
    checkedText({ summary: 'Observations', schema: ObservationsDocument }, buildObservations(loadObservations())),
  );
  const secondReading = file(dataPaths.secondReading, () =>
    checkedText({ summary: 'Second reading', schema: SecondReadingDocument }, buildSecondReading(loadSecondReading())),
  );
  const files = each.flatMap(({ all }) => all);
  const besides = { index, dataPackage, observations, secondReading };
  const checksums = file(dataPaths.checksums, () => checksumsText([...files, ...Object.values(besides)]));
  const manifest = buildDataManifest(indexed, checksums, siteUrl);
  return { datasets: each, files, ...besides, checksums, manifest };
};

let loaded: { readonly siteUrl: string; readonly files: ReturnType<typeof buildAll> } | undefined;

/**
 * All published files of the datasets for a base address, with the documents about them, checksums and manifest.
 * The same object at every call.
 * @throws Error when a dataset file is wrong or a document breaks its own schema.
 */
export const loadPublishedFiles = (siteUrl: string): ReturnType<typeof buildAll> => {
  if (loaded?.siteUrl !== siteUrl) loaded = { siteUrl, files: buildAll(siteUrl) };
  return loaded.files;
};

/** Addresses, sizes and hashes of the forms, versions and changes of one dataset. */
export const loadIndexedDataset = async (id: DatasetId, siteUrl: string): Promise<IndexedDataset> =>
  (await loadPublishedFiles(siteUrl)).datasets.find(({ dataset }) => dataset.id === id)!.indexed;
