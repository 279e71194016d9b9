import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** File texts by path from the root of the project, with forward slashes. */
export type FileTexts = Readonly<Record<string, string>>;

/**
 * The texts of all files in a folder and below it. Hidden files are left out; a missing folder has none.
 * @param folder path from the root.
 * @throws the error of the operating system when a file cannot be read.
 */
export const readFiles = (root: string, folder: string): FileTexts => {
  try {
    const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => join(entry.parentPath, entry.name));
    return Object.fromEntries(
      files.map((file) => [relative(root, file).split(sep).join('/'), readFileSync(file, 'utf8')]),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
};

/** The texts of the dataset files on disk. @param root folder that holds `datasets/`. */
export const readDatasetTexts = (root: string): FileTexts => readFiles(root, 'datasets');
