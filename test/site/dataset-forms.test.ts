import { Ajv2020 } from 'ajv/dist/2020.js';
import { parquetReadObjects } from 'hyparquet';
import { beforeAll, describe, expect, test } from 'vitest';
import { datasetOf, datasets } from '../../src/dataset-files/registry.ts';
import { FEED_LENGTH, type JsonFeed } from '../../src/domain/datasets/forms/feeds.ts';
import { type DatasetRecord, eventsOf } from '../../src/domain/datasets/record/record.ts';
import { call } from '../support/call.ts';
import { addFormats } from '../support/formats.ts';
import { expectProblem } from '../support/problem.ts';
import { type Entry, publishedData, sha256, SITE } from '../support/published-data.ts';
import { csvRows } from '../support/rows.ts';
import { tableSchemaOf } from '../support/table-schema.ts';

const data = publishedData();
const { get, json } = data;

describe.each(datasets.map(({ id }) => id))('%s', (id) => {
  let entries: Entry[];
  let text: string;
  beforeAll(async () => {
    ({ text } = await get(`/static/${id}.json`));
    ({ entries } = JSON.parse(text) as { entries: Entry[] });
  });

  test('has a copy by its hash: the same bytes, kept by caches; another hash is unknown', async () => {
    const copy = await get(`/data/${id}/${sha256(text)}.json`);
    expect(copy.text).toBe(text);
    expect(copy.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expectProblem(await get(`/data/${id}/${'0'.repeat(64)}.json`), 'not_found');
  });

  test('is cited by that hash on the pages of its records and in Croissant', async () => {
    const named = `sha256:${sha256(text)}`;
    expect((await json(`/data/${id}/croissant.json`)) as { citeAs: string }).toMatchObject({
      citeAs: expect.stringContaining(named) as string,
    });
    const page = (await get(`/${id}/${entries[0]!.id}`)).text;
    expect(page).toContain(`${datasetOf(id).title}, ${named}.`);
    expect(page).toContain(`href="/data/${id}/${sha256(text)}.json"`);
  });

  test('is the same entries as NDJSON and as single records', async () => {
    const lines = (await get(`/data/${id}.ndjson`)).text.split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => JSON.parse(line) as Entry)).toEqual(entries);
    for (const entry of entries) {
      expect(await json(`/data/${id}/records/${entry.id}.json`)).toMatchObject({
        ok: true,
        dataset: id,
        withdrawn: entry['withdrawn_on'] !== undefined,
        record: entry,
      });
    }
    expectProblem(await get(`/data/${id}/records/no-such-record.json`), 'not_found');
  });

  test('is the same entries as CSV, with the columns that the data package describes', async () => {
    const [header, ...rows] = csvRows((await get(`/data/${id}.csv`)).text);
    const { fields } = tableSchemaOf(data.dataPackage, `${id}-csv`);
    expect(fields.map(({ name }) => name)).toEqual(header);
    const rebuilt = rows.map((row) => {
      const record: Record<string, unknown> = {};
      row.forEach((cell, at) => {
        if (cell === '') return;
        const { name, type } = fields[at]!;
        const path = name.split('.');
        let inner = record;
        for (const part of path.slice(0, -1)) inner = (inner[part] ??= {}) as Record<string, unknown>;
        inner[path.at(-1)!] = type === 'string' || type === 'date' ? cell : JSON.parse(cell);
      });
      return record;
    });
    expect(rebuilt).toEqual(entries);
  });

  test('has its lists as tables, with the columns that the data package describes', async () => {
    const { tables } = data.index.datasets.find((one) => one.id === id)!;
    expect(tables.map(({ name }) => name)).toEqual(datasetOf(id).tables.map(({ name }) => name));
    for (const { name, rows: count } of tables) {
      const [header, ...rows] = csvRows((await get(`/data/${id}/tables/${name}.csv`)).text);
      expect(rows, name).toHaveLength(count);
      const { fields } = tableSchemaOf(data.dataPackage, `${id}-${name}-csv`);
      expect(fields.map((field) => field.name)).toEqual(header);
    }
    expect(tables.find(({ name }) => name === 'sources')!.rows).toBe(
      entries.reduce((sum, entry) => sum + (entry['sources'] as unknown[]).length, 0),
    );
  });

  test('says the same in Parquet as in CSV, in every table', async () => {
    const paths = [`/data/${id}`, ...datasetOf(id).tables.map(({ name }) => `/data/${id}/tables/${name}`)];
    for (const path of paths) {
      const [header, ...rows] = csvRows((await get(`${path}.csv`)).text);
      const { bytes } = await get(`${path}.parquet`);
      const found = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
      const cells = found.map((row) =>
        header!.map((name) => {
          const cell: unknown = row[name];
          if (cell instanceof Date) return cell.toISOString().slice(0, 10);
          return cell === null || cell === undefined ? '' : String(cell);
        }),
      );
      expect(cells, path).toEqual(rows.map((row) => row.map((cell) => cell.replace(/^'(?=[=+@-])/, ''))));
    }
  });

  test('has the same events in both feeds, each under a name of its own', async () => {
    const { items } = await json<JsonFeed>(`/data/${id}/feed.json`);
    const atom = (await get(`/data/${id}/feed.xml`)).text;
    const ids = items.map((item) => item.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...atom.matchAll(/<entry>\s*<id>(.*?)<\/id>/g)].map((match) => match[1])).toEqual(ids);
    const events = entries.flatMap((entry) => eventsOf(entry as unknown as DatasetRecord).map(() => entry.id));
    expect(items).toHaveLength(Math.min(events.length, FEED_LENGTH));
    if (events.length <= FEED_LENGTH)
      expect(items.map(({ url }) => url.split('/').at(-1)).toSorted()).toEqual(events.toSorted());
    for (const { url } of items.slice(0, 3)) expect((await get(url)).status).toBe(200);
  });

  test('links its files to what describes them, and every link leads somewhere', async () => {
    const record = `/data/${id}/records/${entries[0]!.id}.json`;
    const forms = data.index.datasets
      .find((one) => one.id === id)!
      .forms.map(({ address }) => address.replace(SITE, ''));
    const relations: Record<string, string[]> = {};
    for (const path of [...forms, `/${id}`, record, `/data/${id}/${sha256(text)}.json`]) {
      const link = (await get(path)).headers.get('link') ?? '';
      const links = [...link.matchAll(/<([^>]*)>; rel="([^"]*)"/g)].map(([, target, rel]) => ({
        target: target!,
        rel: rel!,
      }));
      relations[path] = links.map(({ rel }) => rel);
      expect(
        links.map(({ target }) => target),
        path,
      ).not.toContain(path);
      for (const { target } of links.filter((one) => one.target.startsWith('/'))) {
        expect((await call(data.url + target, { method: 'HEAD' })).status, `${path} -> ${target}`).toBe(200);
      }
    }
    expect(relations[`/static/${id}.json`]).toEqual(['describedby', 'license']);
    expect(relations[`/data/${id}/${sha256(text)}.json`]).toEqual(['latest-version', 'describedby', 'license']);
    expect(relations[record]).toEqual(['describedby', 'license']);
    for (const found of Object.values(relations)) expect(found.at(-1)).toBe('license');
  });
});

