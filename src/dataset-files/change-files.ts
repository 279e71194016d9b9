import { rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDraft } from '../whole-file.ts';

/** The text that each file gets, by its path from the root, or undefined where it is removed. */
export type FileChanges = ReadonlyMap<string, string | undefined>;

/**
 * Changes all files, in their order, or none: every text is on disk before the first file is touched.
 * @param before the texts that the files have.
 * @throws the error of the operating system, when nothing was changed.
 */
export const changeFiles = async (
  root: string,
  before: ReadonlyMap<string, string>,
  changes: FileChanges,
): Promise<void> => {
  const touched: string[] = [];
  const drafts = new Map<string, string>();
  try {
    for (const [file, text] of changes) {
      if (text === undefined) continue;
      drafts.set(file, await writeDraft(join(root, file), text));
    }
    for (const [file, text] of changes) {
      if (text === undefined) await unlink(join(root, file));
      else await rename(drafts.get(file)!, join(root, file));
      touched.push(file);
    }
  } catch (error) {
    for (const draft of drafts.values()) await rm(draft, { force: true });
    for (const file of touched) await writeFile(join(root, file), before.get(file)!);
    throw error;
  }
};
