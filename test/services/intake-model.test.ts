import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IntakeKind, type IntakeReceipt } from '../../src/domain/intake.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { isServiceError } from '../../src/domain/vocabulary/errors.ts';
import { intakeService } from '../../src/services/intake.ts';
import type { Database } from '../../src/storage/database.ts';
import { intakeStore } from '../../src/storage/intake.ts';
import { MODEL_TIME_LIMIT, modelRuns } from '../support/model-runs.ts';
import { storeCopies } from '../support/store-copies.ts';

const HOUR = 3_600_000;
/** How long a key is known (SPEC.md §4.3). */
const KEY_LIFETIME = 24 * HOUR;
const SITE = 'http://localhost:4321';

const copies = await storeCopies();

/** A request, to one of two processes over one store. */
const Sent = fc.record({
  process: fc.nat({ max: 1 }),
  key: fc.option(fc.constantFrom('k1', 'k2'), { nil: undefined, freq: 3 }),
  client: fc.constantFrom('one', 'other'),
  text: fc.constantFrom('First text', 'Second text'),
  kind: fc.constantFrom(...IntakeKind.options),
});
type Sent = typeof Sent extends fc.Arbitrary<infer Value> ? Value : never;

type Event =
  | { readonly what: 'send'; readonly atOnce: readonly Sent[] }
  | { readonly what: 'wait'; readonly hours: number }
  | { readonly what: 'store'; readonly takesWrites: boolean }
  | { readonly what: 'restart'; readonly process: number };

const Happening: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constant('send' as const), atOnce: fc.array(Sent, { minLength: 1, maxLength: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('wait' as const), hours: fc.constantFrom(0.5, 12, 23.5, 24, 25) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('store' as const), takesWrites: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('restart' as const), process: fc.nat({ max: 1 }) }) },
); // prettier-ignore

type Told = { readonly receipt: IntakeReceipt; readonly replayed: boolean } | { readonly refusal: string };

/** Two processes over one store, which share a clock. */
const processesOver = (db: Database, now: () => Date) => {
  let ids = 0;
  const start = () =>
    intakeService(intakeStore(db), {
      now,
      newId: () => String((ids += 1)).padStart(24, '0'),
      siteUrl: SITE,
      answerDays: 30,
      signText: () => Promise.resolve({ protected: 'not', signature: 'signed' }),
      signsSince: '2026-01-01T00:00:00.000Z',
      takesWrites: () => Promise.resolve(true),
    });
  const running = [start(), start()];
  return {
    submit: ({ process, key, client, text, kind }: Sent): Promise<Told> =>
      running[process]!.submit(
        { kind, body: text },
        key === undefined ? undefined : { key, client, requestSha256: sha256Hex(kind + text) },
      ).catch((thrown: unknown) => {
        if (!isServiceError(thrown)) throw thrown;
        return { refusal: thrown.code };
      }),
    restart: (process: number) => (running[process] = start()),
    one: () => running[0]!,
  };
};

/** What the model remembers: every acknowledged request, and what each key of each client was used for. */
interface Remembered {
  readonly kept: Map<string, { readonly sent: Sent; readonly receipt: IntakeReceipt }>;
  readonly keys: Map<string, { readonly request: string; readonly receipt: IntakeReceipt; readonly at: number }>;
}

const keyOf = ({ client, key }: Sent): string | undefined => key && `${client} ${key}`;
const requestOf = ({ kind, text }: Sent): string => kind + text;

