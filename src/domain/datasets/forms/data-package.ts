import { z } from 'zod';
import { schemaId, SERVICE_NAME } from '../../vocabulary/service.ts';
import { Day } from '../../vocabulary/timestamp.ts';
import { type RecordColumn, recordColumns } from '../record/columns.ts';
import { DATA_LICENSE, DATA_LICENSE_URL, type Dataset } from '../record/dataset.ts';
import type { SideTable } from '../record/side-table.ts';
import { csvForm } from './csv.ts';
import type { DatasetForm, IndexedDataset } from './data-index.ts';
import { type Form, formPath, type WholeForm } from './form.ts';
import { entryForms } from './forms.ts';
import { DATA_KEYWORDS } from './keywords.ts';
import { datasetPaths } from './paths.ts';
import { tableForms } from './tables.ts';

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
      foreignKeys: z
        .array(
          z.object({
            fields: z.array(z.string()).min(1),
            reference: z.object({ resource: z.string(), fields: z.array(z.string()).min(1) }),
          }),
        )
        .min(1)
        .optional(),
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
    description: 'The datasets and their tables with sizes and hashes, in the shape of Data Package 2.0.',
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

type ResourceEntry = z.infer<typeof Resource>;

// Readers of data packages read other files than texts in ways of their own: they see numbers where there are none.
const isText = ({ isBinary }: Pick<Form, 'isBinary'>): boolean => isBinary !== true;

const resourceName = (...parts: readonly string[]): string => parts.join('-');

const tableOf = (
  dialect: NonNullable<WholeForm['dialect']>,
  { columns, key, references }: Pick<SideTable, 'columns' | 'key' | 'references'>,
): Partial<ResourceEntry> => ({
  type: 'table',
  dialect: { $schema: `${PROFILES}/tabledialect.json`, ...dialect },
  schema: {
    $schema: `${PROFILES}/tableschema.json`,
    fields: columns.map(fieldOf),
    primaryKey: [...key],
    ...(references.length === 0
      ? {}
      : {
          foreignKeys: references.map(({ columns: own, dataset, table, fields }) => ({
            fields: [...own],
            reference: {
              resource: resourceName(dataset, ...(table === undefined ? [] : [table]), csvForm.format),
              fields: [...fields],
            },
          })),
        }),
  },
});

const fileOf = (
  name: string,
  title: string,
  path: string,
  { format, media_type, bytes, sha256 }: DatasetForm,
): ResourceEntry => ({
  $schema: `${PROFILES}/dataresource.json`,
  name,
  title,
  path: path.slice(FOLDER.length),
  format,
  mediatype: media_type,
  encoding: 'utf-8',
  bytes,
  hash: `sha256:${sha256}`,
});

const resourcesOf = (
  indexed: IndexedDataset,
  columns: readonly RecordColumn[],
  tables: readonly SideTable[],
): ResourceEntry[] => {
  const records = entryForms.filter(isText).map((form) => {
    const entry = indexed.forms.find(({ format }) => format === form.format)!;
    const path = formPath(form, indexed.id);
    // Paths of a data package must not lead out of its folder: the document is listed under its hash instead.
    const below = path.startsWith(FOLDER) ? path : datasetPaths(indexed.id).version(entry.sha256);
    return {
      ...fileOf(resourceName(indexed.id, form.format), indexed.title, below, entry),
      ...(form.dialect ? tableOf(form.dialect, { columns, key: ['id'], references: [] }) : {}),
    };
  });
  const side = tables.flatMap((table) =>
    tableForms.filter(isText).map((form) => {
      const { forms } = indexed.tables.find(({ name }) => name === table.name)!;
      const entry = forms.find(({ format }) => format === form.format)!;
      const title = `${indexed.title}: ${table.name}`;
      return {
        ...fileOf(
          resourceName(indexed.id, table.name, form.format),
          title,
          formPath(form, indexed.id, table.name),
          entry,
        ),
        ...(form.dialect ? tableOf(form.dialect, table) : {}),
      };
    }),
  );
  return [...records, ...side];
};

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
  version: datasets
    .map(({ indexed }) => indexed.version)
    .toSorted()
    .at(-1)!,
  licenses: [{ name: DATA_LICENSE, path: DATA_LICENSE_URL, title: 'Creative Commons Attribution 4.0 International' }],
  contributors: [{ title: SERVICE_NAME, path: siteUrl, roles: ['publisher'] }],
  keywords: [...DATA_KEYWORDS],
  resources: datasets.flatMap(({ dataset, indexed }) =>
    resourcesOf(indexed, recordColumns(dataset.record), dataset.tables),
  ),
});
