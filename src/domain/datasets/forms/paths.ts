import type { Sha256Hex } from '../../json/sha256.ts';
import type { Day } from '../../vocabulary/timestamp.ts';

/** The paths of the pages of a dataset and of the files that others link to, relative to the base address (SPEC.md §6.3). */
export const datasetPaths = (dataset: string) => ({
  page: `/${dataset}`,
  recordPage: (id: string) => `/${dataset}/${id}`,
  document: `/static/${dataset}.json`,
  version: (sha256: Sha256Hex) => `/data/${dataset}/${sha256}.json`,
  record: (id: string) => `/data/${dataset}/records/${id}.json`,
  changes: (day: Day) => `/data/${dataset}/changes/${day}.json`,
});

/** The paths of the documents about all datasets, or about one without being a form of it, relative to the base address. */
export const dataPaths = {
  index: '/data/index.json',
  dataPackage: '/data/datapackage.json',
  checksums: '/data/SHA256SUMS',
  manifest: '/data/manifest.json',
  observations: '/data/verified-agent-observatory/observations.json',
  secondReading: '/data/agent-accountability-map/second-reading.json',
} as const;
