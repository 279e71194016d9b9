import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { UnusableStore } from './storage-failure.ts';

const PRIVATE = 0o600;
/** What a folder of keys says that is read-only or belongs to another user. There is no mark then. */
const notOurs = new Set(['EACCES', 'EPERM', 'EROFS']);

/** A file that says that there is a store, so that a store that vanished is missed (SPEC.md §15.4). */
export interface StoreMark {
  /** @throws UnusableStore when there was a store; for a store that is missing or without tables. */
  refuseNew(): void;
  /** Notes that there is a store from now on. */
  settle(): void;
}

/** @param path the file. @param store what the operator restores, such as the name of the file of the store. */
const storeMark = (path: string, store: string): StoreMark => ({
  refuseNew() {
    if (existsSync(path))
      throw new UnusableStore(
        `there was a store, and it is missing or empty. Nothing was changed. Restore ${store} from a backup. Only to begin with an empty store, which knows no request and nothing of what was spent on anchors, delete ${path} and start again`,
      );
  },
  settle() {
    if (existsSync(path)) return;
    const text = `There is a store in ${store}. It holds the requests of people and what was spent on anchors.
If it is missing, restore it from a backup. Only to begin with an empty store, delete this file.
`;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, text, { mode: PRIVATE });
  },
});

/** The mark of a SQLite store stands beside it. */
export const markOfFile = (filename: string): StoreMark => storeMark(`${filename}.exists`, basename(filename));

/**
 * The mark of a PostgreSQL database stands on this machine, beside the key of the service. What it says was true before the
 * database is looked at: another process may make the tables meanwhile.
 */
export const markOfDatabase = (url: string, keyFile: string): StoreMark => {
  const { hostname, port, pathname } = new URL(url);
  const database = [hostname, port || '5432', pathname.slice(1)].join('-').replaceAll(/[^\w.-]/g, '_');
  const path = `${dirname(keyFile)}/postgres-${database}.exists`;
  const mark = storeMark(path, `the database ${pathname.slice(1)}`);
  const wasThere = existsSync(path);
  return {
    refuseNew() {
      if (wasThere) mark.refuseNew();
    },
    settle() {
      try {
        mark.settle();
      } catch (failure) {
        if (!notOurs.has((failure as NodeJS.ErrnoException).code ?? '')) throw failure;
      }
    },
  };
};
