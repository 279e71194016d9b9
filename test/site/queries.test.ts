import { parquetReadObjects } from 'hyparquet';
import sqlite3 from 'sqlite3';
import { expect, test } from 'vitest';
import type { MapRecord } from '../../src/domain/datasets/accountability-map/record.ts';
import type { DecisionRecord } from '../../src/domain/datasets/governance/record.ts';
import type { ObservatoryRecord } from '../../src/domain/datasets/observatory/record.ts';
import { publishedData } from '../support/published-data.ts';
import { csvRows } from '../support/rows.ts';

const data = publishedData();

const run = (database: sqlite3.Database, sql: string, ...values: string[]): Promise<Record<string, unknown>[]> =>
  new Promise((resolve, reject) => {
    database.all<Record<string, unknown>>(sql, values, (error, rows) => (error ? reject(error) : resolve(rows)));
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
    await run(database, `CREATE TABLE ${name.replaceAll('-', '_')} AS SELECT ${cells.join()} FROM json_each(?)`, json);
  }
  return database;
};

const presentIn = async <R extends { withdrawn_on?: string | undefined }>(id: string): Promise<R[]> =>
  (await data.json<{ entries: R[] }>(`/static/${id}.json`)).entries.filter((one) => one.withdrawn_on === undefined);
const onEvm = (chain: string) => chain.startsWith('eip155:');

test.each(['csv', 'parquet'] as const)('queries.sql over the %s files answers what the records say', async (format) => {
  const database = await loaded(format);
  const queries = (await data.get('/queries.sql')).text.replaceAll(/^--.*\n/gm, '').split(';\n');
  /** The answer to a question, with some of its columns as one text for each row. */
  const answerTo = async (question: number, ...columns: string[]) =>
    (await run(database, queries[question - 1]!)).map((row) => columns.map((column) => row[column] ?? '').join(' '));
  const systems = await presentIn<MapRecord>('agent-accountability-map');
  const disputes = systems.flatMap(({ id, layers: { dispute }, chains, external_ids = [] }) =>
    ['on_chain', 'both'].includes(dispute.recorded!) && (chains.some(onEvm) || external_ids[0]?.scheme === 'erc')
      ? `${id} ${dispute.level} ${dispute.made_by ?? ''} ${chains.filter(onEvm).length}`
      : [],
  );
  expect(disputes).toEqual(expect.arrayContaining(['kleros-v2 native third_party 1', 'erc-8033 native third_party 0']));
  expect(await answerTo(1, 'id', 'level', 'made_by', 'evm_chains')).toEqual(disputes);

  const cells = systems.flatMap(({ layers, first_public, created_on = 'none' }) =>
    Object.entries(layers).flatMap(([layer, { level }]) =>
      ['none_found', 'unknown'].includes(level) ? [] : `${layer} ${(first_public ?? created_on).slice(0, 4)}`,
    ),
  );
  const counts = [...Map.groupBy(cells.toSorted(), (cell) => cell)].map(([cell, { length }]) => `${cell} ${length}`);
  expect(await answerTo(2, 'layer', 'year', 'systems')).toEqual(counts);
  const ofLayer = cells.filter((cell) => cell.startsWith('revocation ')).length;
  expect((await answerTo(2, 'layer', 'so_far')).at(-1)).toBe(`revocation ${ofLayer}`);

  const decisions = (await presentIn<DecisionRecord>('governance-decision-memory')).flatMap(
    ({ id, changed_systems = [], system_change, decided_on = '' }) =>
      changed_systems.map((system) => `${system} ${decided_on} ${id} ${system_change}`),
  );
  expect(decisions).toContain('erc-8004 2025-08-18 erc-8004-draft introduced');
  expect(await answerTo(3, 'system', 'decided_on', 'id', 'system_change')).toEqual(decisions.toSorted());

  const checks = (await presentIn<ObservatoryRecord>('verified-agent-observatory')).flatMap(({ id, verifiable }) =>
    verifiable.flatMap(({ result, by, on }) => (result === 'not_run' ? [] : `${id} ${result} ${by} ${on}`)),
  );
  expect(await answerTo(4, 'id', 'result', 'by', 'on')).toEqual(checks);
  const made = `"by" = 'somebody', "on" = '2099-01-31', result = 'pass'`;
  await run(database, `UPDATE verified_agent_observatory_checks SET ${made} WHERE record = '2s-api'`);
  expect(await answerTo(4, 'id', 'result', 'by', 'on')).toContain('2s-api pass somebody 2099-01-31');
});
