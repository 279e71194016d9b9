import type { Knex } from 'knex';
import type { Database } from './database.ts';

/** What is done with the texts of requests. `purged` is a deletion because of the age. */
export type InboxAct = 'listed' | 'read' | 'exported' | 'deleted' | 'purged';

/** Who does it: a user of the system, or the service itself. */
export interface Actor {
  readonly who: string;
  readonly act: InboxAct;
}

/** One line of the trail. It names requests and holds nothing of their texts. */
export interface TrailLine extends Actor {
  /** RFC 3339. */
  readonly at: string;
  readonly ids: readonly string[];
}

interface TrailRow extends Actor {
  id: number;
  at: string;
  intake_ids: string;
}

/** Appends a line to the trail, in the transaction of what it is about. */
export const note = async (trx: Knex, { who, act }: Actor, ids: readonly string[], at: Date): Promise<void> => {
  await trx('inbox_trail').insert({ at: at.toISOString(), who, act, intake_ids: JSON.stringify(ids) });
};

/** Who read, exported and deleted texts of requests. Nothing is ever taken out. */
export const inboxTrail = ({ knex, read, write }: Database) => ({
  /** Notes what is about to be shown, before it is. No line without requests. */
  note: (actor: Actor, ids: readonly string[], at: Date): Promise<void> =>
    write('note access to requests', async () => {
      if (ids.length > 0) await note(knex, actor, ids, at);
    }),

  /** The newest lines first; with an id only those about this request. */
  list: ({ limit, id }: { readonly limit: number; readonly id?: string | undefined }): Promise<TrailLine[]> =>
    read('read the trail of the inbox', async () => {
      const query = knex<TrailRow>('inbox_trail').orderBy('id', 'desc').limit(limit);
      // Ids hold letters and digits only: the quotes of JSON make the match exact.
      if (id !== undefined) query.where('intake_ids', 'like', `%"${id}"%`);
      return (await query).map(({ at, who, act, intake_ids }) => ({
        at,
        who,
        act,
        ids: JSON.parse(intake_ids) as string[],
      }));
    }),
});

export type InboxTrail = ReturnType<typeof inboxTrail>;
