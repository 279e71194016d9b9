import { z } from 'zod';
import { enumOf, type Term } from '../../vocabulary/terms.ts';
import { Name, Sentence, Slug } from '../../vocabulary/text.ts';
import { Day } from '../../vocabulary/timestamp.ts';
import { Confidence, Doubts, Source } from './source.ts';

/** The kinds of change of a record. */
export const changeKindTerms = {
  added: { label: 'Added', meaning: 'the record was added.' },
  changed: { label: 'Changed', meaning: 'facts were added or put otherwise.' },
  corrected: { label: 'Corrected', meaning: 'what stood there was wrong; the note says what.' },
  source_changed: { label: 'Source changed', meaning: 'a source says something else than it did when it was read.' },
  criteria_changed: { label: 'Criteria changed', meaning: 'the record was read again by criteria that had changed.' },
} as const satisfies Record<string, Term>;

/** One entry in the history of a record. */
export const RecordChange = z
  .strictObject({
    on: Day.meta({ description: 'Day of the change.' }),
    kind: enumOf(changeKindTerms, 'What happened.'),
    note: Sentence.meta({ description: 'What changed, for readers.' }),
    field: Name.optional().meta({ description: 'The one member that changed, with dots: `layers.dispute.level`.' }),
    from: Sentence.optional().meta({ description: 'Its value before, as text; absent if it was not there.' }),
    to: Sentence.optional().meta({ description: 'Its value after, as text; absent if it is no longer there.' }),
  })
  .meta({ description: 'One entry in the history of the record.' });
export type RecordChange = z.infer<typeof RecordChange>;

/** The permanent name of a record. */
export const recordId = Slug.meta({
  description:
    'Permanent name of the record, equal to its file name. Never reused, and kept when the subject is renamed.',
});

/** The last members of every record, in the order in which they are published. */
export const recordEnd = {
  confidence: Confidence,
  doubts: Doubts,
  sources: z.array(Source).min(1).meta({ description: 'Where the facts come from; at least one.' }),
  compiled_on: Day.meta({
    description:
      'Day on which the record was last compiled. No date in it is later, but for checks that were observed since.',
  }),
  changes: z
    .array(RecordChange)
    .min(1)
    .meta({ description: 'The history of the record, oldest first; it begins with `added`.' }),
  withdrawn_on: Day.optional().meta({
    description: 'Day on which the record was withdrawn. It stays as a tombstone, so that links to it keep working.',
  }),
  withdrawn_reason: Sentence.optional().meta({ description: 'Why it was withdrawn.' }),
};

/** The members that the records of every dataset have. */
export type DatasetRecord = z.infer<z.ZodObject<{ id: typeof recordId } & typeof recordEnd>>;

/** One event in the history of a record: a change or its withdrawal. */
export interface RecordEvent extends Omit<RecordChange, 'kind'> {
  readonly kind: RecordChange['kind'] | 'withdrawn';
}

/** The events of a record, oldest first: its changes, then its withdrawal. */
export const eventsOf = (record: DatasetRecord): RecordEvent[] => [
  ...record.changes,
  ...(record.withdrawn_on === undefined
    ? []
    : [{ on: record.withdrawn_on, kind: 'withdrawn' as const, note: record.withdrawn_reason ?? '' }]),
];

/** What an event says, for people: its note, and the member that it names with its values. */
export const saidOf = ({ note, field, from = 'none', to = 'none' }: RecordEvent): string =>
  field === undefined ? note : `${note} (${field}: ${from} → ${to})`;

/** The day of the last event of a record. */
export const lastModifiedOf = (record: DatasetRecord): Day => eventsOf(record).at(-1)!.on;

/** The records that have not been withdrawn. */
export const presentOf = <R extends DatasetRecord>(records: readonly R[]): R[] =>
  records.filter((record) => record.withdrawn_on === undefined);

/** A member of a record that lists the ids of other records. */
export interface RecordLink<Member extends string = string> {
  readonly member: Member;
  /** Id of the dataset of those records. */
  readonly target: string;
  /** What the links lead to, for people, on the page of the record that has them. */
  readonly label: string;
  /** The same on the pages of the records that they lead to; absent where those do not show them. */
  readonly labelBack?: string;
  /** The member in which each of those records names this one; absent for one-way links. */
  readonly inverse?: string;
  /** A name for the links if following them from record to record must come to an end; absent if it need not. */
  readonly chain?: string;
}

/** The ids in a member that links; none without the record or the member. */
export const linkedIds = (record: DatasetRecord | undefined, member: string): readonly string[] =>
  (record as Readonly<Record<string, readonly string[] | undefined>> | undefined)?.[member] ?? [];