/** Judges what was told to those who sent at once, and remembers what was stored. */
const judge = ({ kept, keys }: Remembered, told: readonly (readonly [Sent, Told])[], now: number, writes: boolean) => {
  const stored = told.filter(([, answer]) => 'receipt' in answer && !answer.replayed);
  if (!writes) expect(stored).toEqual([]);
  for (const [sent, answer] of stored) {
    const { receipt } = answer as { receipt: IntakeReceipt };
    expect(kept.has(receipt.id)).toBe(false);
    expect(receipt).toMatchObject({ kind: sent.kind, body_sha256: sha256Hex(sent.text), status: 'received' });
    kept.set(receipt.id, { sent, receipt });
    const key = keyOf(sent);
    if (key === undefined) continue;
    const before = keys.get(key);
    expect(before === undefined || before.at < now - KEY_LIFETIME, 'a key that is known stores nothing').toBe(true);
    keys.set(key, { request: requestOf(sent), receipt, at: now });
  }
  for (const [sent, answer] of told) {
    const key = keyOf(sent);
    const known = key === undefined ? undefined : keys.get(key);
    const ofKey = told.filter(([other]) => key !== undefined && keyOf(other) === key);
    if (!('receipt' in answer)) {
      if (answer.refusal === 'storage_unavailable') expect(writes).toBe(false);
      else if (answer.refusal === 'idempotency_key_reused') expect(known?.request).not.toBe(requestOf(sent));
      else {
        expect(answer.refusal).toBe('request_in_progress');
        expect(ofKey.filter(([other]) => other.process === sent.process).length).toBeGreaterThan(1);
      }
    } else if (answer.replayed) {
      expect(answer.receipt).toEqual(known?.receipt);
      expect(requestOf(sent)).toBe(known?.request);
    }
  }
  // With a store that takes writes, one of those who use a key gets further than "in progress".
  const ends = Map.groupBy(told, ([sent]) => keyOf(sent));
  for (const [, those] of ends)
    expect(those.some(([, answer]) => !('refusal' in answer) || answer.refusal !== 'request_in_progress')).toBe(true);
};

test(
  'the intake keeps every acknowledged request once, whatever is sent at once, again, over two processes or a store that refuses',
  async () => {
    const answers = new Map<string, number>();
    const run = (happenings: readonly Event[]) =>
      copies.use(async (db) => {
        let clock = Date.parse('2026-01-02T03:04:05.000Z');
        let takesWrites = true;
        const processes = processesOver(db, () => new Date(clock));
        const remembered: Remembered = { kept: new Map(), keys: new Map() };
        for (const event of happenings) {
          if (event.what === 'wait') clock += event.hours * HOUR;
          else if (event.what === 'restart') processes.restart(event.process);
          else if (event.what === 'store') {
            ({ takesWrites } = event);
            await db.knex.raw(`PRAGMA query_only=${takesWrites ? 'OFF' : 'ON'}`);
          } else {
            clock += 1;
            const told = await Promise.all(
              event.atOnce.map(async (sent) => [sent, await processes.submit(sent)] as const),
            );
            for (const [, answer] of told) {
              const name = 'refusal' in answer ? answer.refusal : answer.replayed ? 'replayed' : 'stored';
              answers.set(name, (answers.get(name) ?? 0) + 1);
            }
            judge(remembered, told, clock, takesWrites);
          }
        }
        const rows = (await db.knex('intake').select('id', 'kind', 'body', 'receipt_hash_sha256')) as object[];
        const wanted = [...remembered.kept.values()].map(({ sent, receipt }) => ({
          id: receipt.id,
          kind: sent.kind,
          body: sent.text,
          receipt_hash_sha256: receipt.receipt_hash_sha256,
        }));
        expect(rows).toHaveLength(wanted.length);
        expect(rows).toEqual(expect.arrayContaining(wanted));
        clock += 10_000;
        const summary = await processes.one().summary();
        expect(summary.total).toBe(wanted.length);
        for (const kind of IntakeKind.options)
          expect(summary.by_kind[kind]).toBe(wanted.filter((row) => row.kind === kind).length);
      });
    await fc.assert(
      fc.asyncProperty(fc.array(Happening, { minLength: 1, maxLength: 12, size: 'max' }), run),
      modelRuns(150),
    );
    const wanted = ['stored', 'replayed', 'idempotency_key_reused', 'request_in_progress', 'storage_unavailable'];
    expect(wanted.filter((name) => !answers.has(name))).toEqual([]);
  },
  MODEL_TIME_LIMIT,
);
