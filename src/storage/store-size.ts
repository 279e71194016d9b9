import { stat } from 'node:fs/promises';
import type { DatabaseLocation } from '../config/values.ts';
import type { Database } from './database.ts';

const bytesOf = async (path: string): Promise<number> => (await stat(path).catch(() => undefined))?.size ?? 0;

/** The bytes that the store takes: of the SQLite file and its write-ahead log, or of the PostgreSQL database. */
export const storeBytes = ({ knex, read }: Database, location: DatabaseLocation): Promise<number> =>
  location.kind === 'sqlite'
    ? Promise.all([location.filename, `${location.filename}-wal`].map(bytesOf)).then(([file, log]) => file! + log!)
    : read('measure the store', async () => {
        const answer = await knex.raw<{ rows: { bytes: string }[] }>(
          'SELECT pg_database_size(current_database()) AS bytes',
        );
        return Number(answer.rows[0]!.bytes);
      });
