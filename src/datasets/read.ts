import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { FileTexts } from './check.ts';
import { datasets } from './registry.ts';

const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw thrown;
  }
};

/**
 * The texts of the dataset files on disk, by their path from the root of the project: what the
 * build sees. A folder that is not there gives no file.
 * @param root folder that holds `datasets/`.
 * @throws the error of the operating system when a file cannot be read.
 */
export const readDatasets = (root: string): FileTexts => {
  const agent = filesIn(join(root, 'datasets')).filter(
    (file) => relative(root, file) === join('datasets', 'agent.yaml'),
  );
  const files = [...datasets.flatMap(({ folder }) => filesIn(join(root, folder))), ...agent];
  return Object.fromEntries(
    files.map((file) => [relative(root, file).split(sep).join('/'), readFileSync(file, 'utf8')]),
  );
};
