import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { networkOfSetting } from '../../src/domain/chains/network.ts';
import { type Database, openDatabase } from '../../src/storage/database.ts';
import { intakeStore } from '../../src/storage/intake.ts';
import setup from '../support/build.ts';
import { call } from '../support/call.ts';
import { newFolder, startServer } from '../support/server.ts';
import { inTurn, type Load, type Measured, ratio } from './load.ts';
import { atMost, type Line, rate } from './report.ts';
import { median } from './timed.ts';

const SIZES = [1_000, 10_000, 100_000, 1_000_000] as const;
const ROUNDS = 3;
const ASKED = 2_000;
const SUMMARIES = 50;
const SUMMARY_ROUNDS = 15;
const load = { seconds: 2, connections: 32 } as const;

const numbers = (count: number) =>
  `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`;
/** A kind, a status and a day for each number, so that the counters have all their rows. */
const oneOf = (values: readonly string[]): string =>
  `CASE n % ${values.length} ${values.map((value, at) => `WHEN ${at} THEN '${value}'`).join(' ')} END`;
const KINDS = ['question', 'governance', 'technical', 'invite', 'media', 'bug', 'contact', 'other'];
const STATUSES = ['received', 'in_review', 'answered', 'declined'];
const hex = (bytes: number): string => `lower(hex(randomblob(${bytes})))`;

/** So many requests and anchors, put into a store that the migrations of the service made. */
const fill = async ({ knex }: Database, count: number): Promise<void> => {
  const { name: network, genesisBlock } = networkOfSetting('testnet');
  const text = 'A request of a usual length. '.repeat(7);
  // Only the filling is made quick: the service opens the store with its own settings.
  await knex.raw('PRAGMA journal_mode=OFF');
  await knex.raw('PRAGMA synchronous=OFF');
  await knex.raw('PRAGMA cache_size=-800000');
  await knex.raw(
    `INSERT INTO intake (id, kind, sender, contact, body, received_at, body_sha256, receipt_hash_sha256, status)
     ${numbers(count)} SELECT ${hex(12)}, ${oneOf(KINDS)}, 'A reader', 'reader@example.org', '${text}',
     strftime('%Y-%m-%dT%H:%M:%fZ', 1790000000 - n % 5000000, 'unixepoch'), ${hex(32)}, ${hex(32)}, ${oneOf(STATUSES)} FROM numbers`,
  );
  await knex.raw(
    `INSERT INTO anchors (receipt_hash, origin, state, seen_finalized, network, genesis_block, reserved_microccd, charged_microccd,
     energy_used, transaction_hash, block_hash, claimed_at, settled_at, checked_at)
     ${numbers(count)} SELECT ${hex(32)}, 'imported', 'finalized', 1, '${network}', '${genesisBlock}', 0, 0, 529, ${hex(32)}, ${hex(32)},
     '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' FROM numbers`,
  );
};

/** Milliseconds for one summary as it is read from the store; over HTTP it is kept for two seconds. */
const millisecondsPerSummary = async (db: Database): Promise<number> => {
  const { counts } = intakeStore(db);
  const began = performance.now();
  for (let read = 0; read < SUMMARIES; read += 1) await counts('2026-01-01');
  return (performance.now() - began) / SUMMARIES;
};

/** A filled store, a service over it, and addresses of what it holds. */
const openSize = async (size: number) => {
  const folder = await newFolder();
  const filename = join(folder, 'service.db');
  const empty = await openDatabase({ kind: 'sqlite', filename });
  await fill(empty, size);
  await empty.close();
  const db = await openDatabase({ kind: 'sqlite', filename });
  const some = async (table: string, column: string, prefix: string, file: string): Promise<string> => {
    const step = Math.max(1, Math.floor(size / ASKED));
    const rows = (await db.knex(table).whereRaw(`rowid % ${step} = 0`).limit(ASKED).pluck(column)) as string[];
    const path = join(folder, file);
    await writeFile(path, JSON.stringify(rows.map((value) => prefix + value)));
    return path;
  };
  const statuses = await some('intake', 'id', '/api/intake/', 'statuses.json');
  const anchors = await some('anchors', 'receipt_hash', '/api/agent-acceptance-kit/anchors/', 'anchors.json');
  const server = await startServer({ LOG_LEVEL: 'info', DATABASE_URL: `file:${filename}` });
  const { json } = await call(`${server.url}/api/intake/summary`);
  if (json['total'] !== size) throw new Error(`the store of ${size} requests counts ${String(json['total'])}`);
  const close = async () => {
    await db.close();
    await server.stop();
    await rm(dirname(filename), { recursive: true });
  };
  return { url: server.url, statuses, anchors, db, close };
};
type Opened = Awaited<ReturnType<typeof openSize>>;

/** What a request costs in a store of a million, in units of what it costs in one of a thousand. */
export const benchGrowth = async (): Promise<Line[]> => {
  await setup();
  const opened: Opened[] = [];
  try {
    for (const size of SIZES) opened.push(await openSize(size));
    const measureAll = async (loadOf: (one: Opened) => Load): Promise<Measured[]> => {
      const all = await inTurn(ROUNDS, Object.fromEntries(opened.map((one, at) => [`size ${at}`, loadOf(one)])));
      const measured = opened.map((_, at) => all[`size ${at}`]!);
      if (measured.some(({ ok, refused }) => refused > 0 || ok === 0))
        throw new Error('the load was not answered as planned');
      return measured;
    };
    const line = (what: string, measured: readonly Measured[], bound: number): Line =>
      atMost(
        `${what}: cost with 10⁶ rows / with 10³`,
        ratio(measured[0]!, measured.at(-1)!),
        bound,
        measured.map(({ perSecond }) => rate(perSecond)).join(', '),
      );
    const body = JSON.stringify({ kind: 'question', body: 'A request of a usual length. '.repeat(7) });
    const statuses = await measureAll(({ url, statuses: pathsFile }) => ({ ...load, url, pathsFile }));
    const anchors = await measureAll(({ url, anchors: pathsFile }) => ({ ...load, url, pathsFile }));
    const writes = await measureAll(({ url }) => ({ ...load, url: `${url}/api/intake`, body }));
    const rounds: number[][] = [];
    // In turn, so that noise of the machine meets all sizes alike; the first round warms up.
    for (let round = 0; round <= SUMMARY_ROUNDS; round += 1) {
      const times: number[] = [];
      for (const { db } of opened) times.push(await millisecondsPerSummary(db));
      if (round > 0) rounds.push(times);
    }
    return [
      line('intake', writes, 2),
      atMost(
        'summary, read from the store: cost with 10⁶ rows / with 10³',
        median(rounds.map((times) => times.at(-1)! / times[0]!)),
        1.3,
        opened.map((_, at) => `${median(rounds.map((times) => times[at]!)).toFixed(2)} ms`).join(', '),
      ),
      line('status of a request', statuses, 2),
      line('look-up of an anchor', anchors, 2),
    ];
  } finally {
    for (const { close } of opened) await close();
  }
};
