import { beforeEach, describe, expect, test } from 'vitest';
import { intakeService } from '../../src/services/intake.ts';
import { intakeStore } from '../../src/storage/intake.ts';
import { dialects, storesOf } from '../support/stores.ts';

const SITE = 'http://localhost:4321';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Clocks of several countries are changed within the days of the promise; UTC is not. */
const RECEIVED = '2026-03-01T09:00:00.123Z';
const DUE = '2026-03-31T09:00:00.123Z';

describe.each(dialects)('the promise of an answer on %s', (dialect) => {
  const stores = storesOf(dialect);
  let clock: number;
  let store: ReturnType<typeof intakeStore>;
  let intake: ReturnType<typeof intakeService>;
  let start: (answerDays: number) => typeof intake;

  beforeEach(async () => {
    clock = Date.parse(RECEIVED);
    store = intakeStore(await stores.open());
    let ids = 0;
    start = (answerDays) =>
      intakeService(store, {
        now: () => new Date(clock),
        newId: () => `k${String((ids += 1)).padStart(23, '0')}`,
        siteUrl: SITE,
        answerDays,
        signText: () => Promise.resolve({ protected: 'not', signature: 'signed' }),
        signsSince: '2026-01-01T00:00:00.000Z',
        takesWrites: () => Promise.resolve(true),
      });
    intake = start(30);
  });

  const ask = async (body = 'When?') => (await intake.submit({ kind: 'other', body })).receipt;

  /** What the status, the open list and the summary say at a time: `-`, or `late`. They have to say the same. */
  const saidAt = async (id: string, time: number): Promise<string> => {
    clock = time;
    const status = await intake.find(id);
    const listed = (await intake.open(0, 10)).find(({ id_begins }) => id.startsWith(id_begins));
    const { open, overdue } = await intake.summary();
    expect([listed?.overdue ?? false, overdue, open]).toEqual([
      status!.overdue,
      Number(status!.overdue),
      Number(listed !== undefined),
    ]);
    expect(listed === undefined || listed.due_at === (status!.due_at ?? null)).toBe(true);
    return status!.overdue ? 'late' : '-';
  };

  test('is in the receipt, and is kept until its last millisecond', async () => {
    const receipt = await ask();
    expect(receipt.answer_by).toBe(DUE);
    const due = Date.parse(DUE);
    const said = [];
    // Asked again within the two seconds for which a summary is kept.
    for (const time of [due - 1_500, due - 1, due, due + 1]) said.push(await saidAt(receipt.id, time));
    expect(said).toEqual(['-', '-', '-', 'late']);
    await store.setStatus(receipt.id, 'in_review', new Date(clock));
    expect(await saidAt(receipt.id, due + 2)).toBe('late');
    await store.setStatus(receipt.id, 'declined', new Date(clock));
    expect(await saidAt(receipt.id, due + HOUR)).toBe('-');
  });

  test('is of the setting as of acceptance, and none is made with 0 days', async () => {
    const promised = await ask();
    intake = start(0);
    const free = await ask();
    expect(free).not.toHaveProperty('answer_by');
    const status = await intake.find(free.id);
    expect(status).not.toHaveProperty('due_at');
    clock += 4_000 * DAY;
    expect([(await intake.find(free.id))!.overdue, (await intake.find(promised.id))!.overdue]).toEqual([false, true]);
    expect(await intake.summary()).toMatchObject({ open: 2, overdue: 1 });
    expect((await intake.open(0, 10)).map(({ due_at }) => due_at)).toEqual([DUE, null]);
    expect((await intake.receiptOf((await intake.find(promised.id))!))?.answer_by).toBe(DUE);
  });

  test('moves with an extension, which leaves the receipt as it was', async () => {
    const receipt = await ask();
    const due_at = '2026-04-14T09:00:00.123Z';
    const extension = { at: '2026-03-30T00:00:00.000Z', due_at, reason: 'Waiting for the auditor' };
    const asRead = { id: receipt.id, status: 'received', due_at: DUE } as const;
    expect(await store.extend({ ...asRead, due_at }, extension)).toBe(false);
    expect(await store.extend({ ...asRead, status: 'in_review' }, extension)).toBe(false);
    expect((await intake.summary()).extended).toBe(0);
    expect(await store.extend(asRead, extension)).toBe(true);
    // The same twice at once: the date before is another one now.
    expect(await store.extend(asRead, extension)).toBe(false);
    const said = [];
    for (const time of [DUE, due_at]) {
      said.push(await saidAt(receipt.id, Date.parse(time)), await saidAt(receipt.id, Date.parse(time) + 1));
    }
    expect(said).toEqual(['-', '-', '-', 'late']);
    const status = (await intake.find(receipt.id))!;
    expect(status).toMatchObject({ answer_by: DUE, due_at, extensions: [extension] });
    expect(await intake.receiptOf(status)).toEqual(receipt);
    await store.setStatus(receipt.id, 'answered', new Date(clock));
    const later = { ...extension, due_at: '2026-05-01T00:00:00.000Z' };
    expect(await store.extend({ ...asRead, due_at }, later)).toBe(false);
    clock += HOUR;
    expect(await intake.summary()).toMatchObject({ open: 0, extended: 1 });
  });

  test('is counted again when the clock is moved back, and no answer takes less than no time', async () => {
    const { id } = await ask();
    await intake.summary();
    clock -= HOUR;
    await store.setStatus(id, 'answered', new Date(clock));
    const { counted_at, answers } = await intake.summary();
    expect(counted_at).toBe(new Date(clock).toISOString());
    expect(answers.last_90_days.median_days).toBe(0);
  });

  test('is measured: the median of days to the last mark as answered, within 90 and 365 days', async () => {
    /** Asks, and marks as answered so many days after. */
    const answered = async (days: number) => {
      const { id } = await ask();
      await store.setStatus(id, 'answered', new Date(clock + days * DAY));
      return id;
    };
    const first = await answered(1);
    await answered(2);
    const back = await answered(3);
    await answered(10);
    await store.nameDecisionReceipt(first, 'ab'.repeat(32));
    await store.setStatus(back, 'in_review', new Date(clock + 4 * DAY));
    const received = clock;
    const answersAt = async (time: number) => {
      clock = time;
      return (await intake.summary()).answers;
    };
    const all = { count: 3, with_receipt: 1, median_days: 2 };
    expect(await answersAt(received + 91 * DAY)).toEqual({ last_90_days: all, last_365_days: all });
    const two = { count: 2, with_receipt: 0, median_days: 6 };
    expect(await answersAt(received + 91 * DAY + 1)).toEqual({ last_90_days: all, last_365_days: all });
    expect(await answersAt(received + 91 * DAY + 3_000)).toEqual({ last_90_days: two, last_365_days: all });
    expect(await answersAt(received + 365 * DAY)).toEqual({
      last_90_days: { count: 0, with_receipt: 0 },
      last_365_days: all,
    });
    await store.setStatus(back, 'answered', new Date(received + 365 * DAY + 4.44 * DAY));
    expect((await answersAt(received + 375 * DAY)).last_90_days).toEqual({
      count: 1,
      with_receipt: 0,
      median_days: 369.4,
    });
    expect(await answersAt(received + 800 * DAY)).toEqual({
      last_90_days: { count: 0, with_receipt: 0 },
      last_365_days: { count: 0, with_receipt: 0 },
    });
  });
});
