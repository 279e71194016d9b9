import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listDocumentFiles } from './catalogue.ts';

/** A page or a file of public/ at the same address must not be written over. */
const ONLY_NEW = { flag: 'wx' };

/**
 * Writes every prebuilt document into the folder of a build, but for what `public/` has put there. Astro's request, answer and
 * file for each take several times as long. With 10,000 records, writing several at once in the background takes two seconds
 * more than one after another.
 * @returns their paths, relative to the folder.
 * @throws Error when a document breaks its own schema, or when there is a file at its address.
 */
export const writeDocuments = async (folder: string): Promise<string[]> => {
  const files = await listDocumentFiles();
  for (const parent of new Set(files.map(({ path }) => dirname(path))))
    mkdirSync(join(folder, parent), { recursive: true });
  for (const { path, content, isPublic } of files)
    if (!isPublic) writeFileSync(join(folder, path), await content(), ONLY_NEW);
  return files.map(({ path }) => path.slice(1));
};
