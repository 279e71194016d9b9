/** Where the text of the licence of all published data is (SPEC.md §16.2). */
export const DATA_LICENSE_URL = 'https://creativecommons.org/licenses/by/4.0/';

/** The id of every dataset, in display order. Its own file, because addresses can be told apart without loading a dataset. */
export const datasetIds = [
  'verified-agent-observatory',
  'agent-accountability-map',
  'governance-decision-memory',
] as const;
export type DatasetId = (typeof datasetIds)[number];
