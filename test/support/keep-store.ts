/** Keeps a store written by the present schema version: `npx node test/support/keep-store.ts [version]`, once for each version. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '../../src/storage/connect.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import { fillStore } from './filled-store.ts';

const version = Number(process.argv[2] ?? migrations.at(-1)!.version);
const filename = join(import.meta.dirname, `../fixtures/stores/version-${version}.db`);
rmSync(filename, { force: true });
const open = () => connect({ kind: 'sqlite', filename });
const knex = open();
await knex.raw('PRAGMA journal_mode=DELETE');
await migrate(knex, 'sqlite', { refuseNew: undefined, connectUnlimited: open, upTo: version });
await fillStore(knex, version);
await knex.raw('PRAGMA journal_mode=DELETE');
await knex.raw('PRAGMA page_size=1024');
await knex.raw('VACUUM');
await knex.destroy();
