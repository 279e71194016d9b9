import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { FileTexts } from './check.ts';

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
 * The texts of files on disk, by path from the root of the project, each read when it is asked for: together they are
 * larger than their records. Missing files and folders are left out.
 * @param folders whose files are read, with those in folders below.
 * @throws the error of the operating system, then, when a file cannot be read.
 */
export const readFiles = (root: string, folders: readonly string[], single: readonly string[] = []): FileTexts => {
  const files = [
    ...folders.flatMap((folder) => filesIn(join(root, folder))),
    ...single.map((file) => join(root, file)).filter((file) => existsSync(file)),
  ];
  const texts = {};
  for (const file of files) {
    const get = () => readFileSync(file, 'utf8');
    Object.defineProperty(texts, relative(root, file).split(sep).join('/'), { enumerable: true, get });
  }
  return texts;
};
