import { readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { networkOfSetting } from '../../src/domain/chains/network.ts';
import { anchorStore } from '../../src/storage/anchors.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { call, post } from '../support/call.ts';
import { BUILT_SERVER, newStore, runToEnd, startServer } from '../support/server.ts';
import { fileOf } from '../support/stored-requests.ts';

const file = (name: string): string => readFileSync(join(import.meta.dirname, '../..', name), 'utf8');

const store = await newStore();
// No node listens there.
const server = await startServer({ DATABASE_URL: store, METRICS_PORT: '0', CONCORDIUM_GRPC_URL: 'http://127.0.0.1:1' });
const address = /metrics at (http:\/\/[^"]+)/.exec(server.output())![1]!;
afterAll(() => server.end());

const read = async (): Promise<string> => (await call(address)).text;

/** The value of a sample, by its name and labels as written. */
const valueOf = (text: string, sample: string): number => {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${sample} `));
  return Number(line?.slice(sample.length + 1));
};

describe('the metrics', () => {
  test('are OpenMetrics on loopback, at /metrics and nowhere else', async () => {
    const { headers, text, status } = await call(address);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('application/openmetrics-text');
    expect(text.trimEnd().endsWith('# EOF')).toBe(true);
    expect(new URL(address).hostname).toBe('127.0.0.1');
    expect((await call(address.replace('/metrics', '/'))).status).toBe(404);
    expect((await call(`${server.url}/metrics`)).status).toBe(404);
  });

  test('name routes, and hold no value of a path and nothing of a client', async () => {
    const { json } = await post(`${server.url}/api/intake`, { body: 'A text', contact: 'reader@example.org' });
    const id = String(json['id']);
    const forwarded = { headers: { 'x-forwarded-for': '203.0.113.7' } };
    await call(`${server.url}/api/intake/${id}`, forwarded);
    await call(`${server.url}/intake/${id}`, forwarded);
    await call(`${server.url}/nothing/value-of-a-path?value-of-a-query=1`, { method: 'PROPFIND' });
    const text = await read();
    for (const route of ['/api/intake', '/api/intake/[id]', '/intake/[id]']) expect(text).toContain(`route="${route}"`);
    for (const secret of [id, 'value-of', '203.0.113.7', '127.0.0.1', 'example.org'])
      expect(text).not.toContain(secret);
  });

  test('and the log give no status to a request whose client was gone before the answer', async () => {
    const socket = connect(Number(new URL(server.url).port), 'localhost', () => {
      socket.write('POST /api/intake HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"body": "Cut o');
      socket.end();
    });
    socket.on('error', () => socket.destroy());
    const sample = 'service_request_duration_seconds_count{method="POST",route="(none)",status="none"}';
    await expect.poll(async () => valueOf(await read(), sample)).toBe(1);
    const lines = () =>
      server
        .output()
        .split('\n')
        .filter((line) => line.includes('"method":"POST","route":"(none)"'));
    await expect.poll(lines).toHaveLength(1);
    expect(lines()[0]).not.toContain('"status"');
  });

  test('count answers and anchors, and measure budget, loop and chain', async () => {
    const before = await read();
    await Promise.all(Array.from({ length: 10 }, () => post(`${server.url}/api/intake`, { body: 'A text' })));
    const text = await read();
    const more = (sample: string): number => valueOf(text, sample) - valueOf(before, sample);
    expect(more('service_request_duration_seconds_count{method="POST",route="/api/intake",status="201"}')).toBe(10);
    expect(valueOf(text, 'service_store_up')).toBe(1);
    expect(valueOf(text, 'service_anchors{state="finalized"}')).toBe(0);
    expect(valueOf(text, 'service_anchor_budget_microccd{part="left"}')).toBe(5_000_000);
    expect(valueOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
    expect(valueOf(text, 'service_chain_up')).toBe(0);
    expect(text).not.toMatch(/^service_chain_lag_seconds /m);
  });

  test('tell how long the oldest anchor that is not settled waits', async () => {
    const sample = 'service_anchor_oldest_waiting_seconds';
    expect(valueOf(await read(), sample)).toBe(0);
    const database = await openDatabase({ kind: 'sqlite', filename: fileOf(store) });
    const at = new Date(Date.now() - 2 * 3_600_000).toISOString();
    const estimate = {
      energy: 529n,
      microCcd: 80n,
      reservedMicroCcd: 100n,
      rate: { euro_per_energy: '1/50000', microccd_per_euro: '50000000/1', at },
    };
    const { genesisBlock } = networkOfSetting('testnet');
    const claim = { receiptHash: 'a'.repeat(64), estimate, at };
    expect(await anchorStore(database, genesisBlock).claim(claim, 5_000_000n)).toBe('claimed');
    await database.close();
    const waiting = valueOf(await read(), sample);
    expect(waiting).toBeGreaterThanOrEqual(7_200);
    const { expr } = (parse(file('operations/alerts.yaml')) as Alerts).groups
      .flatMap(({ rules }) => rules)
      .find(({ alert }) => alert === 'AnchorsStuck')!;
    const [, named, most] = /^(\w+) > (\d+)$/.exec(expr)!;
    expect([named, waiting > Number(most)]).toEqual([sample, true]);
  });

  test('count requests that could not be stored', async () => {
    await rename(fileOf(store), `${fileOf(store)}.away`);
    expect((await post(`${server.url}/api/intake`, { body: 'A text' })).status).toBe(503);
    await rename(`${fileOf(store)}.away`, fileOf(store));
    const sample = 'service_request_duration_seconds_count{method="POST",route="/api/intake",status="503"}';
    expect(valueOf(await read(), sample)).toBe(1);
  });

  test('stop a start whose port is taken, with the name of the setting', async () => {
    const { port } = new URL(address);
    const { code, stderr } = await runToEnd(BUILT_SERVER, [], {
      DATABASE_URL: await newStore(),
      METRICS_PORT: port,
    });
    expect({ code, stderr }).toMatchObject({ code: 1 });
    expect(stderr).toMatch(
      /cannot listen on port \d+ \(METRICS_PORT\): .*EADDRINUSE.*\. Stop what listens there, or set METRICS_PORT\./,
    );
  });
});

interface Alerts {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}

test('every metric in the alarms and the dashboard exists, and OPERATIONS.md explains every alarm', async () => {
  const known = new Set(
    [...(await read()).matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!.replace(/_total$/, '')),
  );
  const named = [file('operations/alerts.yaml'), file('operations/dashboard.json')].flatMap((text) =>
    [...text.matchAll(/\b(?:service|nodejs|process)_\w+/g)].map(([name]) =>
      name.replace(/_(bucket|sum|count|total)$/, ''),
    ),
  );
  expect(named.length).toBeGreaterThan(20);
  expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([]);
  const ours = [...known].filter((name) => name.startsWith('service_'));
  expect(ours.filter((name) => !named.includes(name))).toEqual([]);

  const alarms = (parse(file('operations/alerts.yaml')) as Alerts).groups.flatMap(({ rules }) => rules);
  const explained = [...file('OPERATIONS.md').matchAll(/^\| `([A-Z]\w+)` +\|/gm)].map(([, name]) => name);
  expect(explained.filter((name) => alarms.some(({ alert }) => alert === name))).toEqual(
    alarms.map(({ alert }) => alert),
  );
  expect(alarms.every(({ expr }) => expr.length > 0)).toBe(true);
});
