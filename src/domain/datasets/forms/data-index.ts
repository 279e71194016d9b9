import { z } from 'zod';
import { Sha256Hex } from '../../json/sha256.ts';
import { schemaId, schemaPath } from '../../vocabulary/service.ts';
import { Count } from '../../vocabulary/terms.ts';
import { Day } from '../../vocabulary/timestamp.ts';
import { DATA_DISCLAIMER, DATA_LICENSE, DATA_LICENSE_URL, DataLicense, type Dataset } from '../record/dataset.ts';
import type { ListedFile } from './changes.ts';
import { tableForms, wholeForms } from './forms.ts';
import { dataPaths, datasetPaths } from './paths.ts';

/** What later builds keep of a version (SPEC.md §6.6). */
const HISTORY =
  'A version is named by the SHA-256 of its bytes and never changes. Every version with `kept` stays at its address. The latest version without `kept` has not been released yet: its address ends with the next change.';

/** One published version of a dataset. */
export const PublishedVersion = z.strictObject({
  sha256: Sha256Hex.meta({ description: 'SHA-256 of the bytes.' }),
  bytes: z.int().min(1).meta({ description: 'Number of bytes.' }),
  version: Day.meta({ description: 'The day on which its data last changed.' }),
  records: z.int().min(1).meta({ description: 'Number of entries, tombstones included.' }),
});
export type PublishedVersion = z.infer<typeof PublishedVersion>;

const IndexedFile = z.object({
  address: z.url(),
  bytes: z.int().min(1).meta({ description: 'Size without compression.' }),
  sha256: Sha256Hex.meta({ description: 'SHA-256 of the bytes.' }),
});

/** One form of a dataset, as a file that can be downloaded. */
export const DatasetForm = IndexedFile.extend({
  format: z.enum(wholeForms.map((form) => form.format)).meta({
    description:
      'The form: the whole document, its entries as NDJSON, CSV or Parquet, or the newest changes as a feed.',
  }),
  media_type: z.string(),
}).meta({ description: 'One form of a dataset, with its size and hash.' });
export type DatasetForm = z.infer<typeof DatasetForm>;

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
  tables: z
    .array(
      z.object({
        name: z.string().meta({ description: 'Name of the table.' }),
        description: z.string().meta({ description: 'What it holds.' }),
        rows: Count.meta({ description: 'Number of rows.' }),
        forms: z
          .array(DatasetForm.extend({ format: z.enum(tableForms.map(({ format }) => format)) }))
          .meta({ description: 'The forms of the table.' }),
      }),
    )
    .meta({
      description:
        'Side tables of the latest version: lists that the records have, one entry a row, joined by `record`.',
    }),
  changes: z.array(IndexedFile.extend({ date: Day })).meta({ description: 'Days with changes, the newest first.' }),
  versions: z
    .array(
      z.object({
        ...PublishedVersion.shape,
        latest: z.boolean().meta({ description: 'Whether this version is the one at /static/.' }),
        kept: z.boolean().meta({ description: 'Whether it was released, so that its address stays.' }),
        address: z.url().meta({ description: 'Where its bytes are.' }),
      }),
    )
    .min(1)
    .meta({ description: 'All versions, the newest first.' }),
});
export type IndexedDataset = z.infer<typeof IndexedDataset>;

/** /data/index.json: the files to download, with sizes and hashes, and all versions. */
export const DataIndex = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId('data-index')),
    license: DataLicense,
    license_url: z.literal(DATA_LICENSE_URL),
    disclaimer: z.string().meta({ description: 'Who is responsible for the data and who is not.' }),
    history: z.string().meta({ description: 'What is kept of earlier versions.' }),
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

/** A file in one of the forms. */
export interface FormFile<Format> {
  readonly format: Format;
  readonly mediaType: string;
  readonly file: ListedFile;
}

/** The files of a dataset that the index lists. */
export interface ListedFiles {
  readonly forms: readonly FormFile<DatasetForm['format']>[];
  readonly tables: readonly {
    readonly name: string;
    readonly description: string;
    readonly rows: number;
    readonly forms: readonly FormFile<'csv' | 'parquet'>[];
  }[];
  readonly changes: readonly { readonly date: Day; readonly file: ListedFile }[];
  /** The newest first; the first one is the latest. */
  readonly versions: readonly (PublishedVersion & { readonly kept: boolean })[];
}

/** The entry of one dataset in the index. */
export const indexDataset = (
  { id, title, description }: Pick<Dataset, 'id' | 'title' | 'description'>,
  { forms, tables, changes, versions }: ListedFiles,
  siteUrl: string,
): IndexedDataset => {
  const paths = datasetPaths(id);
  const schemaAddress = (name: string) => siteUrl + schemaPath(schemaId(name));
  const listed = ({ path, bytes, sha256 }: ListedFile) => ({ address: siteUrl + path, bytes, sha256 });
  const inForm = <Format>({ format, mediaType, file }: FormFile<Format>) => ({
    format,
    media_type: mediaType,
    ...listed(file),
  });
  const [{ version, records } = versions[0]!] = versions;
  return {
    id,
    title,
    description,
    version,
    records,
    page: siteUrl + paths.page,
    document_schema: schemaAddress(id),
    record_schema: schemaAddress(`${id}-record`),
    entry_schema: schemaAddress(`${id}-entry`),
    record_address: siteUrl + paths.record('{id}'),
    forms: forms.map((form) => inForm(form)),
    tables: tables.map((table) => ({ ...table, forms: table.forms.map((form) => inForm(form)) })),
    changes: changes.map(({ date, file }) => ({ date, ...listed(file) })),
    versions: versions.map((one, at) => ({
      ...one,
      latest: at === 0,
      address: siteUrl + paths.version(one.sha256),
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
