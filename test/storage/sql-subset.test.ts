import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../src/storage');

/**
 * What PostgreSQL has and CockroachDB lacks, has only in its latest versions, or reads in another way. With each, the files
 * that may use it, as OPERATIONS.md says under "CockroachDB".
 */
const outside: readonly [name: string, pattern: RegExp, files: readonly string[]][] = [
  ['triggers for a statement, with what it changed', /FOR EACH STATEMENT|REFERENCING/, ['migrations/004_counts.ts']],
  ['triggers for one column', /UPDATE OF/, ['migrations/004_counts.ts']],
  ['functions in PL/pgSQL', /plpgsql/i, ['append-only.ts', 'migrations/004_counts.ts']],
  ['locks of tables', /LOCK TABLE/, ['migrations/004_counts.ts']],
  ['tables without a log', /UNLOGGED/, ['migrations/009_client_counts.ts']],
  ['advisory locks', /pg_advisory/, ['anchor-decisions.ts', 'migrate.ts']],
  ['the size of a database', /pg_database_size/, ['store-size.ts']],
  ['the backend of a connection', /pg_backend_pid/, ['migrations/004_counts.ts']],
  ['sequences of a column', /pg_get_serial_sequence|setval/, ['transfer/copy-rows.ts']],
  ['messages between connections', /\b(LISTEN|NOTIFY|UNLISTEN)\b/, []],
  ['conflicts by the name of a constraint', /ON CONFLICT ON CONSTRAINT/i, []],
  ['places of rows and numbers of transactions', /\b(ctid|xmin|xmax|txid_\w+)\b/, []],
  ['rules, exclusions, inheritance and domains', /CREATE RULE|EXCLUDE USING|INHERITS|CREATE DOMAIN/, []],
  ['constraints that are checked later', /DEFERRABLE/, []],
  ['blocks without a name', /\bDO \$\$/, []],
  ['MERGE', /\bMERGE INTO\b/, []],
  ['cursors that outlive a transaction', /WITH HOLD/, []],
  ['extensions', /CREATE EXTENSION/, []],
];

const sources = (await Array.fromAsync(glob('**/*.ts', { cwd: folder }))).map((file) => ({
  file: file.replaceAll('\\', '/'),
  text: readFileSync(join(folder, file), 'utf8'),
}));

test.each(outside)('%s: in no statement of the store but those that are listed', (_, pattern, files) => {
  expect(sources.length).toBeGreaterThan(20);
  expect(
    sources
      .filter(({ text }) => pattern.test(text))
      .map(({ file }) => file)
      .toSorted(),
  ).toEqual(files);
});
