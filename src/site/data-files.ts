import { z } from 'zod';
import { contents, loadPublishedFiles } from '../dataset-files/load-published-files.ts';
import { mediaTypes } from '../dataset-files/media-types.ts';
import { datasets } from '../dataset-files/registry.ts';
import { ScopeDocument } from '../domain/datasets/accountability-map/scope.ts';
import { SecondReadingDocument } from '../domain/datasets/accountability-map/second-reading.ts';
import { DatasetChanges } from '../domain/datasets/forms/changes.ts';
import { Croissant } from '../domain/datasets/forms/croissant.ts';
import { DataIndex } from '../domain/datasets/forms/data-index.ts';
import { DataPackage } from '../domain/datasets/forms/data-package.ts';
import { JsonFeed } from '../domain/datasets/forms/feeds.ts';
import { dataPaths, type FileKind, filePath } from '../domain/datasets/forms/paths.ts';
import { FamiliesDocument } from '../domain/datasets/governance/families.ts';
import type { Dataset } from '../domain/datasets/record/dataset.ts';
import { recordId } from '../domain/datasets/record/record.ts';
import { WatchedDocument } from '../domain/datasets/record/watched.ts';
import { Sha256Hex } from '../domain/json/sha256.ts';
import { Day } from '../domain/vocabulary/timestamp.ts';
import { documentFiles, type DocumentInstance } from '../http/document.ts';

/** The entry of a kind of file in the API reference; it stands for every file of that kind. */
interface Listing {
  /** What it is, after the title of its dataset. */
  readonly what: string;
  readonly description: string;
  readonly schema?: z.ZodType;
  /** The second placeholder of its path. */
  readonly parameter?: { readonly name: string; readonly schema: z.ZodType<string>; readonly description: string };
}

const text = z.string();
const table = {
  name: 'table',
  schema: text,
  description: 'The side table. The index of the data lists the tables.',
};

const listingsOf = ({ description, document, entry }: Dataset): Record<FileKind, Listing> => ({
  json: { what: 'the whole document', description, schema: document },
  ndjson: { what: 'NDJSON', description: 'The entries, one JSON text per line, in the order of the document.' },
  csv: {
    what: 'CSV',
    description:
      'The entries as a table (RFC 4180). Each member of a group is a column, a list is JSON text in its cell, and a text that a spreadsheet would run as a formula has an apostrophe in front.',
  },
  parquet: { what: 'Parquet', description: 'The columns of the CSV form with their types, as Apache Parquet.' },
  json_feed: {
    what: 'changes as a JSON Feed',
    description: 'The newest changes, in the shape of JSON Feed 1.1.',
    schema: JsonFeed,
  },
  atom: { what: 'changes as Atom', description: 'The newest changes as an Atom feed (RFC 4287).' },
  version: {
    what: 'one version',
    description: 'The document by the hash of its bytes; it never changes. The index of the data lists the versions.',
    schema: document,
    parameter: { name: 'sha256', schema: Sha256Hex, description: 'SHA-256 of the bytes.' },
  },
  record: {
    what: 'one record',
    description: 'One record. A withdrawn record stays as a tombstone.',
    schema: entry,
    parameter: { name: 'id', schema: recordId, description: 'The record.' },
  },
  changes: {
    what: 'changes of one day',
    description: 'The records that were added, changed or withdrawn on one day. The index of the data lists the days.',
    schema: DatasetChanges,
    parameter: { name: 'date', schema: Day, description: 'The day of the changes.' },
  },
  table_csv: {
    what: 'a side table as CSV',
    description: 'A list that the records have (RFC 4180): one entry a row, joined to its record by `record`.',
    parameter: table,
  },
  table_parquet: {
    what: 'a side table as Parquet',
    description: 'The same table as Apache Parquet.',
    parameter: table,
  },
  croissant: {
    what: 'Croissant description',
    description: 'The tables of the dataset with their files and columns, as Croissant 1.1 (JSON-LD).',
    schema: Croissant,
  },
});

/** `table_csv` as a part of the name of an operation: `TableCsv`. */
const operationName = (words: string): string =>
  words.replaceAll(/(?:^|[-_])([a-z])/g, (_, letter: string) => letter.toUpperCase());

const ofDatasets = datasets.flatMap((dataset) =>
  Object.entries(listingsOf(dataset)).map(([name, { what, description, schema = text, parameter }]) => {
    const kind = name as FileKind;
    return {
      id: `get${operationName(dataset.id)}${kind === 'json' ? '' : operationName(kind)}`,
      summary: `${dataset.title}: ${what}`,
      description,
      schema,
      mediaType: mediaTypes[kind],
      path: filePath(kind, dataset.id, parameter && `{${parameter.name}}`),
      ...(parameter && { parameters: { [parameter.name]: parameter } }),
    };
  }),
);

/** The documents about the data. */
const aboutData = {
  index: {
    id: 'getDataIndex',
    path: dataPaths.index,
    summary: 'Index of the data',
    description: 'Every form and version of every dataset, with addresses, sizes and hashes.',
    schema: DataIndex,
  },
  dataPackage: {
    id: 'getDataPackage',
    path: dataPaths.dataPackage,
    summary: 'Data package',
    description:
      'The datasets and their tables with sizes, hashes, columns and keys, in the shape of Data Package 2.0.',
    schema: DataPackage,
  },
  watched: {
    id: 'getWatchedSources',
    path: dataPaths.watched,
    summary: 'Sources that were looked at again',
    description: 'Cited files of repositories: same text, changed, moved or gone, and the cited places that are lost.',
    schema: WatchedDocument,
  },
  scope: {
    id: 'getMapScope',
    path: dataPaths.scope,
    summary: 'What is in the accountability map',
    description: 'The criteria of what is in the map, and what was looked at and left out, with the reason.',
    schema: ScopeDocument,
  },
  families: {
    id: 'getDecisionFamilies',
    path: dataPaths.families,
    summary: 'Families of decisions',
    description: 'Which decisions are in the memory by a rule, and up to which day none of them is missing.',
    schema: FamiliesDocument,
  },
  secondReading: {
    id: 'getSecondReading',
    path: dataPaths.secondReading,
    summary: 'Second reading of the accountability map',
    description: 'Layers of the map read by two readers, how far they agree, and how each difference was settled.',
    schema: SecondReadingDocument,
  },
  checksums: {
    id: 'getChecksums',
    path: dataPaths.checksums,
    mediaType: 'text/plain',
    summary: 'Checksums of the data',
    description:
      'SHA-256 of every file of the datasets but this one and the manifest, for `sha256sum -c`. Paths are relative to the base address: run it in a folder that holds `data/` and `static/`.',
    schema: text,
  },
} as const;

const documents = [...ofDatasets, ...Object.values(aboutData)].map((listing): DocumentInstance => ({
  ...listing,
  tag: 'Datasets',
  params: {},
}));

/** The route `[...path]` in a folder of the pages: every file whose path begins with the folder. */
export const formRoute = (folder: string) =>
  documentFiles(
    documents.filter(({ path }) => path!.startsWith(folder)),
    () => {
      loadPublishedFiles(import.meta.env.SITE);
      return Promise.resolve(
        [...contents]
          .filter(([path]) => path.startsWith(folder))
          .map(([path, content]) => ({ params: { path: path.slice(folder.length) }, content: () => content })),
      );
    },
  );
