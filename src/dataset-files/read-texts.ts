import { OBSERVATIONS_FOLDER } from '../domain/observation/observation.ts';
import type { FileTexts } from './check.ts';
import { AGENT_FILE } from './check-agent.ts';
import { KEYS_FILE } from './check-keys.ts';
import { KNOWN_WORDS_FILE } from './check-known-words.ts';
import { RECEIPTS_FOLDER } from './check-receipts.ts';
import { SECOND_READING_FILE } from './check-second-reading.ts';
import { publishedFiles } from './published-versions.ts';
import { readFiles } from './read-files.ts';
import { datasets } from './registry.ts';

/**
 * The texts of the dataset files on disk, with the last published versions, as {@link readFiles} gives them.
 * @param root folder that holds `datasets/`.
 */
export const readDatasetTexts = (root: string): FileTexts =>
  readFiles(
    root,
    [...datasets.map(({ folder }) => folder), RECEIPTS_FOLDER, OBSERVATIONS_FOLDER],
    [
      AGENT_FILE,
      KEYS_FILE,
      KNOWN_WORDS_FILE,
      SECOND_READING_FILE,
      publishedFiles.log,
      ...datasets.map(({ id }) => publishedFiles.last(id)),
    ],
  );
