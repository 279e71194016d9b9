import { z } from 'zod';
import type { App } from '../../app.ts';
import { datasets } from '../../dataset-files/registry.ts';
import { datasetPaths } from '../../domain/datasets/forms/paths.ts';
import type { DatasetDocument } from '../../domain/datasets/record/dataset.ts';
import { type DatasetRecord, presentOf } from '../../domain/datasets/record/record.ts';
import { isJsonObject } from '../../domain/json/json-object.ts';
import { Count } from '../../domain/vocabulary/counts.ts';
import { operation } from '../operation.ts';

/** The name of a dataset in a query. */
export const DatasetName = z.enum(datasets.map(({ id }) => id));
export type DatasetName = z.infer<typeof DatasetName>;

const MATCHES_MAX = 50;
const TEXT_MAX = 200;

const SearchRequest = z.strictObject({
  query: z
    .string()
    .max(TEXT_MAX)
    .default('')
    .meta({
      description: 'Words that the texts of a record must all contain, in any case and order; all records without it.',
      examples: ['erc-8004 receipts'],
    }),
  dataset: DatasetName.optional().meta({ description: 'The dataset to search; all without it.' }),
  where: z
    .record(z.string().min(1).max(TEXT_MAX), z.string().max(TEXT_MAX))
    .refine((where) => Object.keys(where).length <= 5, 'expected at most 5 members')
    .optional()
    .meta({
      description:
        'The values that members of a record must have, by their paths with dots. A list has a value if an item has it.',
      examples: [{ 'layers.receipts.level': 'native' }],
    }),
  limit: z.int().min(1).max(MATCHES_MAX).default(10).meta({ description: 'The number of matches to list.' }),
  offset: z.int().min(0).default(0).meta({ description: 'The number of matches to leave out first.' }),
});
type SearchRequest = z.infer<typeof SearchRequest>;

const SearchAnswer = z.object({
  total: Count.meta({ description: 'The number of records that match.' }),
  matches: z.array(
    z.object({
      dataset: DatasetName,
      id: z.string().meta({ description: 'The permanent name of the record, for readRecord.' }),
      name: z.string(),
      date: z.string().optional(),
      found: z
        .record(z.string(), z.array(z.string()))
        .optional()
        .meta({ description: 'The values at the paths of `where`.' }),
      record: z.url().meta({ description: 'The record as a document.' }),
      page: z.url().meta({ description: 'The record for people.' }),
    }),
  ),
  next_offset: z.int().optional().meta({ description: 'The offset of the next matches; absent at the end.' }),
});

/** One record with what a search looks at. */
interface Searchable {
  readonly dataset: DatasetName;
  readonly record: DatasetRecord;
  readonly name: string;
  readonly date: string | undefined;
  /** Every text of the record in lower case, its name first. */
  readonly text: string;
}

const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : [];

const loadRecords = async ({ prebuilt }: App): Promise<Searchable[]> => {
  const loaded = await Promise.all(
    datasets.map(async (dataset) => {
      const { entries } = (await prebuilt.value(datasetPaths(dataset.id).document)) as DatasetDocument;
      return presentOf(entries).map((record) => {
        const name = dataset.nameOf(record);
        const text = [name, ...textsOf(record)].join('\n').toLowerCase();
        return { dataset: dataset.id, record, name, date: dataset.dateOf?.(record), text };
      });
    }),
  );
  return loaded.flat();
};

/** The records of a running service: what it serves does not change. */
const kept = new WeakMap<App, Promise<Searchable[]>>();

const recordsOf = (app: App): Promise<Searchable[]> => {
  const loading = kept.get(app) ?? loadRecords(app);
  kept.set(app, loading);
  loading.catch(() => kept.delete(app));
  return loading;
};

const valuesAt = (value: unknown, [name, ...rest]: readonly string[]): string[] => {
  if (Array.isArray(value))
    return value.flatMap((item: unknown) => valuesAt(item, name === undefined ? [] : [name, ...rest]));
  if (name === undefined) return typeof value === 'object' ? [] : [String(value)];
  return isJsonObject(value) && Object.hasOwn(value, name) ? valuesAt(value[name], rest) : [];
};

const matchOf = ({ query, dataset, where = {} }: SearchRequest) => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return (searched: Searchable): boolean =>
    (dataset === undefined || searched.dataset === dataset) &&
    words.every((word) => searched.text.includes(word)) &&
    Object.entries(where).every(([path, value]) => valuesAt(searched.record, path.split('.')).includes(value));
};

/** Searches the records of the datasets. It has no address: elsewhere, whoever wants to search has the whole dataset. */
export const searchRecordsOperation = operation({
  id: 'searchRecords',
  tag: 'Datasets',
  summary: 'Search the datasets',
  description: `Finds records by words and by values of their members, those with the words in their names first: ${datasets.map(({ id, description }) => `${id}: ${description}`).join(' ')}`,
  sideEffects: 'none',
  auth: 'none',
  cors: true,
  body: SearchRequest,
  bodyOptional: true,
  responses: { 200: { description: 'The matches.', schema: SearchAnswer } },
  async handle({ body }, app) {
    const { query, where, limit, offset } = body;
    const found = (await recordsOf(app)).filter(matchOf(body));
    const isNamed = ({ name, record }: Searchable): boolean =>
      `${name}\n${record.id}`.toLowerCase().includes(query.toLowerCase());
    const sorted = [...found.filter(isNamed), ...found.filter((one) => !isNamed(one))];
    const matches = sorted.slice(offset, offset + limit).map(({ dataset, record, name, date }) => {
      const paths = datasetPaths(dataset);
      return {
        dataset,
        id: record.id,
        name,
        ...(date === undefined ? {} : { date }),
        ...(where === undefined
          ? {}
          : { found: Object.fromEntries(Object.keys(where).map((path) => [path, valuesAt(record, path.split('.'))])) }),
        record: app.config.siteUrl + paths.record(record.id),
        page: app.config.siteUrl + paths.recordPage(record.id),
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
