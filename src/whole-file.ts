import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Where a file is written before it has its name, apart from every other writer: processes in two containers often have the same
 * number. It begins with a dot: readers of the folder skip what a killed run leaves.
 */
const draftOf = (path: string): string => join(dirname(path), `.${basename(path)}.${randomUUID()}.partial`);

/** A draft that is older, in milliseconds, was left by a killed run. */
const LEFT_MS = 60_000;

/** Removes the drafts of a file that killed runs left: one may hold a private key. */
const removeLeft = async (path: string): Promise<void> => {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`.${basename(path)}.`) || !name.endsWith('.partial')) continue;
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > LEFT_MS) await rm(join(folder, name), { force: true });
  }
};

/**
 * Writes a text to disk beside a file.
 * @returns the path of the draft, which takes the place of the file when it is renamed.
 */
export const writeDraft = async (path: string, text: string, mode = 0o666): Promise<string> => {
  const draft = draftOf(path);
  await removeLeft(path);
  const file = await open(draft, 'wx', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } catch (failure) {
    await unlink(draft);
    throw failure;
  } finally {
    await file.close();
  }
  return draft;
};

/**
 * Writes a new file and the folders above it: whole or not at all, and never over a file that is there.
 * @param access modes of the file and of folders that are made.
 * @throws NodeJS.ErrnoException, with the code EEXIST when the path is taken.
 */
export const writeNewFile = async (
  path: string,
  text: string,
  access = { file: 0o666, folder: 0o777 },
): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: access.folder });
  const draft = await writeDraft(path, text, access.file);
  try {
    await link(draft, path);
  } finally {
    await unlink(draft).catch(() => undefined);
  }
};

/** Writes a file, over one that is there: that one stays until the new bytes are on disk. */
export const replaceFile = async (path: string, text: string): Promise<void> =>
  rename(await writeDraft(path, text), path);
