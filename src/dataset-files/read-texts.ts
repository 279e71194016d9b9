import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { OBSERVATIONS_FOLDER } from '../domain/observation/observation.ts';
import { AGENT_FILE, type FileTexts } from './check.ts';
import { KEYS_FILE } from './check-keys.ts';
import { KNOWN_WORDS_FILE } from './check-known-words.ts';
import { RECEIPTS_FOLDER } from './check-receipts.ts';
import { SECOND_READING_FILE } from './check-second-reading.ts';
import { publishedFiles } from './published-versions.ts';
import { datasets } from './registry.ts';

const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};

/**
 * The texts of the dataset files on disk, with the last published versions, by path from the root of
 * the project, each read when it is asked for: together they are larger than their records. Missing files are left out.
 * @param root folder that holds `datasets/`.
 * @throws the error of the operating system, then, when a file cannot be read.
 */
export const readDatasetTexts = (root: string): FileTexts => {
  const single = [
    AGENT_FILE,
    KEYS_FILE,
    KNOWN_WORDS_FILE,
    SECOND_READING_FILE,
    publishedFiles.log,
    ...datasets.map(({ id }) => publishedFiles.last(id)),
  ];
  const files = [
    ...[...datasets.map(({ folder }) => folder), RECEIPTS_FOLDER, OBSERVATIONS_FOLDER].flatMap((folder) =>
      filesIn(join(root, folder)),
    ),
    ...single.map((file) => join(root, file)).filter((file) => existsSync(file)),
  ];
  const texts = {};
  for (const file of files) {
    const get = () => readFileSync(file, 'utf8');
    Object.defineProperty(texts, relative(root, file).split(sep).join('/'), { enumerable: true, get });
  }
  return texts;
};
