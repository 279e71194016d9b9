import { buildFamilies } from '../domain/datasets/governance/families.ts';
import { type LinkedRecords, listLinkedRecords } from '../domain/datasets/record/links.ts';
import type { DatasetRecord } from '../domain/datasets/record/record.ts';
import { buildWatched } from '../domain/datasets/record/watched.ts';
import { parseDatasets } from './check.ts';
import { type KeptVersion, readVersions } from './published-versions.ts';
import { readDatasetTexts } from './read-files.ts';
import { type DatasetId, datasets, type Documents } from './registry.ts';

// The build runs in the root folder. Importing the files as modules would take as long as checking them.
const root = process.cwd();

const loadAll = () => {
  const texts = readDatasetTexts(root);
  const content = parseDatasets(texts);
  const documents = Object.fromEntries(
    datasets.map((dataset) => [dataset.id, dataset.build(content.records[dataset.id])]),
  ) as Documents;
  const entries = Object.fromEntries(Object.entries(documents).map(([id, document]) => [id, document.entries]));
  const versions = new Map(datasets.map(({ id }) => [id, readVersions(id, texts)]));
  const watchedSources = buildWatched(content.watched, content.records);
  return { ...content, documents, entries, versions, watchedSources, described: buildFamilies(content.families) };
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

/** What was looked at and is not in the map; undefined when nothing was. */
export const loadLeftOut = () => loadOnce().leftOut;

/** Families of decisions, as published. */
export const loadFamilies = () => loadOnce().described;

/** Cited files that were looked at again, as published. */
export const loadWatched = () => loadOnce().watchedSources;

/** The published versions of a dataset, oldest first. */
export const loadVersions = (dataset: DatasetId): readonly KeptVersion[] => loadOnce().versions.get(dataset)!;
