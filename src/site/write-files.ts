import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bytesOf, type Content } from '../http/document.ts';

/** A larger content is written piece by piece. */
const WHOLE_BELOW_BYTES = 1_048_576;

/** A page or a file of public/ at the same address must not be written over. */
const ONLY_NEW = { flag: 'wx' };

const writeContent = (file: string, content: Content): void => {
  if (typeof content === 'string' || !('pieces' in content) || content.bytes < WHOLE_BELOW_BYTES) {
    writeFileSync(file, bytesOf(content), ONLY_NEW);
    return;
  }
  const target = openSync(file, ONLY_NEW.flag);
  for (const piece of content.pieces()) writeFileSync(target, piece);
  closeSync(target);
};

/** A file to write, with its address. */
export interface FileToWrite {
  readonly path: string;
  readonly content: () => Content | Promise<Content>;
}

/**
 * Writes new files below a folder, one after another: a build has a thread for what it writes, and handing many small files
 * to others takes longer than writing them.
 * @throws Error when there is a file at one of the addresses, and whatever the making of a content throws.
 */
export const writeFiles = async (folder: string, files: readonly FileToWrite[]): Promise<void> => {
  for (const parent of new Set(files.map(({ path }) => dirname(path))))
    mkdirSync(join(folder, parent), { recursive: true });
  for (const { path, content } of files) writeContent(join(folder, path), await content());
};
