import type { IntakeRecord } from '../domain/intake.ts';
import type { Database } from './database.ts';

/** What is kept of a request from a robot: what its public status says, and neither text, sender nor contact. */
export type Decoy = Pick<IntakeRecord, 'id' | 'kind' | 'received_at' | 'body_sha256' | 'receipt_hash_sha256'>;

/** The number of decoys that are kept (SPEC.md §4.6); a new one takes the place of the oldest. */
const DECOYS_MAX = 1_000;

const columns = ['id', 'kind', 'received_at', 'body_sha256', 'receipt_hash_sha256'] as const;

/** The decoys in the store. Every method throws `storage_unavailable` when the store cannot be used. */
export const decoyStore = ({ knex, read, write }: Database) => ({
  add: ({ id, kind, received_at, body_sha256, receipt_hash_sha256 }: Decoy): Promise<void> =>
    write('store a decoy', () =>
      knex.transaction(async (trx) => {
        await trx('decoys').insert({ id, kind, received_at, body_sha256, receipt_hash_sha256 });
        await trx.raw('DELETE FROM decoys WHERE number <= (SELECT max(number) FROM decoys) - ?', [DECOYS_MAX]);
      }),
    ),

  find: (id: string): Promise<Decoy | undefined> =>
    read('look up a decoy', () =>
      knex<Decoy>('decoys')
        .where({ id })
        .first(...columns),
    ),
});

export type DecoyStore = ReturnType<typeof decoyStore>;
