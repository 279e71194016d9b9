import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { DatabaseLocation } from '../config/values.ts';
import { StorageFailure, UnusableStore } from './storage-failure.ts';

const PRIVATE = 0o600;
const OTHERS = 0o077;
/** Failures of a folder that is read-only or belongs to another user. No mark is written there then. */
const notOurs = new Set(['EACCES', 'EPERM', 'EROFS']);

const statOf = (path: string) => statSync(path, { throwIfNoEntry: false });

/** How every file of SQLite begins that has something in it. */
const BEGINNING = Buffer.from('SQLite format 3\0');

/** Whether there is a SQLite file with something in it. @throws StorageFailure for what is no file of SQLite. */
export const isStoreFile = (filename: string): boolean => {
  const found = statOf(filename);
  if (found && !found.isFile()) throw new StorageFailure('opening the store', 'not_a_file');
  if (!found?.size) return false;
  const beginning = Buffer.alloc(BEGINNING.length);
  const file = openSync(filename, 'r');
  readSync(file, beginning);
  closeSync(file);
  if (!beginning.equals(BEGINNING)) throw new StorageFailure('opening the store', 'SQLITE_NOTADB');
  return true;
};

/** Takes away what others may do with a file. SQLite gives its two other files the mode of the first. */
const makePrivate = (path: string): void => {
  const found = statOf(path);
  if (process.platform !== 'win32' && found && (found.mode & OTHERS) !== 0) chmodSync(path, PRIVATE);
};

/** Whether the SQLite file is still the one that is there now. */
export const watchFile = (filename: string): (() => boolean) => {
  const opened = statSync(filename);
  return () => {
    const found = statOf(filename);
    return found?.ino === opened.ino && found.dev === opened.dev;
  };
};

/** A file that says that there is a store, so that a store that vanished is missed (SPEC.md §15.4). */
interface StoreMark {
  /** @throws UnusableStore when there was a store; for a store that is missing or without tables. */
  refuseNew(): void;
  /** Notes that there is a store from now on. */
  settle(): void;
}

/**
 * The mark of a SQLite store stands beside it, that of a PostgreSQL database on this machine beside the key of the service.
 * @param keyFile the file of the key; without it, a PostgreSQL database has no mark.
 */
export const markOf = (location: DatabaseLocation, keyFile?: string): StoreMark => {
  let [path, store] = ['', ''];
  if (location.kind === 'sqlite') [path, store] = [`${location.filename}.exists`, basename(location.filename)];
  else if (keyFile === undefined) return { refuseNew: () => undefined, settle: () => undefined };
  else {
    const { hostname, port, pathname } = new URL(location.url);
    const database = [hostname, port || '5432', pathname.slice(1)].join('-').replaceAll(/[^\w.-]/g, '_');
    [path, store] = [`${dirname(keyFile)}/postgres-${database}.exists`, `the database ${pathname.slice(1)}`];
  }
  // Read before the store is looked at: another process may make it meanwhile.
  const wasThere = existsSync(path);
  return {
    refuseNew() {
      if (wasThere)
        throw new UnusableStore(
          `there was a store, and it is missing or empty. Nothing was changed. Restore ${store} from a backup. Only to begin with an empty store, which knows no request and nothing of what was spent on anchors, delete ${path} and start again`,
        );
    },
    settle() {
      if (existsSync(path)) return;
      const text = `There is a store in ${store}. It holds the requests of people and what was spent on anchors.
If it is missing, restore it from a backup. Only to begin with an empty store, delete this file.
`;
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        writeFileSync(path, text, { mode: PRIVATE });
      } catch (failure) {
        if (!notOurs.has((failure as NodeJS.ErrnoException).code ?? '')) throw failure;
      }
    },
  };
};

/**
 * Prepares the file for SQLite: it exists and is private to its user (0600).
 * @param refuseNew throws when a missing or empty file must not be taken as a new store.
 * @throws StorageFailure for what is no file of SQLite, before anything about it is changed.
 */
export const prepareStoreFile = (filename: string, refuseNew: () => void): void => {
  if (!isStoreFile(filename)) refuseNew();
  mkdirSync(dirname(filename), { recursive: true, mode: 0o700 });
  closeSync(openSync(filename, 'a', PRIVATE));
  for (const path of [filename, `${filename}-wal`, `${filename}-shm`]) makePrivate(path);
};
