import { test } from 'vitest';
import { type Postgres, startPostgres } from './postgres.ts';

/** Started for the first file of a worker that needs it, and used by all of its files. */
const shared = test.extend('postgres', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const postgres = await startPostgres();
  onCleanup(() => postgres.stop());
  return postgres;
});

/** A PostgreSQL server for tests that take new databases of it and never stop it: other files do so, too. */
export const sharedPostgres = (): Pick<Postgres, 'newDatabase' | 'password'> => {
  let opened: Postgres;
  shared.beforeAll(({ postgres }) => void (opened = postgres));
  return {
    get password() {
      return opened.password;
    },
    newDatabase: () => opened.newDatabase(),
  };
};
