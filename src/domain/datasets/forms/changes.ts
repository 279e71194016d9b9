import { z } from 'zod';
import { checkedText } from '../../json/document-text.ts';
import { schemaId } from '../../vocabulary/service.ts';
import { enumOf } from '../../vocabulary/terms.ts';
import { Day } from '../../vocabulary/timestamp.ts';
import { DATA_LICENSE } from '../record/dataset.ts';
import { recordId } from '../record/record.ts';
import { countEvents, type DatasetEvent, EventCounts, eventKindTerms } from './events.ts';
import { describedBy, type FormInput, type NamedContent, type PartForm, toDocument } from './form.ts';
import { datasetPaths } from './paths.ts';
import { fileContent } from './published-file.ts';

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

/** The changes of a dataset, one document per day, the newest day first. */
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

export const changesForm: PartForm = {
  path: datasetPaths('{dataset}').changes('{date}'),
  mediaType: 'application/json',
  listing: ({ title }) => ({
    name: 'Changes',
    summary: `${title}, changes of one day`,
    description: 'The records that were added, changed or withdrawn on one day. The index of the data lists the days.',
    schema: DatasetChanges,
  }),
  parameter: { name: 'date', schema: Day, description: 'The day of the changes.' },
  links: (dataset) => [toDocument(dataset, 'collection'), describedBy('dataset-changes')],
};

/** The files of {@link changesForm}, the newest day first. @throws Error when one breaks its own schema. */
export const changesContents = ({ dataset: { id, title }, events, siteUrl }: FormInput): NamedContent[] =>
  buildChanges(id, events, siteUrl).map((day) => ({
    name: day.date,
    ...fileContent(() => [checkedText({ summary: `${title}: changes of ${day.date}`, schema: DatasetChanges }, day)]),
  }));
