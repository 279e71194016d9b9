import { z } from 'zod';
import { Sha256Hex } from '../../json/sha256.ts';
import { schemaPath } from '../../vocabulary/service.ts';
import { schemaId } from '../../vocabulary/service.ts';
import { Count } from '../../vocabulary/terms.ts';
import { Day } from '../../vocabulary/timestamp.ts';
import { DATA_DISCLAIMER, DATA_LICENSE, DATA_LICENSE_URL, type Dataset } from '../record/dataset.ts';
import type { SideTable } from '../record/side-table.ts';
import { countEvents, type DatasetEvent, EventCounts } from './events.ts';
import type { TableForm, WholeForm } from './form.ts';
import { wholeForms } from './forms.ts';
import { dataPaths, datasetPaths } from './paths.ts';
import type { PublishedFile } from './published-file.ts';
import { tableForms } from './tables.ts';
import { PublishedVersion } from './version.ts';

/** What later builds keep of a version (SPEC.md §6.6). */
const HISTORY =
  'A version is named by the SHA-256 of its bytes and never changes. A version with `kept` is in the log of published versions: later builds serve it as long as its bytes are kept with the sources, and continue to list its hash without an address afterwards. The latest version without `kept` has not been released yet: its address ends with the next change. Nothing older than the first listed version is kept.';

/** One form of a dataset, as a file that can be downloaded. */
export const DatasetForm = z
  .object({
    format: z.enum(wholeForms.map((form) => form.format)).meta({
      description: 'The form: the whole document, its entries as NDJSON or CSV, or the newest changes as a feed.',
    }),
    address: z.url(),
    media_type: z.string(),
    bytes: z.int().min(1).meta({ description: 'Size without compression.' }),
    sha256: Sha256Hex.meta({ description: 'SHA-256 of the bytes.' }),
  })
  .meta({ description: 'One form of a dataset, with its size and hash.' });
export type DatasetForm = z.infer<typeof DatasetForm>;

const IndexedTable = z.object({
  name: z.string().meta({ description: 'Name of the table.' }),
  description: z.string().meta({ description: 'What it holds.' }),
  rows: Count.meta({ description: 'Number of rows.' }),
  forms: z
    .array(DatasetForm.extend({ format: z.enum(tableForms.map(({ format }) => format)) }))
    .meta({ description: 'The forms of the table.' }),
});

const IndexedVersion = z.object({
  ...PublishedVersion.shape,
  latest: z.boolean().meta({ description: 'Whether this version is the one at /static/.' }),
  kept: z.boolean().meta({ description: 'Whether it is in the log of published versions.' }),
  address: z.url().optional().meta({ description: 'Where its bytes are; absent when they are no longer kept.' }),
});

/** Everything that is published for one dataset. */
export const IndexedDataset = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  version: Day.meta({ description: 'Version of the data: the day on which it last changed.' }),
  records: z.int().min(1).meta({ description: 'Number of entries, tombstones included.' }),
  page: z.url().meta({ description: 'Page for people.' }),
  document_schema: z.url().meta({ description: 'JSON Schema of the whole document.' }),
  record_schema: z.url().meta({ description: 'JSON Schema of one entry, which is also one line of the NDJSON form.' }),
  entry_schema: z.url().meta({ description: 'JSON Schema of the document of one record.' }),
  record_address: z
    .string()
    .meta({ format: 'uri-template', description: 'Address of the document of one record; {id} stands for its id.' }),
  forms: z.array(DatasetForm).meta({ description: 'The forms of the latest version.' }),
  tables: z.array(IndexedTable).meta({
    description: 'Side tables of the latest version: lists that the records have, one entry a row, joined by `record`.',
  }),
  changes: z
    .array(
      z.object({
        date: Day,
        address: z.url(),
        bytes: z.int().min(1),
        sha256: Sha256Hex,
        counts: EventCounts,
      }),
    )
    .meta({ description: 'Days with changes, the newest first.' }),
  versions: z.array(IndexedVersion).min(1).meta({ description: 'All versions, the newest first.' }),
});
export type IndexedDataset = z.infer<typeof IndexedDataset>;

