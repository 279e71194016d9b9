import { z } from 'zod';
import { countsUnder } from '../../vocabulary/counts.ts';
import { DATA_LICENSE } from '../record/dataset.ts';
import { datasetPaths } from './paths.ts';
import { changeKindTerms, type DatasetRecord, eventsOf, type RecordEvent, recordId } from '../record/record.ts';
import { schemaId } from '../../vocabulary/service.ts';
import { enumOf, type Term, valuesOf } from '../../vocabulary/terms.ts';
import { Day } from '../../vocabulary/timestamp.ts';

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

/** /data/{dataset}/changes/{date}.json: what happened to a dataset on a day. */
export const DatasetChanges = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId('dataset-changes')),
    dataset: z.string().meta({ description: 'The dataset.' }),
    license: z.literal(DATA_LICENSE).meta({ description: 'Licence of the data (SPDX).' }),
    date: Day.meta({ description: 'The day, as the history of the records gives it.' }),
    previous: z.url().optional().meta({ description: 'Changes of the day before it on which anything happened.' }),
    counts: EventCounts,
    changes: z
      .array(
        z.object({
          record: recordId,
          name: z.string().meta({ description: 'What people call the record.' }),
          kind: enumOf(eventKindTerms, 'What happened.'),
          note: z.string().meta({ description: 'What changed, or why it was withdrawn.' }),
          address: z.url().meta({ description: 'The record as it is today.' }),
        }),
      )
      .min(1),
  })
  .meta({
    id: schemaId('dataset-changes'),
    title: 'Changes of a dataset',
    description: 'The records that were added, changed or withdrawn on a day, from the history of the records.',
  });
export type DatasetChanges = z.infer<typeof DatasetChanges>;

/** The changes of a dataset, one document a day, the newest day first. */
export const buildChanges = (dataset: string, events: readonly DatasetEvent[], siteUrl: string): DatasetChanges[] => {
  const paths = datasetPaths(dataset);
  const days = [...Map.groupBy(events, ({ on }) => on)];
  return days.map(([date, those], at) => ({
    ok: true,
    schema: schemaId('dataset-changes'),
    dataset,
    license: DATA_LICENSE,
    date,
    ...(at + 1 < days.length ? { previous: siteUrl + paths.changes(days[at + 1]![0]) } : {}),
    counts: countEvents(those),
    changes: those.map(({ record, name, kind, note }) => ({
      record,
      name,
      kind,
      note,
      address: siteUrl + paths.record(record),
    })),
  }));
};
