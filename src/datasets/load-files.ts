import { buildAtomFeed } from '../domain/atom-feed.ts';
import { buildChanges, type DatasetEvent, DatasetChanges, listEvents } from '../domain/change-feed.ts';
import { checksumsText } from '../domain/checksums.ts';
import {
  type AvailableVersion,
  buildDataIndex,
  type DataFile,
  DataIndex,
  type DatasetForm,
  type IndexedDataset,
  indexDataset,
} from '../domain/data-index.ts';
import { buildDataPackage, DataPackage } from '../domain/data-package.ts';
import { dataPaths, datasetPaths } from '../domain/dataset-paths.ts';
import { checkedText, documentText } from '../domain/document-text.ts';
import { sha256Hex } from '../domain/hash.ts';
import { buildJsonFeed, JsonFeed } from '../domain/json-feed.ts';
import { recordColumns } from '../domain/record-columns.ts';
import type { DatasetRecord } from '../domain/record.ts';
import { csvText, ndjsonText } from './csv.ts';
import { findPublishedText, loadDocuments, loadPublishedLog } from './load.ts';
import { type Dataset, type DatasetId, datasets } from './registry.ts';

/** A file of one dataset, with what tells it apart from the others of its kind: a hash, an id or a day. */
interface NamedFile extends DataFile {
  readonly name: string;
}

/** Every file that one dataset is published as. */
export interface DatasetFiles {
  readonly id: DatasetId;
  readonly forms: Readonly<Record<DatasetForm['format'], DataFile>>;
  readonly versions: readonly NamedFile[];
  readonly records: readonly NamedFile[];
  readonly changes: readonly NamedFile[];
  /** What the index and the pages say about them. */
  readonly indexed: IndexedDataset;
}

/** Every file under /data, and the documents under /static that they are forms of. */
export interface DataFiles {
  readonly datasets: readonly DatasetFiles[];
  readonly index: DataFile;
  readonly dataPackage: DataFile;
  readonly checksums: DataFile;
}

type Version = AvailableVersion & { readonly text: string | undefined };

/** The versions of a dataset, the newest first: the present one, then those of the log. */
const listVersions = async (
  id: DatasetId,
  present: { version: string; records: number; text: string },
): Promise<Version[]> => {
  const sha256 = sha256Hex(present.text);
  const log = (loadPublishedLog()[id] ?? []).toReversed();
  const { version, records, text } = present;
  const latest = { sha256, bytes: Buffer.byteLength(text), version, records, text, available: true };
  const earlier = await Promise.all(
    log
      .filter((one, at) => one.sha256 !== sha256 && log.findIndex((other) => other.sha256 === one.sha256) === at)
      .map(async (one): Promise<Version> => {
        const kept = await findPublishedText(id, one.sha256);
        return { ...one, kept: true, available: kept !== undefined, text: kept };
      }),
  );
  return [{ ...latest, kept: log.some((one) => one.sha256 === sha256) }, ...earlier];
};

interface Parts {
  readonly id: DatasetId;
  readonly title: string;
  readonly description: string;
  readonly record: Dataset['record'];
  readonly entry: Dataset['entry'];
  readonly nameOf: (record: DatasetRecord) => string;
  readonly buildEntry: (record: DatasetRecord) => unknown;
}

const buildFiles = async (dataset: Dataset, siteUrl: string): Promise<DatasetFiles> => {
  const { id, title, description, record, entry, nameOf, buildEntry } = dataset as unknown as Parts;
  const document = loadDocuments()[id];
  const entries: readonly DatasetRecord[] = document.entries;
  const paths = datasetPaths(id);
  const events: DatasetEvent[] = listEvents(entries, nameOf);
  const text = documentText(document);
  const about = { id, title, description };
  const forms = {
    json: { path: paths.document, text },
    ndjson: { path: paths.ndjson, text: ndjsonText(entries) },
    csv: { path: paths.csv, text: csvText(recordColumns(record), entries) },
    json_feed: {
      path: paths.jsonFeed,
      text: checkedText({ summary: `${title}: changes`, schema: JsonFeed }, buildJsonFeed(about, events, siteUrl)),
    },
    atom: { path: paths.atomFeed, text: buildAtomFeed(about, events, siteUrl) },
  };
  const changes = buildChanges(id, events, siteUrl).map((day) => ({
    path: paths.changes(day.date),
    name: day.date,
    date: day.date,
    text: checkedText({ summary: `${title}: changes of ${day.date}`, schema: DatasetChanges }, day),
  }));
  const versions = await listVersions(id, { version: document.version, records: document.records, text });
  const records = entries.map((one) => ({
    path: paths.record(one.id),
    name: one.id,
    text: checkedText({ summary: `${title}: ${one.id}`, schema: entry }, buildEntry(one)),
  }));
  const published = versions.map(({ text: _, ...version }) => version);
  return {
    id,
    forms,
    records,
    changes,
    versions: versions.flatMap(({ sha256, text: bytes }) =>
      bytes === undefined ? [] : [{ path: paths.version(sha256), name: sha256, text: bytes }],
    ),
    indexed: indexDataset(about, { document, forms, events, changes, versions: published }, siteUrl),
  };
};

const buildAll = async (siteUrl: string): Promise<DataFiles> => {
  const each = await Promise.all(datasets.map((dataset) => buildFiles(dataset, siteUrl)));
  const indexed = each.map((one) => one.indexed);
  const columns = new Map<string, ReturnType<typeof recordColumns>>(
    datasets.map(({ id, record }) => [id, recordColumns(record)]),
  );
  const index = {
    path: dataPaths.index,
    text: checkedText({ summary: 'Index of the data', schema: DataIndex }, buildDataIndex(indexed, siteUrl)),
  };
  const dataPackage = {
    path: dataPaths.dataPackage,
    text: checkedText(
      { summary: 'Data package', schema: DataPackage },
      buildDataPackage(indexed, (id) => columns.get(id)!, siteUrl),
    ),
  };
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
    checksums: { path: dataPaths.checksums, text: checksumsText([...files, index, dataPackage]) },
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
