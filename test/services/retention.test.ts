import { setTimeout } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { acceptIntake } from '../../src/domain/accept-intake.ts';
import { retention } from '../../src/services/retention.ts';
import type { Database } from '../../src/storage/database.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { intakeStore } from '../../src/storage/intake.ts';
import { fillStore } from '../support/filled-store.ts';
import { hostService } from '../support/hosted-service.ts';
import { newStore } from '../support/server.ts';
import { fileOf, query } from '../support/stored-requests.ts';
import { dialects, storesOf } from '../support/stores.ts';

const DAY_MS = 86_400_000;
const TODAY = Date.parse('2026-06-01T12:00:00.000Z');
const OLD = 1_200;

/** Starts as many processes as are given, waits until they have deleted `count` texts, and stops them. */
const expectDeleted = async (db: Database, at: number, processes: number, count: number): Promise<void> => {
  const counts: number[] = [];
  const failures: unknown[] = [];
  const started = Array.from({ length: processes }, () =>
    retention({
      requests: intakeStore(db),
      days: 30,
      now: () => new Date(at),
      onDeleted: (deleted) => counts.push(deleted),
      onFailure: (failure) => failures.push(failure),
    }),
  );
  for (const each of started) each.start();
  const sum = () => counts.reduce((total, each) => total + each, 0);
  await expect.poll(sum).toBeGreaterThanOrEqual(count);
  await Promise.all(started.map((each) => each.stop()));
  expect(sum()).toBe(count);
  expect(failures).toEqual([]);
};

const idOf = (count: number): string => String(count).padStart(24, '0');

/** Adds requests, one for each of these ages in days. */
const add = async (db: Database, ages: readonly number[]): Promise<void> => {
  const store = intakeStore(db);
  await Promise.all(
    ages.map((age, index) => {
      const made = {
        id: idOf(index),
        now: new Date(TODAY - age * DAY_MS),
        siteUrl: 'http://localhost:4321',
        answerDays: 30,
      };
      return store.add(acceptIntake({ kind: 'question', body: `Text ${index}` }, made));
    }),
  );
};

describe.each(dialects)('old texts on %s', (dialect) => {
  const stores = storesOf(dialect);

  test('are deleted, each by one of several processes, which count what they deleted', async () => {
    const db = await stores.open();
    await add(db, [...Array.from({ length: OLD }, (_, index) => 31 + (index % 300)), 1, 29]);
    await expectDeleted(db, TODAY, 3, OLD);
    const store = intakeStore(db);
    const withText = async () =>
      (await Array.fromAsync(store.each())).filter(({ body }) => body !== null).map(({ id }) => id);
    expect((await withText()).toSorted()).toEqual([idOf(OLD), idOf(OLD + 1)]);
    // Two days later the request of 29 days is old enough.
    await expectDeleted(db, TODAY + 2 * DAY_MS, 1, 1);
    expect(await withText()).toEqual([idOf(OLD)]);
  });
});

test('stopping waits for the texts that are being deleted, and begins no further ones', async () => {
  const asked = Promise.withResolvers<number>();
  const eraseOld = vi.fn(async () => 0).mockReturnValueOnce(asked.promise);
  const told: unknown[] = [];
  const tell = (each: unknown) => void told.push(each);
  const erasing = retention({
    requests: { eraseOld },
    days: 30,
    now: () => new Date(TODAY),
    onDeleted: tell,
    onFailure: tell,
  });
  erasing.start();
  const stopped = erasing.stop().then(() => told.push('stopped'));
  await setTimeout(20);
  asked.resolve(500);
  await stopped;
  expect(told).toEqual([500, 'stopped']);
  expect(eraseOld).toHaveBeenCalledOnce();
});

test('a service that starts deletes old texts by itself, and its log says how many and nothing of them', async () => {
  const store = await newStore();
  const db = await openDatabase({ kind: 'sqlite', filename: fileOf(store) });
  await fillStore(db.knex);
  await db.close();
  const server = await hostService({ DATABASE_URL: store, RETENTION_DAYS: '1' });
  await expect.poll(() => server.output()).toContain('deleted old texts');
  const line = server
    .output()
    .split('\n')
    .find((text) => text.includes('deleted old texts'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ deleted: 2, older_than_days: 1 });
  expect(await query(store, 'SELECT id FROM intake WHERE body IS NOT NULL OR contact IS NOT NULL')).toEqual([]);
  expect(server.output()).not.toContain('example.org');
  await server.end();
  const again = await hostService({ DATABASE_URL: store, RETENTION_DAYS: '1' });
  expect(again.output()).not.toContain('deleted old texts');
  await again.end();
});
