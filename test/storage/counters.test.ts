import { describe, expect, test } from 'vitest';
import { acceptIntake } from '../../src/domain/accept-intake.ts';
import type { AnchorLedger } from '../../src/domain/anchors/anchor-ledger.ts';
import { IntakeKind, IntakeStatus } from '../../src/domain/intake.ts';
import { buildIntakeSummary, summaryDays } from '../../src/domain/intake-summary.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { anchorStore } from '../../src/storage/anchors.ts';
import type { Database } from '../../src/storage/database.ts';
import { type IntakeEntry, type IntakeStore, intakeStore } from '../../src/storage/intake.ts';
import { counters } from '../../src/storage/migrations/004_counts.ts';
import { dialects, storesOf } from '../support/stores.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const DAY_MS = 86_400_000;

/** Random numbers that a seed repeats (mulberry32): a whole number below the bound. */
const randomFrom = (seed: number) => (bound: number) => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
};
type Random = ReturnType<typeof randomFrom>;

let counter = 0;
const entryOf = (random: Random): IntakeEntry => {
  counter += 1;
  const entry = acceptIntake(
    { kind: IntakeKind.options[random(IntakeKind.options.length)]!, body: `Message ${counter}` },
    { id: String(counter).padStart(24, '0'), now: new Date(NOW.getTime() - random(40 * DAY_MS)), siteUrl: 'http://x' },
  );
  const key = { keySha256: sha256Hex(`key ${random(30)}`), requestSha256: sha256Hex('the same') };
  return random(3) === 0 ? { ...entry, idempotency: key } : entry;
};

/** The same summary, made by reading every request. */
const scannedSummary = async (store: IntakeStore) => {
  const records = await Array.fromAsync(store.each({}));
  const since = summaryDays(NOW)[0]!;
  const days = records.map(({ received_at }) => received_at.slice(0, 10)).filter((day) => day >= since);
  return buildIntakeSummary(
    {
      byStatus: records.map(({ kind, status }) => ({ kind, status, count: 1 })),
      byDay: [...Map.groupBy(days, (day) => day)].map(([day, { length }]) => ({ day, count: length })),
      lastReceivedAt: records.at(-1)?.received_at,
    },
    { now: NOW, accepting: true, requestBytesMax: 1 },
  );
};

const expectRightCounts = async (db: Database): Promise<void> => {
  const [store, ledger] = [intakeStore(db), anchorStore(db)];
  const counts = await store.counts(summaryDays(NOW)[0]!);
  expect(buildIntakeSummary(counts, { now: NOW, accepting: true, requestBytesMax: 1 })).toEqual(
    await scannedSummary(store),
  );
  const anchors = Object.groupBy(await ledger.list({ limit: 10_000, offset: 0 }), ({ state }) => state);
  const scanned = Object.fromEntries(Object.entries(anchors).map(([state, { length }]) => [state, length]));
  const none = { prepared: 0, submitted: 0, finalized: 0, failed: 0, expired: 0 };
  expect(await ledger.countByState()).toEqual({ ...none, ...scanned });
};

const actOnAnchor = async (ledger: AnchorLedger, random: Random): Promise<void> => {
  const at = NOW.toISOString();
  const receiptHash = sha256Hex(`anchor ${random(12)}`);
  const genesisBlock = 'a'.repeat(64);
  const place = { receiptHash, network: `genesis:${genesisBlock}`, genesisBlock, at };
  const transaction = { transactionHash: sha256Hex(`transaction of ${receiptHash}`), blockHash: null, sender: null };
  const estimate = { energy: 1n, microCcd: 80n, reservedMicroCcd: 100n, euroPerEnergy: '1/1', microCcdPerEuro: '1/1', at };
  const act = random(4);
  if (act < 2) await ledger.claim({ ...place, estimate }, 500n);
  else if (act === 2) await ledger.release(receiptHash, 'fee_above_budget', at);
  else await ledger.importAnchor({ ...place, ...transaction, outcome: null });
}; // prettier-ignore

const actOnRequests = async (store: IntakeStore, random: Random): Promise<void> => {
  const id = String(1 + random(counter + 1)).padStart(24, '0');
  const act = random(4);
  if (act === 0) await store.add(entryOf(random));
  else if (act === 1) await Promise.all(Array.from({ length: random(20) }, () => store.add(entryOf(random))));
  else if (act === 2) await store.setStatus(id, IntakeStatus.options[random(4)]!, NOW);
  else await store.erase([id, 'unknown'], NOW, { who: 'a test', act: 'deleted' });
};

describe.each(dialects)('the counters of a store on %s', (dialect) => {
  const stores = storesOf(dialect);

  test.each([1, 2, 3])(
    'say after any requests, changes, deletions and anchors what a count of all says (seed %i)',
    async (seed) => {
      const db = await stores.open();
      const random = randomFrom(seed);
      // Two that share the store, as two processes do.
      const both = [intakeStore(db), intakeStore(db)];
      for (let round = 0; round < 12; round += 1) {
        await Promise.all(
          Array.from({ length: 8 }, (_, at) =>
            at % 4 === 0 ? actOnAnchor(anchorStore(db), random) : actOnRequests(both[at % 2]!, random),
          ),
        );
        await expectRightCounts(db);
      }
    },
  );

  test('begin with what was stored before there were any', async () => {
    const db = await stores.open();
    const random = randomFrom(4);
    const store = intakeStore(db);
    for (const name of ['intake_counted', 'intake_recounted', 'anchors_counted', 'anchors_recounted'])
      await db.knex.raw(dialect === 'SQLite' ? `DROP TRIGGER ${name}` : `DROP FUNCTION ${name} CASCADE`);
    for (const table of ['intake_totals', 'intake_days', 'anchor_totals']) await db.knex.schema.dropTable(table);
    await Promise.all(Array.from({ length: 200 }, () => store.add(entryOf(random))));
    for (let act = 0; act < 30; act += 1) await actOnAnchor(anchorStore(db), random);
    await db.knex.transaction((trx) => counters.up(trx, db.dialect));
    await expectRightCounts(db);
    await Promise.all(Array.from({ length: 20 }, () => actOnRequests(store, random)));
    await expectRightCounts(db);
  });
});
