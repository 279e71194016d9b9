import { z } from 'zod';
import { documentText } from '../../json/document-text.ts';
import { schemaId } from '../../vocabulary/service.ts';
import { enumOf } from '../../vocabulary/terms.ts';
import { Day } from '../../vocabulary/timestamp.ts';
import { DATA_LICENSE } from '../record/dataset.ts';
import { recordId } from '../record/record.ts';
import { countEvents, type DatasetEvent, EventCounts, eventKindTerms } from './events.ts';
import { datasetPaths } from './paths.ts';
import { type PublishedFile, publishedFile } from './published-file.ts';

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
