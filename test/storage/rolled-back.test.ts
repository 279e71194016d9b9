import { expect, test } from 'vitest';
import { storeCopies } from '../support/store-copies.ts';

const copies = await storeCopies();

test('a transaction that SQLite gave up by itself is an outage of the store, in which nothing was accepted, and no defect', () =>
  copies.use(async (db) => {
    const failing = db.write('store requests', () =>
      db.knex.transaction(async (trx) => {
        // As SQLite does it when the disk is full, before Knex rolls back.
        await trx.raw('ROLLBACK');
        throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
      }),
    );
    const refused = await failing.catch((thrown: unknown) => thrown);
    expect(refused).toMatchObject({ code: 'storage_unavailable', members: {} });
    expect(await db.read('count', () => db.knex('intake').count())).toHaveLength(1);
  }));
