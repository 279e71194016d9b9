import type { Database } from './database.ts';

/** Checks that the store can be written, by committing a row of its own. @throws ServiceError storage_unavailable */
export const probeWritable = ({ knex, write }: Database, at: Date): Promise<void> =>
  write('probe whether the store can be written', async () => {
    await knex('probe').insert({ id: 1, at: at.toISOString() }).onConflict('id').merge();
  });
