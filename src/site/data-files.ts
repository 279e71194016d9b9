import type { DatasetFiles } from '../dataset-files/dataset-files.ts';
import { loadDataFiles } from '../dataset-files/load-files.ts';
import { type Dataset, datasets } from '../dataset-files/registry.ts';
import { DatasetChanges } from '../domain/datasets/forms/change-feed.ts';
import { type DataFile, formMediaTypes } from '../domain/datasets/forms/data-index.ts';
import { JsonFeed } from '../domain/datasets/forms/json-feed.ts';
import { recordId } from '../domain/datasets/record/record.ts';
import { Sha256Hex } from '../domain/json/sha256.ts';
import { Day } from '../domain/vocabulary/timestamp.ts';
import { type DocumentInstance, documentFiles, type PrebuiltDocument, type RouteFile } from '../http/document.ts';
import { z } from 'zod';

interface Listing extends Omit<PrebuiltDocument, 'id' | 'tag'> {
  readonly parameters?: NonNullable<DocumentInstance['parameters']>;
}

const operationName = (id: string): string =>
  id.replaceAll(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());

const route = (
  kind: string,
  listing: (dataset: Dataset) => Listing,
  files: (dataset: DatasetFiles) => readonly RouteFile[],
) =>
  documentFiles(
    datasets.map((dataset) => ({
      ...listing(dataset),
      id: `get${operationName(dataset.id)}${kind}`,
      tag: 'Datasets',
      params: { dataset: dataset.id },
    })),
    async () =>
      (await loadDataFiles(import.meta.env.SITE)).datasets.flatMap((dataset) =>
        files(dataset).map(({ params, content }) => ({ params: { dataset: dataset.id, ...params }, content })),
      ),
  );

const one = ({ content }: DataFile): readonly RouteFile[] => [{ params: {}, content }];

/** /data/{dataset}.ndjson */
export const ndjsonRoute = route(
  'Ndjson',
  ({ title }) => ({
    summary: `${title} as NDJSON`,
    description: 'The entries, one JSON text a line, in the order of the document.',
    schema: z.string(),
    mediaType: formMediaTypes.ndjson,
  }),
  ({ forms }) => one(forms.ndjson),
);

/** /data/{dataset}.csv */
export const csvRoute = route(
  'Csv',
  ({ title }) => ({
    summary: `${title} as CSV`,
    description:
      'The entries as a table (RFC 4180). A group of members is a column for each, a list is JSON text in its cell, and a text that a spreadsheet would run stands behind an apostrophe.',
    schema: z.string(),
    mediaType: formMediaTypes.csv,
  }),
  ({ forms }) => one(forms.csv),
);

/** /data/{dataset}/{sha256}.json */
export const versionRoute = route(
  'Version',
  ({ title, document }) => ({
    summary: `${title}, one version`,
    description: 'The document by the hash of its bytes; it never changes. The index of the data lists the versions.',
    schema: document,
    parameters: { sha256: { schema: Sha256Hex, description: 'SHA-256 of the bytes.' } },
  }),
  ({ versions }) => versions.map(({ name, content }) => ({ params: { sha256: name }, content })),
);

/** /data/{dataset}/records/{id}.json */
export const recordRoute = route(
  'Record',
  ({ title, entry }) => ({
    summary: `${title}, one record`,
    description: 'One record. A withdrawn record stays as a tombstone.',
    schema: entry,
    parameters: { id: { schema: recordId, description: 'The record.' } },
  }),
  ({ records }) => records.map(({ name, content }) => ({ params: { id: name }, content })),
);

/** /data/{dataset}/feed.json */
export const jsonFeedRoute = route(
  'Feed',
  ({ title }) => ({
    summary: `${title}, changes as a JSON Feed`,
    description: 'The newest changes, in the shape of JSON Feed 1.1.',
    schema: JsonFeed,
    mediaType: formMediaTypes.json_feed,
  }),
  ({ forms }) => one(forms.json_feed),
);

/** /data/{dataset}/feed.xml */
export const atomFeedRoute = route(
  'AtomFeed',
  ({ title }) => ({
    summary: `${title}, changes as Atom`,
    description: 'The newest changes, as RFC 4287 has it.',
    schema: z.string(),
    mediaType: formMediaTypes.atom,
  }),
  ({ forms }) => one(forms.atom),
);

/** /data/{dataset}/changes/{date}.json */
export const changesRoute = route(
  'Changes',
  ({ title }) => ({
    summary: `${title}, changes of a day`,
    description: 'What was added, changed and withdrawn on a day. The index of the data lists the days.',
    schema: DatasetChanges,
    parameters: { date: { schema: Day, description: 'The day, as the history of the records gives it.' } },
  }),
  ({ changes }) => changes.map(({ name, content }) => ({ params: { date: name }, content })),
);
