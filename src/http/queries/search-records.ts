import { z } from 'zod';
import { datasetOf, datasets } from '../../dataset-files/registry.ts';
import { datasetPaths } from '../../domain/datasets/forms/paths.ts';
import type { DatasetDocument } from '../../domain/datasets/record/dataset.ts';
import type { DatasetRecord } from '../../domain/datasets/record/record.ts';
import { isJsonObject } from '../../domain/json/pointer.ts';
import { jsonPointer, ServiceError } from '../../domain/vocabulary/errors.ts';
import { loadedOnce } from '../loaded-once.ts';
import { operation } from '../operation.ts';
import { searchOf } from '../search.ts';
import { forAgents } from './run-query.ts';

/** The name of a dataset in a query. */
export const DatasetName = z.enum(datasets.map(({ id }) => id));
export type DatasetName = z.infer<typeof DatasetName>;

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
  limit: z.int().min(1).max(50).default(10).meta({ description: 'The number of matches to list.' }),
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

/** @param known the parts of the path that records have. @throws ServiceError invalid_request where none has a value there */
const checkPath = (path: string, reached: readonly unknown[], known: readonly string[] = []): void => {
  const name = path.split('.')[known.length];
  const values = reached.flat(9);
  const objects = values.filter(isJsonObject);
  if (name === undefined && (values.length === 0 || objects.length < values.length)) return;
  const inside = objects.filter((object) => name !== undefined && Object.hasOwn(object, name));
  if (inside.length > 0)
    return checkPath(
      path,
      inside.map((object) => object[name!]),
      [...known, name!],
    );
  const names = new Set(objects.flatMap(Object.keys));
  const paths = names.size === 0 ? [known] : [...names].toSorted().map((one) => [...known, one]);
  const detail = `expected the path of a value: ${paths.map((parts) => parts.join('.')).join(', ')}`;
  const errors = [{ pointer: jsonPointer(['where', path]), code: 'rule', detail }];
  throw new ServiceError('invalid_request', 'No record has a value at a path of where.', { errors });
};

const hasValues = (record: DatasetRecord, where: Readonly<Record<string, string>>): boolean =>
  Object.entries(where).every(([path, value]) => valuesAt(record, path.split('.')).includes(value));

/** Searches the records of the datasets. It has no address: elsewhere, the whole dataset is there to be searched. */
export const searchRecordsOperation = operation({
  id: 'searchRecords',
  tag: 'Datasets',
  summary: 'Search the datasets',
  description: `Use it first, to find the ids of records by words and by values of their members; readRecord then gives a record. Datasets: ${datasets.map(({ id, title }) => `${id} (${title})`).join(', ')}. Being listed is no verification.`,
  ...forAgents('The matches, and the offset of the next ones.'),
  body: SearchRequest,
  bodyOptional: true,
  async handle({ body }, app) {
    const { query, dataset, where = {}, limit, offset } = body;
    const [{ find }, records] = await Promise.all([searchOf(app), recordsOf(app)]);
    const paths = Object.keys(where);
    const searched = [...records].flatMap(([id, record]) => (id.startsWith(dataset ?? '') ? [record] : []));
    for (const path of paths) checkPath(path, searched);
    const found = find({ query, dataset, kind: 'record' })
      .map(({ entry }) => ({ entry, record: records.get(`${entry.dataset}/${entry.id}`)! }))
      .filter(({ entry, record }) => entry.withdrawn === undefined && hasValues(record, where));
    const matches = found.slice(offset, offset + limit).map(({ entry: { name, path, ...entry }, record }) => {
      const dataset = entry.dataset as DatasetName;
      const date = datasetOf(dataset).dateOf?.(record);
      return {
        dataset,
        id: record.id,
        name,
        ...(date === undefined ? {} : { date }),
        ...(paths.length > 0 && {
          found: Object.fromEntries(paths.map((path) => [path, valuesAt(record, path.split('.'))])),
        }),
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
