import { sha256Hex } from '../../domain/json/hash.ts';
import { pagesOf, type Row, type Snapshot } from './snapshot.ts';

/** The number of rows of a table, and one hash of all their values, whatever order and kind of store they come from. */
export interface TableDigest {
  readonly rows: number;
  readonly sha256: string;
}

/** Digests by the name of the table. */
export type StoreDigest = Readonly<Record<string, TableDigest>>;

const MODULUS = 1n << 256n;

const textOf = (value: Row[string]): string | null =>
  value === null ? null : typeof value === 'boolean' ? String(Number(value)) : String(value);

const hashOf = (row: Row): bigint =>
  BigInt(
    `0x${sha256Hex(
      JSON.stringify(
        Object.keys(row)
          .sort()
          .map((column) => [column, textOf(row[column]!)]),
      ),
    )}`,
  );

/** The digests of all tables. The hash of a table is the sum of the SHA-256 of its rows, modulo 2^256. */
export const digestStore = async ({ knex, tables }: Pick<Snapshot, 'knex' | 'tables'>): Promise<StoreDigest> => {
  const digests: Record<string, TableDigest> = {};
  for (const table of tables) {
    let [rows, sum] = [0, 0n];
    for await (const page of pagesOf(knex, table)) {
      rows += page.length;
      for (const row of page) sum = (sum + hashOf(row)) % MODULUS;
    }
    digests[table.name] = { rows, sha256: sum.toString(16).padStart(64, '0') };
  }
  return digests;
};

/** What differs between two stores, one sentence for each table. */
export const checkSame = (expected: StoreDigest, found: StoreDigest): string[] =>
  Object.entries(expected).flatMap(([table, { rows, sha256 }]) => {
    const other = found[table];
    if (other?.rows !== rows) return [`${table} has ${other?.rows ?? 'no'} rows instead of ${rows}`];
    return other.sha256 === sha256 ? [] : [`${table} has ${rows} rows, and not all of them are the same`];
  });
