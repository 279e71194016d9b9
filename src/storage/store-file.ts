import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { UnusableStore } from './storage-failure.ts';

const PRIVATE = 0o600;
const OTHERS = 0o077;

/** The file beside a store that says that there is one, so that a store that vanished is missed. */
const markerOf = (filename: string): string => `${filename}.exists`;

const markerText = (filename: string): string =>
  `This folder has a store in ${basename(filename)}. It holds the requests of people and what was spent on anchors.
If that file is missing, restore it from a backup. Only to begin with an empty store, delete this file.
`;

const statOf = (path: string) => statSync(path, { throwIfNoEntry: false });

/** Takes away what others may do with a file. SQLite gives its two other files the mode of the first. */
const makePrivate = (path: string): void => {
  const found = statOf(path);
  if (process.platform !== 'win32' && found && (found.mode & OTHERS) !== 0) chmodSync(path, PRIVATE);
};

/** The file of a SQLite store (SPEC.md §15.4). */
export interface StoreFile {
  /** @throws UnusableStore when a store without tables stands where there was one. */
  refuseNew(): void;
  /** Notes that there is a store from now on, and which file it is. */
  settle(): void;
  /** Whether the file is the one that was opened, still at its place. */
  isInPlace(): boolean;
}

/**
 * Prepares the file for SQLite: it exists and is private to its user (0600).
 * @throws UnusableStore when there was a store and its file is missing or empty.
 */
export const prepareStoreFile = (filename: string): StoreFile => {
  const marker = markerOf(filename);
  const refuseNew = (): void => {
    if (existsSync(marker))
      throw new UnusableStore(
        `there was a store, and it is missing or empty. Nothing was changed. Restore ${basename(filename)} from a backup. Only to begin with an empty store, which knows no request and nothing of what was spent on anchors, delete ${marker} and start again`,
      );
  };
  mkdirSync(dirname(filename), { recursive: true, mode: 0o700 });
  if (!statOf(filename)?.size) refuseNew();
  closeSync(openSync(filename, 'a', PRIVATE));
  for (const path of [filename, `${filename}-wal`, `${filename}-shm`]) makePrivate(path);
  let opened = statSync(filename);
  return {
    refuseNew,
    settle() {
      opened = statSync(filename);
      if (!existsSync(marker)) writeFileSync(marker, markerText(filename), { mode: PRIVATE });
    },
    isInPlace() {
      const found = statOf(filename);
      return found?.ino === opened.ino && found.dev === opened.dev;
    },
  };
};
