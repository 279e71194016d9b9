import type { DatabaseLocation } from '../../config/values.ts';
import { connect } from '../connect.ts';
import { describeLocation } from '../database.ts';
import { migrate, UNFINISHED_COPY, versionOf } from '../migrate.ts';
import { migrations } from '../migrations/index.ts';
import { prepareStoreFile } from '../store-file.ts';
import { copyRows } from './copy-rows.ts';
import { namingBoth, withSnapshot } from './snapshot.ts';
import { digestStore, type StoreDigest } from './table-digest.ts';
import { carriedTables } from './tables.ts';

const LATEST = migrations.at(-1)!.version;

/**
 * Copies a store into an empty one, of the same kind or of the other. Until every row is there and compared, no program
 * opens the new store; a copy that was broken off goes on when it is made again.
 * @returns the digests of both stores.
 * @throws Error when the target holds another store, or differs in the end.
 */
export const copyStore = (
  from: DatabaseLocation,
  to: DatabaseLocation,
  onRows?: (count: number) => void,
): Promise<StoreDigest> => {
  if (JSON.stringify(from) === JSON.stringify(to)) throw new Error('A store cannot be copied into itself.');
  return withSnapshot(from, async (source) => {
    if (source.version !== LATEST)
      throw new Error(
        `The store at ${describeLocation(from)} has schema version ${source.version}. Start the service with it, or restore the backup and do so: that brings it to version ${LATEST}.`,
      );
    const file = to.kind === 'sqlite' ? prepareStoreFile(to.filename) : undefined;
    const target = connect(to, false);
    const copying = async (): Promise<StoreDigest> => {
      if ((await versionOf(target)) < UNFINISHED_COPY) {
        await migrate(target, to.kind, { refuseNew: file?.refuseNew, connectUnlimited: () => connect(to, false) });
        const held = Object.values(await digestStore({ knex: target, tables: carriedTables }));
        if (held.some(({ rows }) => rows > 0))
          throw new Error(`The store at ${describeLocation(to)} is not empty. Nothing was copied: name an empty one.`);
        await target('schema_version').insert({ version: UNFINISHED_COPY });
      }
      const digest = await copyRows(source, target, to.kind, onRows);
      await target('schema_version').where({ version: UNFINISHED_COPY }).delete();
      file?.settle();
      return digest;
    };
    try {
      return await namingBoth(from, describeLocation(to), copying);
    } finally {
      await target.destroy();
    }
  });
};
