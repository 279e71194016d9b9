import { z } from 'zod';
import { documentText } from '../../json/document-text.ts';
import { sha256Hex } from '../../json/hash.ts';
import type { Sha256Hex } from '../../json/sha256.ts';
import { schemaId } from '../../vocabulary/service.ts';
import { countsUnder, enumOf, type Term, valuesOf } from '../../vocabulary/terms.ts';
import { Day } from '../../vocabulary/timestamp.ts';
import { DATA_LICENSE } from '../record/dataset.ts';
import { changeKindTerms, type DatasetRecord, eventsOf, type RecordEvent, recordId } from '../record/record.ts';
import { datasetPaths } from './paths.ts';

/** A file that the build writes and the service serves, by its path from the base address. */
export interface PublishedFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: Sha256Hex;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** A file with its size and hash. A text becomes UTF-8. */
export const publishedFile = (path: string, text: string | Uint8Array<ArrayBuffer>): PublishedFile => {
  const content = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return { path, bytes: content.length, sha256: sha256Hex(content), content };
};

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
const countEvents = (events: readonly RecordEvent[]) => {
  const counts = { added: 0, changed: 0, withdrawn: 0 };
  for (const { kind } of events) counts[kind] += 1;
  return counts;
};

export const EventCounts = countsUnder(valuesOf(eventKindTerms)).meta({ description: 'Events of each kind.' });

/** /data/{dataset}/changes/{date}.json: the changes of a dataset on one day. */
export const DatasetChanges = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId('dataset-changes')),
    dataset: z.string().meta({ description: 'The dataset.' }),
    license: z.literal(DATA_LICENSE).meta({ description: 'Licence of the data (SPDX).' }),
    date: Day.meta({ description: 'The day of the changes.' }),
    previous: z.url().optional().meta({ description: 'Changes of the previous day with any.' }),
    counts: EventCounts,
    changes: z
      .array(
        z.object({
          record: recordId,
          name: z.string().meta({ description: 'Name of the record.' }),
          kind: enumOf(eventKindTerms, 'Kind of change.'),
          note: z.string().meta({ description: 'What changed, or why it was withdrawn.' }),
          address: z.url().meta({ description: 'The current record.' }),
        }),
      )
      .min(1),
  })
  .meta({
    id: schemaId('dataset-changes'),
    title: 'Changes of a dataset',
    description: 'The records that were added, changed or withdrawn on one day.',
  });
export type DatasetChanges = z.infer<typeof DatasetChanges>;

/** A day with changes, and the file that lists them. */
export interface ChangesOfDay {
  readonly date: Day;
  readonly counts: z.infer<typeof EventCounts>;
  readonly file: PublishedFile;
}

/** The days with changes of a dataset, the newest first. @param events the newest first. */
export const changesByDay = (dataset: string, events: readonly DatasetEvent[], siteUrl: string): ChangesOfDay[] => {
  const paths = datasetPaths(dataset);
  const days = [...Map.groupBy(events, ({ on }) => on)];
  return days.map(([date, those], at) => {
    const counts = countEvents(those);
    const document: DatasetChanges = {
      ok: true,
      schema: schemaId('dataset-changes'),
      dataset,
      license: DATA_LICENSE,
      date,
      ...(at + 1 < days.length ? { previous: siteUrl + paths.changes(days[at + 1]![0]) } : {}),
      counts,
      changes: those.map(({ record, name, kind, note }) => ({
        record,
        name,
        kind,
        note,
        address: siteUrl + paths.record(record),
      })),
    };
    return { date, counts, file: publishedFile(paths.changes(date), documentText(document)) };
  });
};
