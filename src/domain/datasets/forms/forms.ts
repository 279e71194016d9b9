import { documentPieces } from '../../json/document-text.ts';
import { type RecordColumn, recordColumns } from '../record/columns.ts';
import type { Dataset, DatasetDocument } from '../record/dataset.ts';
import type { DatasetEvent } from './changes.ts';
import { buildAtomFeed, jsonFeedText, type Publisher } from './feeds.ts';
import type { FileKind } from './paths.ts';
import { csvLines, parquetBytes } from './table-files.ts';

/** A text, bytes, or the pieces of a text that would be too long for one string. */
export type Content = string | Uint8Array<ArrayBuffer> | Iterable<string>;

/** The current state of a dataset, from which its forms are made. */
export interface FormInput extends Publisher {
  readonly dataset: Dataset;
  readonly document: DatasetDocument;
  /** The events of its records, the newest first. */
  readonly events: readonly DatasetEvent[];
}

/** A form that is one file. */
export interface WholeForm {
  /** Its name in the index. */
  readonly format: FileKind;
  /** The text of its link on the page of the dataset. */
  readonly label: string;
  readonly content: (input: FormInput) => Content;
}

/** A form with a file for each side table of a dataset. */
export interface TableForm {
  /** Its name in the index. */
  readonly format: 'csv' | 'parquet';
  readonly content: (columns: readonly RecordColumn[], rows: readonly object[]) => Content;
}

/** The forms that are one file, in the order in which they are listed. */
export const wholeForms: readonly WholeForm[] = [
  {
    format: 'json',
    label: 'JSON, the whole document',
    content: ({ document }) => documentPieces(document),
  },
  {
    format: 'ndjson',
    label: 'NDJSON, one record per line',
    content: ({ document: { entries } }) => entries.values().map((record) => `${JSON.stringify(record)}\n`),
  },
  {
    format: 'csv',
    label: 'CSV, one record per row',
    content: ({ dataset, document }) => csvLines(recordColumns(dataset.record), document.entries),
  },
  {
    format: 'parquet',
    label: 'Parquet, one record per row',
    content: ({ dataset, document }) => parquetBytes(recordColumns(dataset.record), document.entries),
  },
  {
    format: 'json_feed',
    label: 'Changes as a JSON Feed',
    content: ({ dataset, events, ...publisher }) => jsonFeedText(dataset, events, publisher),
  },
  {
    format: 'atom',
    label: 'Changes as an Atom feed',
    content: ({ dataset, events, ...publisher }) => buildAtomFeed(dataset, events, publisher),
  },
];

/** The forms of a side table. */
export const tableForms: readonly TableForm[] = [
  { format: 'csv', content: csvLines },
  { format: 'parquet', content: parquetBytes },
];
