import { z } from 'zod';
import { listDocumentPieces } from '../../json/document-text.ts';
import { schemaId } from '../../vocabulary/service.ts';
import { enumOf } from '../../vocabulary/terms.ts';
import { Day } from '../../vocabulary/timestamp.ts';
import { DATA_LICENSE } from '../record/dataset.ts';
import { recordId } from '../record/record.ts';
import { countEvents, EventCounts, eventKindTerms } from './events.ts';
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

type Change = DatasetChanges['changes'][number];

/** The files of {@link changesForm}, the newest day first. One day can have a change of each record, so that none is kept. */
export const changesContents = ({
  dataset: { id },
  events,
  siteUrl,
}: Pick<FormInput, 'events' | 'siteUrl'> & { readonly dataset: { readonly id: string } }): NamedContent[] => {
  const paths = datasetPaths(id);
  const days = [...Map.groupBy(events, ({ on }) => on)];
  return days.map(([date, those], at) => {
    const about: Omit<DatasetChanges, 'changes'> = {
      ok: true,
      schema: schemaId('dataset-changes'),
      dataset: id,
      license: DATA_LICENSE,
      date,
      ...(at + 1 < days.length ? { previous: siteUrl + paths.changes(days[at + 1]![0]) } : {}),
      counts: countEvents(those),
    };
    const listChanges = function* (): Generator<Change> {
      for (const { record, name, kind, note } of those) {
        yield { record, name, kind, note, address: siteUrl + paths.record(record) };
      }
    };
    return { name: date, ...fileContent(() => listDocumentPieces(about, 'changes', listChanges())) };
  });
};
