import { z } from 'zod';
import { enumOf, type Term } from '../../vocabulary/terms.ts';
import { Sentence, Slug } from '../../vocabulary/text.ts';
import { Day } from '../../vocabulary/timestamp.ts';
import { Confidence, Doubts, Source } from './source.ts';

/** What happened to a record on a day. */
export const changeKindTerms = {
  added: { label: 'Added', meaning: 'the record came in.' },
  changed: { label: 'Changed', meaning: 'facts of the record were changed.' },
} as const satisfies Record<string, Term>;

/** One entry of a record's own history. */
export const RecordChange = z
  .strictObject({
    on: Day.meta({ description: 'Day of the change.' }),
    kind: enumOf(changeKindTerms, 'What happened.'),
    note: Sentence.meta({ description: 'What changed, for readers.' }),
  })
  .meta({ description: 'One entry of the record’s own history.' });
export type RecordChange = z.infer<typeof RecordChange>;

/** The permanent name of a record. */
export const recordId = Slug.meta({
  description: 'Permanent name of the record, equal to its file name. Never reused; a rename of the thing keeps it.',
});

/** The members that end every record, in the order in which they are published. */
export const recordEnd = {
  confidence: Confidence,
  doubts: Doubts,
  sources: z.array(Source).min(1).meta({ description: 'Where the facts come from; at least one.' }),
  compiled_on: Day.meta({ description: 'Day on which the record was last compiled. No date in it is later.' }),
  changes: z
    .array(RecordChange)
    .min(1)
    .meta({ description: 'The history of the record, oldest first; it begins with `added`.' }),
  withdrawn_on: Day.optional().meta({
    description: 'Day on which the record was withdrawn. It stays as a tombstone, so that links to it keep working.',
  }),
  withdrawn_reason: Sentence.optional().meta({ description: 'Why it was withdrawn.' }),
};

/** What the records of every dataset have in common. */
export type DatasetRecord = z.infer<z.ZodObject<{ id: typeof recordId } & typeof recordEnd>>;

/** One thing that happened to a record, a withdrawal included. */
export interface RecordEvent {
  readonly on: Day;
  readonly kind: RecordChange['kind'] | 'withdrawn';
  readonly note: string;
}

/** Everything that happened to a record, oldest first: its changes, then its withdrawal. */
export const eventsOf = (record: DatasetRecord): RecordEvent[] => [
  ...record.changes,
  ...(record.withdrawn_on === undefined
    ? []
    : [{ on: record.withdrawn_on, kind: 'withdrawn' as const, note: record.withdrawn_reason ?? '' }]),
];

/** The last day on which anything happened to a record. */
export const lastModifiedOf = (record: DatasetRecord): Day => eventsOf(record).at(-1)!.on;

/** The records that have not been withdrawn. */
export const presentOf = <R extends DatasetRecord>(records: readonly R[]): R[] =>
  records.filter((record) => record.withdrawn_on === undefined);
