import { loadDocuments } from '../../dataset-files/load.ts';
import { loadIndexedDataset } from '../../dataset-files/load-published-files.ts';
import type { DatasetId } from '../../dataset-files/registry.ts';
import { listEvents } from '../../domain/datasets/forms/changes.ts';
import { datasetCitationOf } from '../../domain/datasets/forms/citation.ts';
import { wholeForms } from '../../domain/datasets/forms/forms.ts';
import { dataPaths, datasetPaths } from '../../domain/datasets/forms/paths.ts';
import {
  DATA_DISCLAIMER,
  DATA_LICENSE,
  DATA_LICENSE_URL,
  type Dataset,
  type DatasetDocument,
} from '../../domain/datasets/record/dataset.ts';
import { saidOf } from '../../domain/datasets/record/record.ts';
import { filledIntakePath } from '../../domain/intake-form.ts';
import { schemaPath } from '../../domain/vocabulary/service.ts';
import { counted, withCommas } from '../../domain/vocabulary/words.ts';
import { code, joined, link, list, type Section } from './said.ts';

/** A size in kilobytes, for people. */
const sizeOf = (bytes: number): string => `${withCommas(Math.max(1, Math.round(bytes / 1000)))} kB`;

/** Corrections on a page; the files of the days have all. */
const SHOWN = 5;

/** What is done about faults in a dataset, and how programs use it: its forms, its versions, its schemas and its hash. */
export const dataSections = ({ id, record, noun, nameOf }: Dataset<DatasetId>): Section[] => {
  const { schema, entries }: DatasetDocument = loadDocuments()[id];
  const { page, recordPage, changes } = datasetPaths(id);
  const corrected = listEvents(entries, nameOf).filter(({ kind }) => kind === 'corrected');
  const days = [...new Set(corrected.map(({ on }) => on))].map((day) => link(changes(day), day));
  const site = import.meta.env.SITE;
  const indexed = loadIndexedDataset(id, site);
  /** Links inside the site are relative, so that a mirror of it works. */
  const local = (address: string): string => address.replace(site, '');
  const recordSchema = (record.meta() as { id: string }).id;
  const versions = indexed.versions.map(({ version, sha256, address }) => [
    link(local(address), version),
    ' ',
    code(`${sha256.slice(0, 12)}…`),
  ]);
  const files = indexed.forms.map(({ format, address, bytes }) => {
    const { label } = wholeForms.find((form) => form.format === format)!;
    return [link(local(address), label), `, ${sizeOf(bytes)}`];
  });
  const tables = indexed.tables.map(({ name, forms }) => [
    code(name),
    ...forms.map(({ format, address, bytes }) => [', ', link(local(address), format), ` ${sizeOf(bytes)}`]),
  ]);
  return [
    {
      id: 'corrections',
      title: 'Corrections',
      paragraphs: [
        [
          link(filledIntakePath('bug', import.meta.env.SITE + page), 'Say what is wrong or missing'),
          `, with the address of the ${noun} and a source. Somebody compares it with the source. A fault is mended in the record, whose history then says what stood there; a published version is never changed. The maintainers of what a ${noun} is about may object in the same way: what they publish becomes a source, and where the reading stays, a doubt. The person who wrote is not named.`,
        ],
        [
          `${counted(corrected.length, 'correction')} so far, each an event of kind “corrected” in the file of its day. `,
          joined(days, ', '),
        ],
      ],
      table: {
        summary: `The latest ${Math.min(corrected.length, SHOWN)}`,
        heads: ['Record', 'Day', 'What stood there'],
        rows: corrected.slice(0, SHOWN).map((event) => ({
          cells: [link(recordPage(event.record), event.name), event.on, saidOf(event)],
        })),
      },
    },
    {
      id: 'use',
      title: 'Use the data',
      facts: [
        ['Files', list(files)],
        ['Tables of what records have several times', list(tables)],
        ['Questions as SQL', [link(dataPaths.queries, 'queries.sql'), ', for SQLite and DuckDB']],
        ['Versions', list(versions)],
        ['What the columns mean', link(dataPaths.dataPackage, 'datapackage.json')],
        ['All datasets', [link(dataPaths.index, 'their index'), ', ', link(dataPaths.manifest, 'manifest')]],
        ['To cite it', datasetCitationOf(indexed)],
        [`One ${noun}`, code(local(indexed.record_address))],
        ['JSON Schema', [link(schemaPath(schema), 'document'), ', ', link(schemaPath(recordSchema), `one ${noun}`)]],
        ['Licence', [link(DATA_LICENSE_URL, DATA_LICENSE), ': use it for any purpose, with attribution.']],
      ],
      list: [
        'You can rely on the schema: members and values may be added, but none is removed, renamed, given another type or bounded more tightly without a new version of the schema, and the old version then stays available for twelve months.',
        'Record ids are never reused, and a withdrawn record stays as a tombstone.',
        DATA_DISCLAIMER,
      ],
    },
  ];
};
