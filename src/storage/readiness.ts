import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DatabaseLocation } from '../config/values.ts';
import { connect } from './connect.ts';
import type { Database } from './database.ts';
import { failureOf, StorageFailure } from './storage-failure.ts';

/** How long one result answers everybody who asks. */
const FRESH_MS = 1_000;

/** With less room than this on the disk, a commit of many requests may fail. */
const ROOM_MIN_BYTES = 8 * 1024 * 1024;

/** Failures of the check that are no accident of the moment. */
const signsOfDamage = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_IOERR']);

/** What the check of a SQLite file found: the damage, or undefined. Reads the whole file beside the running service. */
const findDamage = async (location: DatabaseLocation): Promise<StorageFailure | undefined> => {
  const operation = 'check the file at the start';
  // A connection of its own, so that the service does not wait for it.
  const knex = connect(location);
  try {
    const rows = await knex.raw<{ quick_check: string }[]>('PRAGMA quick_check(1)');
    return rows[0]?.quick_check === 'ok' ? undefined : new StorageFailure(operation, 'SQLITE_CORRUPT');
  } catch (thrown) {
    const failure = failureOf(thrown, operation);
    return signsOfDamage.has(failure.code) ? failure : undefined;
  } finally {
    await knex.destroy();
  }
};

/**
 * Whether the store can take writes (SPEC.md §15.2): it has room, commits a row of its own, is the file that was opened,
 * and was not found damaged. However many ask, one check runs at a time and at most one a second.
 * @param onDamage is told when the check of the file, which begins here and takes its time, finds it damaged.
 */
export const openReadiness = (
  { knex, write }: Database,
  location: DatabaseLocation,
  { now, onDamage }: { now: () => Date; onDamage: (failure: StorageFailure) => void },
) => {
  const filename = location.kind === 'sqlite' ? location.filename : undefined;
  let damage: StorageFailure | undefined;
  let latest: Promise<void> | undefined;
  let latestUntil = Infinity;

  if (filename !== undefined)
    void findDamage(location).then((found) => {
      if (found) onDamage((damage = found));
    });

  const probe = (): Promise<void> =>
    write('probe whether the store can be written', async () => {
      if (damage) throw damage;
      if (filename !== undefined) {
        const { bavail, bsize } = await statfs(dirname(filename));
        if (bavail * bsize < ROOM_MIN_BYTES) throw new StorageFailure('probe the room on the disk', 'no_room');
      }
      await knex('probe').insert({ id: 1, at: now().toISOString() }).onConflict('id').merge();
    });

  return {
    /** @throws ServiceError storage_unavailable */
    check(): Promise<void> {
      if (latest && performance.now() < latestUntil) return latest;
      latestUntil = Infinity;
      latest = probe().finally(() => (latestUntil = performance.now() + FRESH_MS));
      return latest;
    },
  };
};
