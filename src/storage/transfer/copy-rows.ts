import type { Knex } from 'knex';
import type { Dialect } from '../database.ts';
import { UnusableStore } from '../storage-failure.ts';
import { pagesOf, type Row, type Snapshot } from './snapshot.ts';
import { checkSame, digestStore, type StoreDigest } from './table-digest.ts';
import { truthColumns } from './tables.ts';

const forPostgres = (row: Row): Row => ({
  ...row,
  ...Object.fromEntries(truthColumns.filter((column) => column in row).map((column) => [column, Boolean(row[column])])),
});

/**
 * Copies every row of a snapshot, and compares both stores afterwards. Rows that are there already are brought up to date,
 * so that a copy that was broken off goes on.
 * @param onRows is told how many rows were written.
 * @returns the digests of both.
 * @throws UnusableStore when they differ in the end.
 */
export const copyRows = async (
  source: Snapshot,
  target: Knex,
  dialect: Dialect,
  onRows: (count: number) => void = () => undefined,
): Promise<StoreDigest> => {
  for (const table of source.tables) {
    const { name, key, rows, isNumbered } = table;
    // The source may have lost some that an earlier attempt copied.
    if (rows === 'passing') await target(name).delete();
    for await (const page of pagesOf(source.knex, table)) {
      const query = target(name)
        .insert(dialect === 'postgres' ? page.map(forPostgres) : page)
        .onConflict(key);
      await (rows === 'fixed' ? query.ignore() : query.merge());
      onRows(page.length);
    }
    if (dialect === 'postgres' && isNumbered)
      await target.raw(
        `SELECT setval(pg_get_serial_sequence('${name}', '${key}'), max(${key})) FROM ${name} HAVING count(*) > 0`,
      );
  }
  const expected = await digestStore(source);
  const differences = checkSame(expected, await digestStore({ knex: target, tables: source.tables }));
  if (differences.length > 0) throw new UnusableStore(`the copy is not what was copied: ${differences.join('; ')}`);
  return expected;
};
