import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LinkedRecords, listLinkedRecords } from '../domain/datasets/record/linked-records.ts';
import type { DatasetRecord } from '../domain/datasets/record/record.ts';
import { sha256Hex } from '../domain/json/hash.ts';
import { parseDatasets } from './check.ts';
import { limitHeapGrowth } from './heap-growth.ts';
import { publishedFiles, readLog } from './published-versions.ts';
import { readDatasetTexts } from './read-texts.ts';
import { type DatasetId, datasets, type Documents } from './registry.ts';

// The build runs in the root folder. Importing the files as modules would take as long as checking them.
const root = process.cwd();

const loadAll = () => {
  const texts = readDatasetTexts(root);
  limitHeapGrowth(Object.keys(texts).length);
  const content = parseDatasets(texts);
  const documents = Object.fromEntries(
    datasets.map((dataset) => [dataset.id, dataset.build(content.records[dataset.id])]),
  ) as Documents;
  const entries = Object.fromEntries(Object.entries(documents).map(([id, document]) => [id, document.entries]));
  // The texts of the records are let go: with many records, they take as much memory as what was read from them.
  const lastVersions = Object.fromEntries(datasets.map(({ id }) => [id, texts[publishedFiles.last(id)]]));
  return { ...content, documents, entries, log: readLog(texts), lastVersions };
};

let loaded: ReturnType<typeof loadAll> | undefined;

/** Loads everything once. @throws Error whose message is the report of `npm run datasets` when a file is wrong. */
const loadOnce = () => (loaded ??= loadAll());

/** The document of every dataset, by id. The same object at every call. */
export const loadDocuments = (): Documents => loadOnce().documents;

/** The records to which the declared links lead from a record of a dataset, and those that name it, for its page. */
export const loadLinkedRecords = (dataset: DatasetId, record: DatasetRecord): LinkedRecords[] =>
  listLinkedRecords(datasets, loadOnce().entries, dataset, record);

/** The facts about the agent that the service speaks for. */
export const loadAgent = () => loadOnce().agent;

/** The published decision receipts, each with its hash, in the order of their files. */
export const loadReceipts = () => loadOnce().receipts;

/** The observations by record id. Records that were never observed have none. */
export const loadObservations = () => loadOnce().observations;

/** The public keys of the operator, in the order of their file. */
export const loadKeys = () => loadOnce().keys;

/** The second reading of the map; undefined when there was none. */
export const loadSecondReading = () => loadOnce().secondReading;

/** The log of published versions of every dataset, oldest first. */
export const loadPublishedLog = () => loadOnce().log;

/**
 * The bytes of a published version, as text; undefined when they are no longer kept.
 * @throws Error when the file does not have the hash that it is named after.
 */
export const findPublishedText = async (dataset: string, sha256: string): Promise<string | undefined> => {
  const file = publishedFiles.earlier(dataset, sha256);
  const last = loadOnce().lastVersions[dataset];
  if (last !== undefined && sha256Hex(last) === sha256) return last;
  const text = await readFile(join(root, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text !== undefined && sha256Hex(text) !== sha256) {
    throw new Error(`${file}: holds other bytes than its name says; expected the bytes as they were published`);
  }
  return text;
};
