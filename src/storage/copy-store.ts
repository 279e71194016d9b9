import type { DatabaseLocation } from '../config/values.ts';
import { connect } from './connect.ts';
import { describeLocation } from './database.ts';
import { migrateWithin } from './migrate.ts';
import { copiedTables } from './schema.ts';
import { inWords, pagesOf, withSnapshot } from './snapshot.ts';
import { UnusableStore } from './storage-failure.ts';
import { markOf, prepareStoreFile } from './store-file.ts';

/** The number of copied rows, by the name of the table. */
export type CopiedRows = Readonly<Record<string, number>>;

/**
 * Copies a store into an empty database or a new file, of the same kind or of the other, in one transaction: one that is
 * broken off leaves nothing there.
 * @throws Error when the target holds a store.
 */
export const copyStore = (from: DatabaseLocation, to: DatabaseLocation): Promise<CopiedRows> =>
  withSnapshot(from, async (source) => {
    if (to.kind === 'sqlite') prepareStoreFile(to.filename, () => undefined);
    const target = connect(to, false);
    const copied: Record<string, number> = {};
    try {
      await target.transaction(async (trx) => {
        if ((await migrateWithin(trx, to.kind)) > 0)
          throw new UnusableStore(
            `There is a store at ${describeLocation(to)}. Nothing was copied: name an empty database or a new file.`,
          );
        for (const { name, key, isNumbered } of copiedTables) {
          copied[name] = 0;
          for await (const page of pagesOf(source.knex, name, key)) {
            await trx(name).insert(page);
            copied[name] += page.length;
          }
          if (to.kind === 'postgres' && isNumbered)
            await trx.raw(
              `SELECT setval(pg_get_serial_sequence('${name}', '${key}'), max(${key})) FROM ${name} HAVING count(*) > 0`,
            );
        }
      });
      markOf(to).settle();
      return copied;
    } catch (thrown) {
      throw inWords(thrown, `copying ${describeLocation(from)} into ${describeLocation(to)}`);
    } finally {
      await target.destroy();
    }
  });
