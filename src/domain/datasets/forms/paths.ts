/** The paths of the files of a dataset from the base address (SPEC.md §6.3). A second placeholder tells files of one kind apart. */
export const filePaths = {
  json: '/static/{dataset}.json',
  ndjson: '/data/{dataset}.ndjson',
  csv: '/data/{dataset}.csv',
  parquet: '/data/{dataset}.parquet',
  json_feed: '/data/{dataset}/feed.json',
  atom: '/data/{dataset}/feed.xml',
  croissant: '/data/{dataset}/croissant.json',
  version: '/data/{dataset}/{sha256}.json',
  record: '/data/{dataset}/records/{id}.json',
  changes: '/data/{dataset}/changes/{date}.json',
  table_csv: '/data/{dataset}/tables/{table}.csv',
  table_parquet: '/data/{dataset}/tables/{table}.parquet',
} as const;
export type FileKind = keyof typeof filePaths;

/** The path of a file of a dataset. @param name the value of the second placeholder. */
export const filePath = (kind: FileKind, dataset: string, name = ''): string =>
  filePaths[kind].replace('{dataset}', dataset).replace(/\{\w+\}/, name);

/** The paths of the pages of a dataset and of the files that others link to, from the base address. */
export const datasetPaths = (dataset: string) => ({
  page: `/${dataset}`,
  recordPage: (id: string) => `/${dataset}/${id}`,
  document: filePath('json', dataset),
  version: (sha256: string) => filePath('version', dataset, sha256),
  record: (id: string) => filePath('record', dataset, id),
  changes: (day: string) => filePath('changes', dataset, day),
});

/** The paths of the documents about all datasets, or about one without being a form of it, from the base address. */
export const dataPaths = {
  index: '/data/index.json',
  dataPackage: '/data/datapackage.json',
  checksums: '/data/SHA256SUMS',
  manifest: '/data/manifest.json',
  queries: '/queries.sql',
  watched: '/data/watched.json',
  scope: '/data/agent-accountability-map/scope.json',
  families: '/data/governance-decision-memory/families.json',
  secondReading: '/data/agent-accountability-map/second-reading.json',
} as const;
