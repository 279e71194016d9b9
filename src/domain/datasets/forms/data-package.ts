import { z } from 'zod';
import { schemaId, SERVICE_NAME } from '../../vocabulary/service.ts';
import { Day } from '../../vocabulary/timestamp.ts';
import { type RecordColumn, recordColumns } from '../record/columns.ts';
import { DATA_KEYWORDS, DATA_LICENSE, DATA_LICENSE_URL, type Dataset } from '../record/dataset.ts';
import type { SideTable } from '../record/side-table.ts';
import type { DatasetForm, IndexedDataset } from './data-index.ts';
import { datasetPaths } from './paths.ts';
import { CSV_LINE_END } from './table-files.ts';

const PROFILES = 'https://datapackage.org/profiles/2.0';

const Resource = z.looseObject({
  name: z.string().regex(/^[a-z0-9._/-]+$/),
  title: z.string(),
  path: z
    .string()
    .meta({ description: 'Path relative to the data package, which also works in a copy of its folder.' }),
  format: z.string(),
  mediatype: z.string(),
  bytes: z.int().min(1),
  hash: z.string().regex(/^sha256:[0-9a-f]{64}$/),
});
type Resource = z.infer<typeof Resource>;

/** /data/datapackage.json: its shape is defined by Data Package 2.0, not by this service. */
export const DataPackage = z
  .looseObject({
    $schema: z.literal(`${PROFILES}/datapackage.json`),
    name: z.string(),
    title: z.string(),
    description: z.string(),
    homepage: z.url(),
    version: Day.meta({ description: 'The latest day on which any of the datasets changed.' }),
    licenses: z.array(z.object({ name: z.string(), path: z.url(), title: z.string() })),
    resources: z.array(Resource).min(1),
  })
  .meta({
    id: schemaId('data-package'),
    title: 'Data package',
    description: 'The datasets and their tables with sizes and hashes, in the shape of Data Package 2.0.',
  });
export type DataPackage = z.infer<typeof DataPackage>;

const FOLDER = '/data/';

const fieldOf = ({ name, type, description, required, values }: RecordColumn) => ({
  name,
  type,
  ...(description === undefined ? {} : { description }),
  ...(required || values
    ? { constraints: { ...(required ? { required: true } : {}), ...(values ? { enum: values } : {}) } }
    : {}),
});

type Table = Pick<SideTable, 'columns' | 'key' | 'references'>;

/** What a resource says about a CSV file. */
const tableOf = ({ columns, key, references }: Table) => ({
  type: 'table',
  dialect: { $schema: `${PROFILES}/tabledialect.json`, lineTerminator: CSV_LINE_END },
  schema: {
    $schema: `${PROFILES}/tableschema.json`,
    fields: columns.map(fieldOf),
    primaryKey: key,
    ...(references.length > 0 && {
      foreignKeys: references.map(({ columns: own, dataset, table, fields }) => ({
        fields: own,
        reference: { resource: [dataset, table, 'csv'].filter(Boolean).join('-'), fields },
      })),
    }),
  },
});

const isText = (mediaType: string): boolean => /^text\/|[/+-](?:json|ndjson|xml)$/.test(mediaType);

/** The resources of one table: a file for each form that is a text. @param names of the dataset and the table. */
const resourcesOf = (
  names: readonly string[],
  title: string,
  forms: readonly (Omit<DatasetForm, 'format'> & { format: string })[],
  table: Table,
): Resource[] =>
  forms
    // Readers of data packages read other files than texts in ways of their own: they see numbers where there are none.
    .filter(({ format, media_type }) => isText(media_type) && format !== 'json_feed' && format !== 'atom')
    .map(({ format, address, media_type, bytes, sha256 }) => {
      const { pathname } = new URL(address);
      // Paths of a data package must not lead out of its folder: the document is listed under its hash instead.
      const path = pathname.startsWith(FOLDER) ? pathname : datasetPaths(names[0]!).version(sha256);
      return {
        $schema: `${PROFILES}/dataresource.json`,
        name: [...names, format].join('-'),
        title,
        path: path.slice(FOLDER.length),
        format,
        mediatype: media_type,
        encoding: 'utf-8',
        bytes,
        hash: `sha256:${sha256}`,
        ...(format === 'csv' ? tableOf(table) : {}),
      };
    });

/** The data package of all datasets. */
export const buildDataPackage = (
  datasets: readonly { readonly dataset: Pick<Dataset, 'record' | 'tables'>; readonly indexed: IndexedDataset }[],
  siteUrl: string,
): DataPackage => ({
  $schema: `${PROFILES}/datapackage.json`,
  name: 'agent-accountability-datasets',
  title: `Datasets of the ${SERVICE_NAME}`,
  description: datasets.map(({ indexed: { title, description } }) => `${title}: ${description}`).join('\n\n'),
  homepage: siteUrl,
  version: datasets.map(({ indexed }) => indexed.version).reduce((newest, one) => (one > newest ? one : newest)),
  licenses: [{ name: DATA_LICENSE, path: DATA_LICENSE_URL, title: 'Creative Commons Attribution 4.0 International' }],
  contributors: [{ title: SERVICE_NAME, path: siteUrl, roles: ['publisher'] }],
  keywords: DATA_KEYWORDS,
  resources: datasets.flatMap(({ dataset, indexed: { id, title, forms, tables } }) => [
    ...resourcesOf([id], title, forms, { columns: recordColumns(dataset.record), key: ['id'], references: [] }),
    ...tables.flatMap(({ name, forms: ofTable }) =>
      resourcesOf(
        [id, name],
        `${title}: ${name}`,
        ofTable,
        dataset.tables.find((table) => table.name === name)!,
      ),
    ),
  ]),
});
