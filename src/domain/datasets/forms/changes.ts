import { z } from 'zod';
import { documentText } from '../../json/document-text.ts';
import type { Sha256Hex } from '../../json/sha256.ts';
import { schemaId } from '../../vocabulary/service.ts';
import { enumOf, type Term } from '../../vocabulary/terms.ts';
import { Day } from '../../vocabulary/timestamp.ts';
import { DATA_LICENSE, DataLicense } from '../record/dataset.ts';
import {
  changeKindTerms,
  type DatasetRecord,
  eventsOf,
  RecordChange,
  type RecordEvent,
  recordId,
} from '../record/record.ts';
import { datasetPaths } from './paths.ts';

/** What lists of files say of a file that the build writes and the service serves, by its path from the base address. */
export interface ListedFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: Sha256Hex;
}

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
      eventsOf(record).map((event, at) => ({ record: record.id, name: nameOf(record), ...event, number: at + 1 })),
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

/** /data/{dataset}/changes/{date}.json: the changes of a dataset on one day. */
export const DatasetChanges = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId('dataset-changes')),
    dataset: z.string().meta({ description: 'The dataset.' }),
    license: DataLicense,
    date: Day.meta({ description: 'The day of the changes.' }),
    changes: z
      .array(
        z.object({
          record: recordId,
          name: z.string().meta({ description: 'Name of the record.' }),
          kind: enumOf(eventKindTerms, 'Kind of change.'),
          ...RecordChange.omit({ on: true, kind: true }).shape,
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

/** The files of the days with changes of a dataset, the newest first. @param events the newest first. */
export const changesByDay = (
  dataset: string,
  events: readonly DatasetEvent[],
  siteUrl: string,
): { readonly date: Day; readonly path: string; readonly text: string }[] => {
  const paths = datasetPaths(dataset);
  return [...Map.groupBy(events, ({ on }) => on)].map(([date, those]) => {
    const document: DatasetChanges = {
      ok: true,
      schema: schemaId('dataset-changes'),
      dataset,
      license: DATA_LICENSE,
      date,
      changes: those.map(({ on: _on, number: _number, ...event }) => ({
        ...event,
        address: siteUrl + paths.record(event.record),
      })),
    };
    return { date, path: paths.changes(date), text: documentText(document) };
  });
};
