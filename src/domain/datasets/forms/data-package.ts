import { z } from 'zod';
import { schemaId, SERVICE_NAME } from '../../vocabulary/service.ts';
import { Day } from '../../vocabulary/timestamp.ts';
import type { RecordColumn } from '../record/columns.ts';
import { DATA_LICENSE, DATA_LICENSE_URL } from '../record/dataset.ts';
import type { IndexedDataset } from './data-index.ts';
import { formPath, type WholeForm } from './form.ts';
import { entryForms } from './forms.ts';
import { datasetPaths } from './paths.ts';

const PROFILES = 'https://datapackage.org/profiles/2.0';

const Field = z.object({
  name: z.string(),
  type: z.string(),
  description: z.string().optional(),
  constraints: z
    .object({ required: z.literal(true).optional(), enum: z.array(z.string()).min(1).optional() })
    .optional(),
});

const Resource = z.object({
  $schema: z.literal(`${PROFILES}/dataresource.json`),
  name: z.string().regex(/^[a-z0-9._/-]+$/),
  title: z.string(),
  path: z
    .string()
    .meta({ description: 'Path relative to the data package, which also works in a copy of its folder.' }),
  format: z.enum(entryForms.map((form) => form.format)),
  mediatype: z.string(),
  encoding: z.literal('utf-8'),
  bytes: z.int().min(1),
  hash: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  type: z.literal('table').optional(),
  dialect: z
    .object({
      $schema: z.literal(`${PROFILES}/tabledialect.json`),
      lineTerminator: z.string().meta({ description: 'What ends a line, here CR LF.' }),
    })
    .optional(),
  schema: z
    .object({
      $schema: z.literal(`${PROFILES}/tableschema.json`),
      fields: z.array(Field).min(1),
      primaryKey: z.array(z.string()).min(1),
    })
    .optional(),
});

/** /data/datapackage.json: its shape is defined by Data Package 2.0, not by this service. */
export const DataPackage = z
  .object({
    $schema: z.literal(`${PROFILES}/datapackage.json`),
    name: z.string(),
    title: z.string(),
    description: z.string(),
    homepage: z.url(),
    version: Day.meta({ description: 'The latest day on which any of the datasets changed.' }),
    licenses: z.array(
      z.object({ name: z.literal(DATA_LICENSE), path: z.literal(DATA_LICENSE_URL), title: z.string() }),
    ),
    contributors: z.array(z.object({ title: z.string(), path: z.url(), roles: z.array(z.string()) })),
    keywords: z.array(z.string()),
    resources: z.array(Resource).min(1),
  })
  .meta({
    id: schemaId('data-package'),
    title: 'Data package',
    description: 'The datasets as JSON, NDJSON and CSV with sizes and hashes, in the shape of Data Package 2.0.',
  });
export type DataPackage = z.infer<typeof DataPackage>;

const fieldOf = ({ name, type, description, required, values }: RecordColumn): z.infer<typeof Field> => ({
  name,
  type,
  ...(description === undefined ? {} : { description }),
  ...(required || values
    ? { constraints: { ...(required ? { required: true as const } : {}), ...(values ? { enum: [...values] } : {}) } }
    : {}),
});

const FOLDER = '/data/';

const tableOf = (
  dialect: NonNullable<WholeForm['dialect']>,
  columns: readonly RecordColumn[],
): Partial<z.infer<typeof Resource>> => ({
  type: 'table',
  dialect: { $schema: `${PROFILES}/tabledialect.json`, ...dialect },
  schema: { $schema: `${PROFILES}/tableschema.json`, fields: columns.map(fieldOf), primaryKey: ['id'] },
});

const resourcesOf = (dataset: IndexedDataset, columns: readonly RecordColumn[]): z.infer<typeof Resource>[] =>
  entryForms.map((form): z.infer<typeof Resource> => {
    const { bytes, sha256 } = dataset.forms.find(({ format }) => format === form.format)!;
    const path = formPath(form, dataset.id);
    // Paths of a data package must not lead out of its folder: the document is listed under its hash instead.
    const below = path.startsWith(FOLDER) ? path : datasetPaths(dataset.id).version(sha256);
    return {
      $schema: `${PROFILES}/dataresource.json`,
      name: `${dataset.id}-${form.format}`,
      title: dataset.title,
      path: below.slice(FOLDER.length),
      format: form.format,
      mediatype: form.mediaType,
      encoding: 'utf-8',
      bytes,
      hash: `sha256:${sha256}`,
      ...(form.dialect ? tableOf(form.dialect, columns) : {}),
    };
  });

/** The data package of all datasets. @param columnsOf the columns of the CSV form of a dataset. */
export const buildDataPackage = (
  datasets: readonly IndexedDataset[],
  columnsOf: (id: string) => readonly RecordColumn[],
  siteUrl: string,
): DataPackage => ({
  $schema: `${PROFILES}/datapackage.json`,
  name: 'agent-accountability-datasets',
  title: `Datasets of the ${SERVICE_NAME}`,
  description: datasets.map(({ title, description }) => `${title}: ${description}`).join('\n\n'),
  homepage: siteUrl,
  version: datasets
    .map(({ version }) => version)
    .toSorted()
    .at(-1)!,
  licenses: [{ name: DATA_LICENSE, path: DATA_LICENSE_URL, title: 'Creative Commons Attribution 4.0 International' }],
  contributors: [{ title: SERVICE_NAME, path: siteUrl, roles: ['publisher'] }],
  keywords: ['agents', 'accountability', 'identity', 'governance', 'registries'],
  resources: datasets.flatMap((dataset) => resourcesOf(dataset, columnsOf(dataset.id))),
});
