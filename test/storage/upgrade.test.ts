import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DatabaseLocation } from '../../src/config/values.ts';
import { anchorStore } from '../../src/storage/anchors.ts';
import { connect } from '../../src/storage/connect.ts';
import { type Database, openDatabase } from '../../src/storage/database.ts';
import { intakeStore } from '../../src/storage/intake.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import { checkStore } from '../../src/storage/transfer/check-store.ts';
import { withSnapshot } from '../../src/storage/transfer/snapshot.ts';
import { carriedTables } from '../../src/storage/transfer/tables.ts';
import { fillStore, SAMPLE_SITE, sampleAnchors, sampleRequests } from '../support/filled-store.ts';
import { newFolder } from '../support/server.ts';
import { sharedPostgres } from '../support/shared-postgres.ts';

const kept = (version: number): string => join(import.meta.dirname, `../fixtures/stores/version-${version}.db`);
const versions = migrations.map(({ version }) => version);

const expectSamples = async (db: Database, version: number): Promise<void> => {
  const store = intakeStore(db);
  const [waiting, answered, erased] = await Array.fromAsync(store.each({}));
  expect(waiting).toEqual(sampleRequests[0]!.record);
  expect(answered).toEqual({
    ...sampleRequests[1]!.record,
    status: 'answered',
    decision_receipt_hash_sha256: version < 5 ? null : 'c'.repeat(64),
    context_id: version < 8 ? null : 'a-conversation',
  });
  expect(erased).toMatchObject({ id: sampleRequests[2]!.record.id, body: null, from: null, contact: null });
  expect((await store.find(answered!.id))!.changes).toMatchObject([{ status: 'answered' }]);
  expect((await store.counts('2026-01-01')).byStatus).toHaveLength(3);
  expect((await store.counts('2026-01-01')).byDay).toEqual([{ day: '2026-01-02', count: 3 }]);
  const ledger = anchorStore(db);
  const states = await ledger.countByState();
  if (version < 2) expect(Object.values(states).every((count) => count === 0)).toBe(true);
  else {
    expect(states).toEqual({ prepared: 1, submitted: 1, finalized: 1, failed: 0, expired: 0 });
    expect(await ledger.totals()).toEqual({ chargedMicroCcd: 10_580n, reservedMicroCcd: 13_225n });
    expect((await ledger.history(sampleAnchors[0])).map(({ event }) => event)).toEqual(['claimed', 'finalized']);
  }
};

const expectSound = async (location: DatabaseLocation): Promise<void> => {
  const check = await withSnapshot(location, (snapshot) => checkStore(snapshot, [SAMPLE_SITE]));
  expect(check).toEqual({ problems: [], recomputed: 3, unverified: [] });
};

test('a store of every schema version is kept', () => {
  const missing = versions.filter((version) => !existsSync(kept(version)));
  expect(missing, 'run `npx node test/support/keep-store.ts`').toEqual([]);
});

test('the samples have a row in every table that a copy carries', async () => {
  const db = await openDatabase({ kind: 'sqlite', filename: join(await newFolder(), 'service.db') });
  await fillStore(db.knex);
  const empty: string[] = [];
  for (const { name } of carriedTables) if ((await db.knex(name).first()) === undefined) empty.push(name);
  expect(empty, 'add rows to test/support/filled-store.ts').toEqual([]);
  await db.close();
});

describe.each(versions)('a store that schema version %i wrote', (version) => {
  test('is opened with all its requests, anchors, money and counts, on SQLite', async () => {
    const filename = join(await newFolder(), 'service.db');
    await copyFile(kept(version), filename);
    await expectSound({ kind: 'sqlite', filename });
    const db = await openDatabase({ kind: 'sqlite', filename });
    await expectSamples(db, version);
    await db.close();
    await expectSound({ kind: 'sqlite', filename });
  });
});

describe('on PostgreSQL', () => {
  const postgres = sharedPostgres();

  test.each(versions)('a store that schema version %i wrote is opened with everything', async (version) => {
    const location = { kind: 'postgres', url: await postgres.newDatabase() } as const;
    const open = () => connect(location, false);
    const knex = open();
    await migrate(knex, 'postgres', { refuseNew: undefined, connectUnlimited: open, upTo: version });
    await fillStore(knex, version);
    await knex.destroy();
    const db = await openDatabase(location);
    await expectSamples(db, version);
    await db.close();
    await expectSound(location);
  });
});
