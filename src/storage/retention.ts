import type { Database } from './database.ts';

/** The last search for old texts. Times are RFC 3339. */
export interface RetentionRun {
  readonly endedAt: string;
  /** Every request received before this time has lost its text. */
  readonly doneBefore: string;
}

interface RetentionRow {
  id: number;
  ended_at: string;
  done_before: string;
}

/** What the processes that share the store know of the last search. */
export const retentionStore = ({ knex, read, write }: Database) => ({
  last: (): Promise<RetentionRun | undefined> =>
    read('look up the last retention', async () => {
      const row = await knex<RetentionRow>('retention').where({ id: 1 }).first();
      return row && { endedAt: row.ended_at, doneBefore: row.done_before };
    }),

  note: ({ endedAt, doneBefore }: RetentionRun): Promise<void> =>
    write('note the retention', async () => {
      await knex<RetentionRow>('retention')
        .insert({ id: 1, ended_at: endedAt, done_before: doneBefore })
        .onConflict('id')
        .merge();
    }),
});

export type RetentionStore = ReturnType<typeof retentionStore>;
