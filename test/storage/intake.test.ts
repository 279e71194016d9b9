import { describe, expect, test } from 'vitest';
import { acceptIntake } from '../../src/domain/accept-intake.ts';
import type { IntakeKind } from '../../src/domain/intake.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { type IntakeEntry, type IntakeStore, intakeStore } from '../../src/storage/intake.ts';
import { dialects, storesOf } from '../support/stores.ts';

let counter = 0;
const entryOf = (body: string, at = '2026-01-02T03:04:05.000Z', kind: IntakeKind = 'question'): IntakeEntry =>
  acceptIntake(
    { kind, from: 'A reader', contact: 'reader@example.org', body },
    {
      id: String((counter += 1)).padStart(24, '0'),
      now: new Date(at),
      siteUrl: 'http://localhost:4321',
      answerDays: 30,
    },
  );
const keyed = (entry: IntakeEntry, key: string, body: string): IntakeEntry => ({
  ...entry,
  idempotency: { keySha256: sha256Hex(key), requestSha256: sha256Hex(body) },
});

const counts = (store: IntakeStore) =>
  store.counts('2026-01-02', '2026-01-03T00:00:00.000Z', '2025-01-01T00:00:00.000Z');

describe.each(dialects)('the intake store on %s', (dialect) => {
  const stores = storesOf(dialect);

  test('returns requests unchanged, even with unusual text', async () => {
    const store = intakeStore(await stores.open());
    const entry = entryOf("Łódź — 😀 'quoted' \\ %s $1 ?\r\n\tfin");
    expect(await store.add(entry)).toEqual({ kind: 'stored', receipt: entry.receipt });
    expect(await store.find(entry.record.id)).toEqual({ record: entry.record, changes: [], extensions: [] });
    expect(await store.find('unknown')).toBeUndefined();
  });

  test('names one decision receipt for a request, and tells which it was before', async () => {
    const store = intakeStore(await stores.open());
    const entry = entryOf('A request');
    const { record } = entry;
    await store.add(entry);
    const [first, second] = ['ab'.repeat(32), 'cd'.repeat(32)];
    expect(await store.nameDecisionReceipt(record.id, first)).toBeNull();
    expect(await store.nameDecisionReceipt(record.id, second)).toBe(first);
    expect((await store.find(record.id))?.record).toEqual({ ...record, decision_receipt_hash_sha256: second });
    expect(await store.nameDecisionReceipt('unknown', first)).toBeUndefined();
  });

  test('keeps a thousand requests that come at once', async () => {
    const store = intakeStore(await stores.open());
    await Promise.all(Array.from({ length: 1_000 }, (_, at) => store.add(entryOf(`Message ${at}`))));
    expect(await store.count()).toBe(1_000);
    const ids = [];
    for await (const { id } of store.each(300)) ids.push(id);
    expect(new Set(ids).size).toBe(1_000);
    expect(ids).toEqual(ids.toSorted());
  });

  test('keeps twelve hundred requests with keys that come at once, and answers each again', async () => {
    const store = intakeStore(await stores.open());
    const entries = Array.from({ length: 1_200 }, (_, at) => keyed(entryOf(`Message ${at}`), `many ${at}`, 'body'));
    const outcomes = await Promise.all(entries.map((entry) => store.add(entry)));
    expect(outcomes.every(({ kind }) => kind === 'stored')).toBe(true);
    expect(await store.count()).toBe(1_200);
    const again = await Promise.all(entries.map((entry) => store.add({ ...entry, ...entryOf('Again') })));
    expect(again).toEqual(entries.map(({ receipt }) => ({ kind: 'replayed', receipt })));
  });

  test('refuses none of a thousand requests that two stores over the same tables get at once, in two orders', async () => {
    const db = await stores.open();
    const order = Array.from({ length: 1_000 }, (_, at) => `turned ${at}`);
    const outcomes = await Promise.all(
      [order, order.toReversed()].map((keys) => {
        const store = intakeStore(db);
        return Promise.all(keys.map((key) => store.add(keyed(entryOf('Twice'), key, 'Twice'))));
      }),
    );
    const kinds = outcomes.flat().map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'stored')).toHaveLength(1_000);
    expect(kinds.filter((kind) => kind === 'replayed')).toHaveLength(1_000);
  });

  test('stores one request for one idempotency key, in one store or two over the same tables', async () => {
    const db = await stores.open();
    const [one, other] = [intakeStore(db), intakeStore(db)];
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, at) => (at % 2 ? one : other).add(keyed(entryOf('The same'), 'key', 'The same'))),
    );
    expect(outcomes.filter(({ kind }) => kind === 'stored')).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === 'replayed')).toHaveLength(19);
    expect(new Set(outcomes.map((outcome) => 'receipt' in outcome && outcome.receipt.id)).size).toBe(1);
    expect((await one.add(keyed(entryOf('Another'), 'key', 'Another'))).kind).toBe('key_reused');
    expect(await one.count()).toBe(1);
    const nextDay = keyed(entryOf('Another', '2026-01-03T03:04:06.000Z'), 'key', 'Another');
    expect((await one.add(nextDay)).kind).toBe('stored');
  });

  test('notes each change of the status once', async () => {
    const store = intakeStore(await stores.open());
    const { record } = entryOf('To be answered');
    await store.add({ ...entryOf('To be answered'), record });
    const at = new Date('2026-01-03T00:00:00.000Z');
    const changes = await Promise.all([
      store.setStatus(record.id, 'answered', at),
      store.setStatus(record.id, 'answered', at),
    ]);
    expect(changes.toSorted()).toEqual([false, true]);
    expect(await store.setStatus('unknown', 'answered', at)).toBe(false);
    expect(await store.find(record.id)).toEqual({
      record: { ...record, status: 'answered' },
      changes: [{ status: 'answered', at: at.toISOString() }],
      extensions: [],
    });
  });

  test('deletes text, sender and contact, and keeps hashes and counts', async () => {
    const store = intakeStore(await stores.open());
    const entry = entryOf('To be forgotten');
    await store.add(entry);
    const at = new Date('2027-01-03T00:00:00.000Z');
    expect(await store.erase([entry.record.id, 'unknown'], at)).toBe(1);
    expect(await store.erase([entry.record.id], at)).toBe(0);
    expect((await store.find(entry.record.id))!.record).toEqual({
      ...entry.record,
      from: null,
      contact: null,
      body: null,
      deleted_at: at.toISOString(),
    });
    expect(await store.count()).toBe(1);
  });

  test('lists by date, and counts by day, kind and status', async () => {
    const store = intakeStore(await stores.open());
    await store.add(entryOf('First', '2026-01-01T23:59:59.999Z', 'bug'));
    const second = entryOf('Second', '2026-01-02T00:00:00.000Z', 'bug');
    await store.add(second);
    await store.add(entryOf('Third', '2026-01-02T12:00:00.000Z', 'media'));
    await store.setStatus(second.record.id, 'declined', new Date('2026-01-02T01:00:00.000Z'));
    await store.add({
      ...entryOf('Promised nothing'),
      record: { ...entryOf('Promised nothing').record, due_at: null },
    });
    // Open requests by their dates, then those without one, then those that are closed.
    const bodies = (await store.list(10)).map(({ body }) => body);
    expect(bodies).toEqual(['First', 'Third', 'Promised nothing', 'Second']);
    expect((await store.open(1, 10)).map(({ kind }) => kind)).toEqual(['question', 'media']);
    const { byStatus, byDay, lastReceivedAt } = await counts(store);
    expect(lastReceivedAt).toBe('2026-01-02T12:00:00.000Z');
    expect(byStatus.map((row) => Object.values(row).join(' ')).toSorted()).toEqual([
      'bug declined 1',
      'bug received 1',
      'media received 1',
      'question received 1',
    ]);
    expect(byDay).toEqual([{ day: '2026-01-02', count: 3 }]);
    expect(await counts(intakeStore(await stores.open()))).toEqual({
      byStatus: [],
      byDay: [],
      overdue: 0,
      extended: 0,
      answers: [],
    });
  });
});
