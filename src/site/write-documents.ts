import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Content } from '../http/document.ts';
import { listDocumentFiles } from './catalogue.ts';

const writeContent = (file: string, content: Content): void => {
  // A page or a file of public/ at the same address must not be written over.
  const target = openSync(file, 'wx');
  if (typeof content === 'string' || !('pieces' in content)) writeFileSync(target, content);
  else for (const piece of content.pieces()) writeFileSync(target, piece);
  closeSync(target);
};

/**
 * Writes every prebuilt document into the folder of a build. Astro's request, answer and file for each take ten times as long.
 * @returns their paths, relative to the folder.
 * @throws Error when a document breaks its own schema, or when there is a file at its address.
 */
export const writeDocuments = async (folder: string): Promise<string[]> => {
  const made = new Set<string>();
  const files = await listDocumentFiles();
  for (const { path, content } of files) {
    const parent = dirname(join(folder, path));
    if (!made.has(parent)) mkdirSync(parent, { recursive: true });
    made.add(parent);
    writeContent(join(folder, path), await content());
  }
  return files.map(({ path }) => path.slice(1));
};
