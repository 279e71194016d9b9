import { describe, expect, test } from 'vitest';
import { connect } from '../../src/storage/connect.ts';
import { openDatabase, openExisting } from '../../src/storage/database.ts';
import { LATEST, migrate, versionOf, versionProblem } from '../../src/storage/migrate.ts';
import { newFolder } from '../support/server.ts';
import { sharedPostgres } from '../support/shared-postgres.ts';
import { dialects } from '../support/stores.ts';

describe.each(dialects)('a store on %s', (dialect) => {
  const postgres = dialect === 'PostgreSQL' ? sharedPostgres() : undefined;
  const newLocation = async () =>
    postgres
      ? ({ kind: 'postgres', url: await postgres.newDatabase() } as const)
      : ({ kind: 'sqlite', filename: `${await newFolder()}/service.db` } as const);

  test('whose schema cannot be made whole has none of it', async () => {
    const location = await newLocation();
    const knex = connect(location);
    // In the way of one of the last tables.
    await knex.schema.createTable('service_keys', (table) => void table.text('kid'));
    await expect(migrate(knex, location.kind, () => undefined)).rejects.toThrow('service_keys');
    expect(await knex.schema.hasTable('intake')).toBe(false);
    expect(await versionOf(knex)).toBe(0);
    await knex.schema.dropTable('service_keys');
    await migrate(knex, location.kind, () => undefined);
    expect(await versionOf(knex)).toBe(LATEST);
    await knex.destroy();
  });

  test('is made by the service, once by two that start together, and by no command', async () => {
    const location = await newLocation();
    await expect(openExisting(location)).rejects.toThrow('there is no store');
    // Processes that share PostgreSQL may start together.
    const together = postgres ? [openDatabase(location), openDatabase(location)] : [openDatabase(location)];
    for (const db of [...(await Promise.all(together)), await openExisting(location)]) {
      expect(await db.knex('intake')).toEqual([]);
      await db.close();
    }
  });
});

test('a schema of another version is named with what to do', () => {
  expect(versionProblem(2, 2)).toBeUndefined();
  expect(versionProblem(1, 2)).toContain('its schema has version 1, and this program uses 2. Start the service');
  expect(versionProblem(3, 2)).toContain('a newer program wrote it');
});
