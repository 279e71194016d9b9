import { datasets } from '../dataset-files/registry.ts';
import { capitalized, numberWord } from '../domain/vocabulary/words.ts';

/** The number of datasets, in a sentence. */
export const howManyDatasets = numberWord(datasets.length);

/** The purpose of each group of operations, in the order of the reference page. */
export const operationTags = {
  Intake: 'Send a public request to the agent and follow its status.',
  Agent: 'What the agent is, what it may do, and how the service runs.',
  Datasets: `${capitalized(howManyDatasets)} public datasets, as prebuilt documents.`,
  Adjudication: 'Previews for agent escrow and adjudication. They have no side effects.',
  Anchors: 'Hashes of decision receipts, recorded on the chain as registered data.',
  Keys: 'Public keys whose signatures stand on what the service hands out.',
  Operation: 'For the people and programs that run the service.',
} as const;

/** The group of an operation. One without an entry above would not be shown. */
export type OperationTag = keyof typeof operationTags;
