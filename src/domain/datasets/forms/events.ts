import { countsUnder } from '../../vocabulary/terms.ts';
import { type Term, valuesOf } from '../../vocabulary/terms.ts';
import { changeKindTerms, type DatasetRecord, eventsOf, type RecordEvent } from '../record/record.ts';

/** The kinds of event of a record, including its withdrawal. */
export const eventKindTerms = {
  ...changeKindTerms,
  withdrawn: { label: 'Withdrawn', meaning: 'the record was withdrawn and stays as a tombstone.' },
} as const satisfies Record<RecordEvent['kind'], Term>;

/** One event of one record of a dataset. */
export interface DatasetEvent extends RecordEvent {
  readonly record: string;
  /** The name of the record. */
  readonly name: string;
  /** The number of the event in the history of the record, from 1. It never changes, because history only grows. */
  readonly number: number;
}

/** The events of the records, the newest day first, then by record, then the newest first. */
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

/** The number of events of each kind, zeros included. */
export const countEvents = (events: readonly RecordEvent[]) => {
  const counts = { added: 0, changed: 0, withdrawn: 0 };
  for (const { kind } of events) counts[kind] += 1;
  return counts;
};

export const EventCounts = countsUnder(valuesOf(eventKindTerms)).meta({ description: 'Events of each kind.' });