/** /data/index.json: the files to download, with sizes and hashes, and the earlier versions that are kept. */
export const DataIndex = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId('data-index')),
    license: z.literal(DATA_LICENSE).meta({ description: 'Licence of the data (SPDX).' }),
    license_url: z.literal(DATA_LICENSE_URL),
    disclaimer: z.string().meta({ description: 'Who is responsible for the data and who is not.' }),
    history: z.string().meta({ description: 'What is kept of earlier versions, and what is not.' }),
    checksums: z.url().meta({ description: 'SHA-256 of every file, for `sha256sum -c`.' }),
    manifest: z.url().meta({ description: 'The hash of these checksums, signed where the operator has a key for it.' }),
    data_package: z.url().meta({ description: 'The same files as a Data Package.' }),
    records: Count.meta({ description: 'Entries of all datasets.' }),
    datasets: z.array(IndexedDataset),
  })
  .meta({
    id: schemaId('data-index'),
    title: 'Index of the data',
    description: 'Every form and version of every dataset, with addresses, sizes and hashes.',
  });
export type DataIndex = z.infer<typeof DataIndex>;

const addressed = ({ path, bytes, sha256 }: PublishedFile, siteUrl: string) => ({
  address: siteUrl + path,
  bytes,
  sha256,
});

/** A version, and whether its bytes can be served. */
export interface AvailableVersion extends PublishedVersion {
  readonly kept: boolean;
  readonly available: boolean;
}

/** The entry of one dataset in the index, from its published files. */
export const indexDataset = (
  { id, title, description }: Pick<Dataset, 'id' | 'title' | 'description'>,
  published: {
    readonly document: { readonly version: Day; readonly records: number };
    readonly forms: readonly { readonly form: WholeForm; readonly file: PublishedFile }[];
    readonly tables: readonly {
      readonly table: Pick<SideTable, 'name' | 'description'>;
      readonly rows: number;
      readonly files: readonly { readonly form: TableForm; readonly file: PublishedFile }[];
    }[];
    readonly events: readonly DatasetEvent[];
    /** Named by their days, the newest first. */
    readonly changes: readonly (PublishedFile & { readonly name: Day })[];
    /** The newest first. */
    readonly versions: readonly AvailableVersion[];
  },
  siteUrl: string,
): IndexedDataset => {
  const { document, forms, tables, events, changes, versions } = published;
  const paths = datasetPaths(id);
  const schemaAddress = (name: string) => siteUrl + schemaPath(schemaId(name));
  const inForm = ({ form, file }: { readonly form: WholeForm | TableForm; readonly file: PublishedFile }) => ({
    format: form.format,
    media_type: form.mediaType,
    ...addressed(file, siteUrl),
  });
  const byDay = Map.groupBy(events, ({ on }) => on);
  return {
    id,
    title,
    description,
    version: document.version,
    records: document.records,
    page: siteUrl + paths.page,
    document_schema: schemaAddress(id),
    record_schema: schemaAddress(`${id}-record`),
    entry_schema: schemaAddress(`${id}-entry`),
    record_address: siteUrl + paths.record('{id}'),
    forms: forms.map(inForm),
    tables: tables.map(({ table: { name, description: about }, rows, files }) => ({
      name,
      description: about,
      rows,
      forms: files.map(inForm),
    })),
    changes: changes.map((file) => ({
      date: file.name,
      counts: countEvents(byDay.get(file.name) ?? []),
      ...addressed(file, siteUrl),
    })),
    versions: versions.map(({ available, ...version }, at) => ({
      ...version,
      latest: at === 0,
      ...(available ? { address: siteUrl + paths.version(version.sha256) } : {}),
    })),
  };
};

export const buildDataIndex = (datasets: readonly IndexedDataset[], siteUrl: string): DataIndex => ({
  ok: true,
  schema: schemaId('data-index'),
  license: DATA_LICENSE,
  license_url: DATA_LICENSE_URL,
  disclaimer: DATA_DISCLAIMER,
  history: HISTORY,
  checksums: siteUrl + dataPaths.checksums,
  manifest: siteUrl + dataPaths.manifest,
  data_package: siteUrl + dataPaths.dataPackage,
  records: datasets.reduce((sum, { records }) => sum + records, 0),
  datasets: [...datasets],
});
