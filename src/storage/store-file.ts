import { chmodSync, closeSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StorageFailure } from './storage-failure.ts';
import { markOfFile, type StoreMark } from './store-mark.ts';

const PRIVATE = 0o600;
const OTHERS = 0o077;

const statOf = (path: string) => statSync(path, { throwIfNoEntry: false });

/** How every file of SQLite begins that has something in it. */
const BEGINNING = Buffer.from('SQLite format 3\0');

/** @throws StorageFailure for what is no file of SQLite, before anything about it is changed. */
const expectDatabase = (filename: string): void => {
  const found = statOf(filename);
  if (found && !found.isFile()) throw new StorageFailure('opening the store', 'not_a_file');
  if (!found?.size) return;
  const beginning = Buffer.alloc(BEGINNING.length);
  const file = openSync(filename, 'r');
  readSync(file, beginning);
  closeSync(file);
  if (!beginning.equals(BEGINNING)) throw new StorageFailure('opening the store', 'SQLITE_NOTADB');
};

/** Takes away what others may do with a file. SQLite gives its two other files the mode of the first. */
const makePrivate = (path: string): void => {
  const found = statOf(path);
  if (process.platform !== 'win32' && found && (found.mode & OTHERS) !== 0) chmodSync(path, PRIVATE);
};

/** The file of a SQLite store (SPEC.md §15.4). */
export interface StoreFile extends StoreMark {
  /** Whether the file is the one that was opened, still at its place. */
  isInPlace(): boolean;
}

/**
 * Prepares the file for SQLite: it exists and is private to its user (0600).
 * @throws UnusableStore when there was a store and its file is missing or empty; StorageFailure for what is no such file.
 */
export const prepareStoreFile = (filename: string): StoreFile => {
  const mark = markOfFile(filename);
  mkdirSync(dirname(filename), { recursive: true, mode: 0o700 });
  if (!statOf(filename)?.size) mark.refuseNew();
  expectDatabase(filename);
  closeSync(openSync(filename, 'a', PRIVATE));
  for (const path of [filename, `${filename}-wal`, `${filename}-shm`]) makePrivate(path);
  let opened = statSync(filename);
  return {
    refuseNew: mark.refuseNew,
    settle() {
      opened = statSync(filename);
      mark.settle();
    },
    isInPlace() {
      const found = statOf(filename);
      return found?.ino === opened.ino && found.dev === opened.dev;
    },
  };
};
