import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unsettledStates } from '../../../src/domain/anchors/anchor-state.ts';
import { type AnchorModel, checkLedger, openAnchorModel } from '../../support/chain-double/anchor-model.ts';
import { MODEL_TIME_LIMIT, modelRuns } from '../../support/model-runs.ts';
import { storeCopies } from '../../support/store-copies.ts';

const copies = await storeCopies();

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

type Act = (model: AnchorModel) => unknown;

const hash = fc.nat({ max: 4 });
const process = fc.nat({ max: 1 });
const step = fc.constantFrom(
  undefined, undefined, undefined, 'after-sign', 'after-store', 'during-send', 'after-send', 'before-settle',
); // prettier-ignore
const named = <Value>(values: fc.Arbitrary<Value>, name: string, run: (model: AnchorModel, value: Value) => unknown) =>
  values.map((value): Act =>
    Object.assign((model: AnchorModel) => run(model, value), {
      [fc.toStringMethod]: () => `${name} ${JSON.stringify(value)}`,
    }),
  );

const anAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: named(fc.record({ process, hash, dieAt: fc.constantFrom(undefined, undefined, 'before-claim', 'after-claim') }), 'anchor', (model, { process: at, hash: of, dieAt }) => model.anchor(at, of, dieAt)) },
  { weight: 12, arbitrary: named(fc.record({ process, dieAt: step }), 'look', (model, { process: at, dieAt }) => model.look(at, dieAt)) },
  { weight: 6, arbitrary: named(fc.constantFrom(1, 2), 'blocks', (model, count) => model.bake(count)) },
  { weight: 4, arbitrary: named(fc.constantFrom(SECOND, 31 * SECOND, 12 * MINUTE, 70 * MINUTE), 'wait', (model, ms) => model.wait(ms)) },
  { weight: 2, arbitrary: named(fc.constantFrom(400_000n, 1_000_000n, 1_240_000n, 2_000_000n, 4_500_000n).map(Number), 'fee', (model, fee) => model.setFee(BigInt(fee))) },
  { weight: 2, arbitrary: named(fc.record({ process, skew: fc.constantFrom(0, 0, 90 * SECOND, -90 * SECOND, 10 * MINUTE, -10 * MINUTE) }), 'clock', (model, { process: at, skew }) => model.setClock(at, skew)) },
  { weight: 2, arbitrary: named(fc.constantFrom('down', 'up', 'up', 'loses answers', 'drops', 'rejects'), 'node', (model, way) => model.setNode(way)) },
  { weight: 1, arbitrary: named(fc.record({ process, live: fc.boolean() }), 'setting', (model, { process: at, live }) => model.setLive(at, live)) },
  { weight: 2, arbitrary: named(hash, 'again', (model, of) => model.again(of)) },
); // prettier-ignore

test(
  'a hash gets one transaction and the money is right to the micro-CCD, whatever dies, is lost, drifts or grows dear',
  async () => {
    const seen = new Map<string, number>();
    const run = (balance: bigint, acts: readonly Act[]) =>
      copies.use(async (db) => {
        const model = openAnchorModel(db, balance);
        for (const act of acts) {
          await act(model);
          await checkLedger(model);
        }
        await model.endWell();
        // What expired can be anchored anew by the operator.
        for (const of of Object.keys(model.hashes)) await model.again(Number(of));
        await model.endWell();
        await checkLedger(model);
        const entries = await model.entries();
        for (const entry of entries) {
          const waits = unsettledStates.some((state) => state === entry.state);
          // Only an account without money leaves something waiting, and that is not signed.
          if (waits) expect(entry.transactionHash).toBeNull();
          else expect(entry.reservedMicroCcd).toBe(0n);
        }
        const [first] = await model.ledger.unsettled();
        if (first) expect(first.problem).toBe('account_balance_too_low');
        const charged = entries.reduce((sum, entry) => sum + entry.chargedMicroCcd, 0n);
        expect(charged).toBe(model.chain.transactions().reduce((sum, { cost }) => sum + cost, 0n));
        expect(balance - charged).toBe(model.balance());
        for (const { event } of await model.history()) seen.set(event, (seen.get(event) ?? 0) + 1);
        for (const said of model.answers) seen.set(said, (seen.get(said) ?? 0) + 1);
      });
    const acts = fc.array(anAct, { minLength: 5, maxLength: 30, size: 'max' });
    const balance = fc.constantFrom(100_000_000n, 100_000_000n, 100_000_000n, 2_600_000n);
    await fc.assert(fc.asyncProperty(balance, acts, run), modelRuns(150));
    const wanted = [
    'claimed', 'claimed_again', 'signed', 'submitted', 'finalized', 'failed', 'expired', 'released',
    'accepted', 'known', 'budget_exhausted', 'node_unavailable', 'clock_differs', 'live_anchoring_disabled', 'died',
  ]; // prettier-ignore
    expect(wanted.filter((name) => !seen.has(name))).toEqual([]);
  },
  MODEL_TIME_LIMIT,
);