describe('what consumers validate', () => {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
  addFormats(ajv);
  beforeAll(async () => {
    const { components } = await json<{ components: { schemas: object } }>('/openapi.json');
    for (const id of Object.keys(components.schemas)) ajv.addSchema(await json(`/schemas/${id}.json`));
  });
  const errorsOf = (schema: string, value: unknown) => {
    const check = ajv.getSchema(schema)!;
    check(value);
    return check.errors ?? [];
  };
  /** The value with a member more in every object. */
  const withMore = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withMore);
    if (typeof value !== 'object' || value === null) return value;
    return {
      ...Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withMore(member)])),
      added_later: 1,
    };
  };

  test('satisfies its published schema, today and with members that are added later', async () => {
    for (const { id, document_schema, record_schema, entry_schema, record_address } of data.index.datasets) {
      const document = await json<{ entries: Entry[] }>(`/static/${id}.json`);
      expect(errorsOf(document_schema, document)).toEqual([]);
      expect(errorsOf(document_schema, withMore(document))).toEqual([]);
      expect(errorsOf(record_schema, withMore(document.entries[0]))).toEqual([]);
      const entry = await json(record_address.replace('{id}', document.entries[0]!.id));
      expect(errorsOf(entry_schema, entry)).toEqual([]);
      expect(errorsOf(entry_schema, withMore(entry))).toEqual([]);
      expect(errorsOf(record_schema, { ...document.entries[0], id: 1 })).not.toEqual([]);
    }
  });

  test.each([
    ['/data/index.json', 'service.data-index.v1'],
    ['/data/datapackage.json', 'service.data-package.v1'],
    ['/data/verified-agent-observatory/feed.json', 'service.change-feed.v1'],
    ['/static/status.json', 'service.status.v1'],
  ])('%s satisfies %s', async (path, schema) => {
    const document = await json(path);
    expect(errorsOf(`${SITE}/schemas/${schema}.json`, document)).toEqual([]);
    expect(errorsOf(`${SITE}/schemas/${schema}.json`, withMore(document))).toEqual([]);
  });
});
