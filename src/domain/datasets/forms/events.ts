import { countsUnder } from '../../vocabulary/counts.ts';
import { type Term, valuesOf } from '../../vocabulary/terms.ts';
import { changeKindTerms, type DatasetRecord, eventsOf, type RecordEvent } from '../record/record.ts';

/** What can happen to a record, its withdrawal included. */
export const eventKindTerms = {
  ...changeKindTerms,
  withdrawn: { label: 'Withdrawn', meaning: 'the record was withdrawn and stays as a tombstone.' },
} as const satisfies Record<RecordEvent['kind'], Term>;

/** One thing that happened to one record of a dataset. */
export interface DatasetEvent extends RecordEvent {
  readonly record: string;
  /** What people call the record. */
  readonly name: string;
  /** Which entry of the history of the record it is, from 1. It never changes, since history only grows. */
  readonly number: number;
}

/** Everything that happened to the records, the newest day first, then by record, then the newest first. */
export const listEvents = <R extends DatasetRecord>(
  records: readonly R[],
  nameOf: (record: R) => string,
): DatasetEvent[] =>
  records
    .flatMap((record) =>
      eventsOf(record).map((event, at) => ({ ...event, record: record.id, name: nameOf(record), number: at + 1 })),
    )
    .toSorted((a, b) =>
      a.on === b.on
        ? a.record === b.record
          ? b.number - a.number
          : a.record < b.record
            ? -1
            : 1
        : a.on < b.on
          ? 1
          : -1,
    );

/** How often each kind occurs among events, zeros included. */
export const countEvents = (events: readonly RecordEvent[]) => {
  const counts = { added: 0, changed: 0, withdrawn: 0 };
  for (const { kind } of events) counts[kind] += 1;
  return counts;
};

export const EventCounts = countsUnder(valuesOf(eventKindTerms)).meta({ description: 'Events of each kind.' });
