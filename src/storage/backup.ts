import { existsSync } from 'node:fs';
import { link, mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { connectAsItIs } from './connect.ts';
import { versionOf } from './migrate.ts';
import { inWords } from './snapshot.ts';
import { UnusableStore } from './storage-failure.ts';
import { isStoreFile, markOf } from './store-file.ts';

const PRIVATE = 0o600;

/** @throws UnusableStore for a file that holds no store, and where SQLite finds damage. */
const expectSound = async (filename: string): Promise<void> => {
  const knex = connectAsItIs(filename);
  try {
    const [found] = await knex.raw<{ integrity_check: string }[]>('PRAGMA integrity_check(1)');
    if (found?.integrity_check !== 'ok') throw new UnusableStore('What was copied is damaged. Nothing was written.');
    if ((await versionOf(knex)) === 0) throw new UnusableStore('What was copied is no store of this service.');
  } finally {
    await knex.destroy();
  }
};

/** Puts the names in a folder on disk. */
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

/** Lets SQLite write a copy of a file that may be in use: its state at one moment, whatever is written meanwhile. */
const vacuumInto = async (from: string, filename: string): Promise<void> => {
  const source = connectAsItIs(from);
  try {
    await source.raw('VACUUM INTO ?', [filename]);
  } finally {
    await source.destroy();
  }
};

/**
 * Writes a SQLite store into a new file, which is whole and on disk when this resolves.
 * @throws Error when there is no store, it is damaged or there is a file at the place; then nothing is there that was not before.
 */
export const backUp = async (from: string, file: string): Promise<void> => {
  if (!isStoreFile(from)) throw new Error(`There is no store at ${from}.`);
  for (const path of [file, `${file}-wal`, `${file}-shm`])
    if (existsSync(path)) throw new Error(`${path} exists, and no file is overwritten. Move it away, or name another.`);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const part = `${file}.part`;
  await rm(part, { force: true });
  const created = await open(part, 'wx', PRIVATE);
  try {
    await vacuumInto(from, part);
    await expectSound(part);
    await created.sync();
    // Unlike a renaming, this never replaces a file.
    await link(part, file);
    await syncFolder(dirname(file));
  } catch (thrown) {
    throw inWords(thrown, `writing from ${from} to ${file}`);
  } finally {
    await created.close();
    await rm(part, { force: true });
  }
};

/** Restores a backup into a new file, and notes that there is a store. @throws Error as {@link backUp} does. */
export const restore = async (backup: string, filename: string): Promise<void> => {
  await backUp(backup, filename);
  markOf({ kind: 'sqlite', filename }).settle();
};
