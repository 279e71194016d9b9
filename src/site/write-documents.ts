import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bytesOf, type Content } from '../http/document.ts';
import { listDocumentFiles } from './catalogue.ts';

/** Files that are written while others are made. */
const AT_ONCE = 8;

/** A larger content is written piece by piece. */
const WHOLE_BELOW_BYTES = 1_048_576;

/** A page or a file of public/ at the same address must not be written over. */
const ONLY_NEW = { flag: 'wx' };

const writeContent = async (file: string, content: Content): Promise<void> => {
  if (typeof content === 'string' || !('pieces' in content) || content.bytes < WHOLE_BELOW_BYTES) {
    await writeFile(file, bytesOf(content), ONLY_NEW);
    return;
  }
  const target = openSync(file, ONLY_NEW.flag);
  for (const piece of content.pieces()) writeFileSync(target, piece);
  closeSync(target);
};

/**
 * Writes every prebuilt document into the folder of a build. Astro's request, answer and file for each take several times as long.
 * @returns their paths, relative to the folder.
 * @throws Error when a document breaks its own schema, or when there is a file at its address.
 */
export const writeDocuments = async (folder: string): Promise<string[]> => {
  const files = await listDocumentFiles();
  for (const parent of new Set(files.map(({ path }) => dirname(path))))
    mkdirSync(join(folder, parent), { recursive: true });
  const waiting = files.values();
  const work = async (): Promise<void> => {
    for (const { path, content } of waiting) await writeContent(join(folder, path), await content());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return files.map(({ path }) => path.slice(1));
};
