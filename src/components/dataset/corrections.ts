import { loadDocuments } from '../../dataset-files/load.ts';
import { type DatasetId, datasetOf } from '../../dataset-files/registry.ts';
import { listEvents } from '../../domain/datasets/forms/changes.ts';
import { datasetPaths, filePath } from '../../domain/datasets/forms/paths.ts';
import type { DatasetRecord } from '../../domain/datasets/record/record.ts';
import { filledIntakePath } from '../../domain/intake-form.ts';
import { counted } from '../../domain/vocabulary/words.ts';
import { link, type Section } from './said.ts';

/** What is done about faults in a dataset, and every fault that was found in it. */
export const correctionsSection = (id: DatasetId): Section => {
  const { noun, nameOf } = datasetOf(id);
  const { page, recordPage } = datasetPaths(id);
  const entries: readonly DatasetRecord[] = loadDocuments()[id].entries;
  const faults = listEvents(entries, nameOf as (record: DatasetRecord) => string).filter(
    ({ kind }) => kind === 'corrected',
  );
  return {
    id: 'corrections',
    title: 'Corrections',
    paragraphs: [
      [
        link(filledIntakePath('bug', import.meta.env.SITE + page), 'Say what is wrong or missing'),
        `, with the address of the ${noun} and a source. Somebody compares it with the source. A fault is mended in the record, whose history then says what stood there; a published version is never changed. Whoever maintains what a ${noun} is about may object in the same way: what they publish becomes a source, and where the reading stays, a doubt. The person who wrote is not named.`,
      ],
      [
        `${counted(faults.length, 'fault')} found so far. Each is an event of kind “corrected” in the `,
        link(filePath('json_feed', id), 'feed'),
        faults.length > 0 ? ':' : '.',
      ],
    ],
    ...(faults.length > 0 && {
      table: {
        summary: 'Every fault that was found',
        heads: ['Record', 'Day', 'What stood there'],
        rows: faults.map(({ record, name, on, note }) => ({ cells: [link(recordPage(record), name), on, note] })),
      },
    }),
  };
};
