import type { FileKind } from '../domain/datasets/forms/paths.ts';

/** The media types of the files of a dataset, without parameters. */
export const mediaTypes: Readonly<Record<FileKind, string>> = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
  json_feed: 'application/feed+json',
  atom: 'application/atom+xml',
  croissant: 'application/ld+json',
  version: 'application/json',
  record: 'application/json',
  changes: 'application/json',
  table_csv: 'text/csv',
  table_parquet: 'application/vnd.apache.parquet',
};
