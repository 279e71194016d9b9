import { z } from 'zod';
import { datasetOf, datasets } from '../../dataset-files/registry.ts';
import { datasetPaths } from '../../domain/datasets/forms/paths.ts';
import type { DatasetDocument } from '../../domain/datasets/record/dataset.ts';
import type { DatasetRecord } from '../../domain/datasets/record/record.ts';
import { isJsonObject } from '../../domain/json/pointer.ts';
import { loadedOnce } from '../loaded-once.ts';
import { operation } from '../operation.ts';
import { searchOf } from '../search.ts';
import { answerOf } from './run-query.ts';

/** The name of a dataset in a query. */
export const DatasetName = z.enum(datasets.map(({ id }) => id));
export type DatasetName = z.infer<typeof DatasetName>;

const MATCHES_MAX = 50;
const TEXT_MAX = 200;
const CONDITIONS_MAX = 5;

const SearchRequest = z.strictObject({
  query: z.string().max(TEXT_MAX).default('').meta({
    description:
      'Words in any case and order: records that have all of them or, if none has, some; all records without it.',
  }),
  dataset: DatasetName.optional().meta({ description: 'The dataset to search; all without it.' }),
  where: z
    .record(z.string().min(1).max(TEXT_MAX), z.string().max(TEXT_MAX))
    .refine((where) => Object.keys(where).length <= CONDITIONS_MAX, `expected at most ${CONDITIONS_MAX} members`)
    .optional()
    .meta({
      description:
        'The values that members of a record must have, by their paths with dots, for instance {"layers.receipts.level": "native"}. A list has a value if an item has it.',
    }),
  limit: z.int().min(1).max(MATCHES_MAX).default(10).meta({ description: 'The number of matches to list.' }),
  offset: z.int().min(0).default(0).meta({ description: 'The number of matches to leave out first.' }),
});

/** Every record that a search can find, by its dataset and id. */
const recordsOf = loadedOnce(async ({ prebuilt }) => {
  const records = await Promise.all(
    datasets.map(async ({ id }) => {
      const { entries } = (await prebuilt.value(datasetPaths(id).document)) as DatasetDocument;
      return entries.map((record) => [`${id}/${record.id}`, record] as const);
    }),
  );
  return new Map<string, DatasetRecord>(records.flat());
});

const valuesAt = (value: unknown, [name, ...rest]: readonly string[]): string[] => {
  if (Array.isArray(value))
    return value.flatMap((item: unknown) => valuesAt(item, name === undefined ? [] : [name, ...rest]));
  if (name === undefined) return typeof value === 'object' ? [] : [String(value)];
  return isJsonObject(value) && Object.hasOwn(value, name) ? valuesAt(value[name], rest) : [];
};

const hasValues = (record: DatasetRecord, where: Readonly<Record<string, string>>): boolean =>
  Object.entries(where).every(([path, value]) => valuesAt(record, path.split('.')).includes(value));

/** Searches the records of the datasets. It has no address: elsewhere, the whole dataset is there to be searched. */
export const searchRecordsOperation = operation({
  id: 'searchRecords',
  tag: 'Datasets',
  summary: 'Search the datasets',
  description: `Use it first, to find the ids of records by words and by values of their members; readRecord then gives a record. Datasets: ${datasets.map(({ id, title }) => `${id} (${title})`).join(', ')}. Being listed is no verification.`,
  sideEffects: 'none',
  auth: 'none',
  cors: true,
  body: SearchRequest,
  bodyOptional: true,
  responses: answerOf('The matches, and the offset of the next ones.'),
  async handle({ body }, app) {
    const { query, dataset, where, limit, offset } = body;
    const [{ find }, records] = await Promise.all([searchOf(app), recordsOf(app)]);
    const found = find({ query, dataset, kind: 'record' })
      .map(({ entry }) => ({ entry, record: records.get(`${entry.dataset}/${entry.id}`)! }))
      .filter(({ entry, record }) => entry.withdrawn === undefined && hasValues(record, where ?? {}));
    const matches = found.slice(offset, offset + limit).map(({ entry: { name, path, ...entry }, record }) => {
      const dataset = entry.dataset as DatasetName;
      const date = datasetOf(dataset).dateOf?.(record);
      return {
        dataset,
        id: record.id,
        name,
        ...(date === undefined ? {} : { date }),
        ...(where === undefined
          ? {}
          : { found: Object.fromEntries(Object.keys(where).map((path) => [path, valuesAt(record, path.split('.'))])) }),
        record: app.config.siteUrl + datasetPaths(dataset).record(record.id),
        page: app.config.siteUrl + path,
      };
    });
    const next = offset + matches.length;
    return {
      status: 200,
      body: {
        total: found.length,
        matches,
        ...(next < found.length && matches.length > 0 ? { next_offset: next } : {}),
      },
    };
  },
});
