import type { Knex } from 'knex';
import type { Dialect } from './database.ts';

/** Lets the store refuse every change and deletion of the rows of a table. @param reason what the refusal says. */
export const makeAppendOnly = async (
  trx: Knex.Transaction,
  dialect: Dialect,
  table: string,
  reason: string,
): Promise<void> => {
  if (dialect === 'sqlite') {
    for (const act of ['UPDATE', 'DELETE']) {
      await trx.raw(
        `CREATE TRIGGER ${table}_no_${act.toLowerCase()} BEFORE ${act} ON ${table} BEGIN SELECT RAISE(ABORT, '${reason}'); END`,
      );
    }
    return;
  }
  await trx.raw(
    `CREATE FUNCTION ${table}_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${reason}'; END $$`,
  );
  await trx.raw(
    `CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${table}_append_only()`,
  );
};
