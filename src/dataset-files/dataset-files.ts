import { buildAtomFeed } from '../domain/datasets/forms/atom-feed.ts';
import { buildChanges, DatasetChanges, listEvents } from '../domain/datasets/forms/change-feed.ts';
import {
  type AvailableVersion,
  type DataFile,
  dataFile,
  type DatasetForm,
  type IndexedDataset,
  indexDataset,
} from '../domain/datasets/forms/data-index.ts';
import { datasetPaths } from '../domain/datasets/forms/paths.ts';
import { checkedText, documentText, listDocumentPieces } from '../domain/json/document-text.ts';
import { buildJsonFeed, JsonFeed } from '../domain/datasets/forms/json-feed.ts';
import { recordColumns } from '../domain/datasets/record/columns.ts';
import type { DatasetRecord } from '../domain/datasets/record/record.ts';
import { csvPieces, ndjsonPieces } from './csv.ts';
import type { Dataset, DatasetId, DocumentOf } from './registry.ts';

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

/** A version of the log of published versions, with its bytes where they are still kept. */
export type EarlierVersion = AvailableVersion & { readonly text: string | undefined };

interface Parts {
  readonly id: DatasetId;
  readonly title: string;
  readonly description: string;
  readonly record: Dataset['record'];
  readonly nameOf: (record: DatasetRecord) => string;
  readonly buildEntry: (record: DatasetRecord) => unknown;
}

/**
 * Every file of a dataset, measured, none of them kept: memory holds the records and one file at a time.
 * @param document the document of records that their schema has read.
 * @param earlierVersions gives the published versions other than the one with this hash, the newest first,
 * and whether the log holds that one too.
 * @throws Error when a document breaks its own schema.
 */
export const buildDatasetFiles = async <Id extends DatasetId>(
  dataset: Extract<Dataset, { id: Id }>,
  document: DocumentOf<Id>,
  earlierVersions: (latest: string) => Promise<{ kept: boolean; earlier: readonly EarlierVersion[] }>,
  siteUrl: string,
): Promise<DatasetFiles> => {
  const { id, title, description, record, nameOf, buildEntry } = dataset as unknown as Parts;
  const entries: readonly DatasetRecord[] = document.entries;
  const paths = datasetPaths(id);
  const events = listEvents(entries, nameOf);
  const about = { id, title, description };
  const columns = recordColumns(record);
  const whole = () => listDocumentPieces(document, 'entries');
  const forms = {
    json: dataFile(paths.document, whole),
    ndjson: dataFile(paths.ndjson, () => ndjsonPieces(entries)),
    csv: dataFile(paths.csv, () => csvPieces(columns, entries)),
    json_feed: dataFile(paths.jsonFeed, () => [
      checkedText({ summary: `${title}: changes`, schema: JsonFeed }, buildJsonFeed(about, events, siteUrl)),
    ]),
    atom: dataFile(paths.atomFeed, () => [buildAtomFeed(about, events, siteUrl)]),
  };
  const changes = buildChanges(id, events, siteUrl).map((day) => ({
    ...dataFile(paths.changes(day.date), () => [
      checkedText({ summary: `${title}: changes of ${day.date}`, schema: DatasetChanges }, day),
    ]),
    name: day.date,
    date: day.date,
  }));
  // Its record was checked when its file was read, and what stands around it is the same for all.
  const records = entries.map((one) => ({
    ...dataFile(paths.record(one.id), () => [documentText(buildEntry(one))]),
    name: one.id,
  }));
  const { version, records: count } = document;
  const { bytes, sha256 } = forms.json;
  const { kept, earlier } = await earlierVersions(sha256);
  const published = earlier.map(({ text: _, ...one }) => one);
  return {
    id,
    forms,
    records,
    changes,
    versions: [
      { ...forms.json, path: paths.version(sha256), name: sha256 },
      ...earlier.flatMap(({ sha256: name, text }) =>
        text === undefined ? [] : [{ ...dataFile(paths.version(name), () => [text]), name }],
      ),
    ],
    indexed: indexDataset(
      about,
      {
        document,
        forms,
        events,
        changes,
        versions: [{ sha256, bytes, version, records: count, kept, available: true }, ...published],
      },
      siteUrl,
    ),
  };
};
