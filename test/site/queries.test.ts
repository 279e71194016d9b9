import { parquetReadObjects } from 'hyparquet';
import sqlite3 from 'sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import type { MapRecord } from '../../src/domain/datasets/accountability-map/record.ts';
import type { DecisionRecord } from '../../src/domain/datasets/governance/record.ts';
import type { ObservatoryRecord } from '../../src/domain/datasets/observatory/record.ts';
import { publishedData } from '../support/published-data.ts';
import { csvRows } from '../support/rows.ts';

const data = publishedData();
type Row = Record<string, string | number | null>;

const run = (database: sqlite3.Database, sql: string, ...values: string[]): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    database.all<Row>(sql, values, (error, rows) => (error ? reject(error) : resolve(rows)));
  });

/** The rows of a file, its header first, as a reader of that form has them. */
const readRows = {
  csv: async (address: string): Promise<unknown[][]> => csvRows((await data.get(address)).text),
  parquet: async (address: string): Promise<unknown[][]> => {
    const rows = await parquetReadObjects({ file: new Uint8Array((await data.get(address)).bytes).buffer });
    const cell = (value: unknown) => (value instanceof Date ? value.toISOString().slice(0, 10) : value);
    return [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row).map(cell))];
  },
};

/** SQLite with all tables of one form, named as queries.sql says. */
const loaded = async (format: keyof typeof readRows): Promise<sqlite3.Database> => {
  const database = new sqlite3.Database(':memory:');
  const files = data.index.datasets.flatMap(({ id, forms, tables }) => [
    ...forms.map((form) => ({ name: id, ...form })),
    ...tables.flatMap(({ name, forms: ofTable }) => ofTable.map((form) => ({ name: `${id}_${name}`, ...form }))),
  ]);
  for (const { name, address } of files.filter((one) => one.format === format)) {
    const [header, ...rows] = await readRows[format](address);
    const cells = header!.map((column, at) => `json_extract(value, '$[${at}]') AS "${String(column)}"`);
    const json = JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value));
    const table = name.replaceAll('-', '_');
    await run(database, `CREATE TABLE ${table} AS SELECT ${cells.join()} FROM json_each(?)`, json);
  }
  return database;
};

const present = async <R extends { withdrawn_on?: string | undefined }>(id: string): Promise<R[]> =>
  (await data.json<{ entries: R[] }>(`/static/${id}.json`)).entries.filter((one) => one.withdrawn_on === undefined);

describe.each(['csv', 'parquet'] as const)('the questions of queries.sql over the %s files', (format) => {
  let database: sqlite3.Database;
  let queries: string[];
  /** The answer to a question, with some of its columns as one text for each row. */
  const answerTo = async (question: number, ...columns: string[]) =>
    (await run(database, queries[question - 1]!)).map((row) => columns.map((column) => row[column] ?? '').join(' '));
  beforeAll(async () => {
    database = await loaded(format);
    queries = (await data.get('/queries.sql')).text.replaceAll(/^--.*\n/gm, '').split(';\n');
  });

  test('which systems on EVM chains record the outcome of a dispute on chain', async () => {
    const onEvm = (chain: string) => chain.startsWith('eip155:');
    const systems = (await present<MapRecord>('agent-accountability-map')).flatMap(
      ({ id, layers: { dispute }, chains, external_ids = [] }) =>
        /^(on_chain|both)$/.test(dispute.recorded ?? '') &&
        (chains.some(onEvm) || external_ids.some(({ scheme }) => scheme === 'erc'))
          ? [[id, dispute.level, dispute.made_by, chains.filter(onEvm).length].join(' ')]
          : [],
    );
    expect(systems).toEqual(
      expect.arrayContaining(['kleros-v2 native third_party 1', 'erc-8033 native third_party 0']),
    );
    expect(await answerTo(1, 'id', 'level', 'made_by', 'evm_chains')).toEqual(systems);
  });

  test('how coverage grew by the year of first publication', async () => {
    const cells = (await present<MapRecord>('agent-accountability-map')).flatMap(
      ({ layers, first_public, created_on = 'none' }) =>
        Object.entries(layers).flatMap(([layer, { level }]) =>
          ['none_found', 'unknown'].includes(level) ? [] : `${layer} ${(first_public ?? created_on).slice(0, 4)}`,
        ),
    );
    const counts = [...Map.groupBy(cells.toSorted(), (cell) => cell)].map(([cell, { length }]) => `${cell} ${length}`);
    expect(await answerTo(2, 'layer', 'year', 'systems')).toEqual(counts);
    const ofLayer = cells.filter((cell) => cell.startsWith('revocation ')).length;
    expect((await answerTo(2, 'layer', 'so_far')).at(-1)).toBe(`revocation ${ofLayer}`);
  });

  test('which decisions changed a system, and how', async () => {
    const decisions = (await present<DecisionRecord>('governance-decision-memory')).flatMap(
      ({ id, changed_systems = [], system_change, decided_on }) =>
        changed_systems.map((system) => `${system} ${decided_on ?? ''} ${id} ${system_change}`),
    );
    expect(decisions).toContain('erc-8004 2025-08-18 erc-8004-draft introduced');
    expect(await answerTo(3, 'system', 'decided_on', 'id', 'system_change')).toEqual(decisions.toSorted());
  });

  test('which agents were checked, when and by whom', async () => {
    const answer = () => answerTo(4, 'id', 'check', 'result', 'by', 'on');
    const checks = (await present<ObservatoryRecord>('verified-agent-observatory')).flatMap(({ id, verifiable }) =>
      verifiable.map(({ check, result, by, on }) => [id, check, result, by, on].join(' ')),
    );
    expect(await answer()).toEqual(checks.filter((check) => !check.includes(' not_run ')));
    const made = `"by" = 'somebody', "on" = '2099-01-31', result = 'pass'`;
    await run(database, `UPDATE verified_agent_observatory_checks SET ${made} WHERE record = '2s-api'`);
    expect(await answer()).toContainEqual(expect.stringMatching(/^2s-api \w+ pass somebody 2099-01-31$/));
  });
});
