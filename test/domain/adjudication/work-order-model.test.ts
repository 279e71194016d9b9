import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runWorkOrder } from '../../../src/domain/adjudication/run-work-order.ts';
import { RunReceipt, RunRequest } from '../../../src/domain/adjudication/runner.ts';
import { sha256Hex } from '../../../src/domain/json/hash.ts';
import { verifyText } from '../../../src/domain/verification/verify.ts';
import { isServiceError } from '../../../src/domain/vocabulary/errors.ts';
import { MODEL_TIME_LIMIT, modelRuns } from '../../support/model-runs.ts';
import { workOrder as anOrder } from '../../support/previews.ts';
import { hashOf } from '../../vectors/canonical.mjs';
import { moves, states } from '../../vectors/moves.mjs';
import { chain, verdicts } from '../../vectors/run-document.mjs';
import { commitmentTo } from '../../vectors/work-order-document.mjs';

const WRONG = '0'.repeat(64);
const { deadline } = anOrder.escrow;
const kinds = ['delivery_artifact', 'test_report', 'message'];
const criteria = anOrder.acceptance_criteria.map(({ id }) => id);
const must = anOrder.acceptance_criteria.filter((criterion) => criterion.must).map(({ id }) => id);

/** Mostly this; now and then one of the others. */
const mostly = <Value>(usual: Value, ...others: Value[]) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, ...others.map((other) => fc.constant(other)));
const claim = mostly<'none' | 'true' | 'wrong'>('none', 'true', 'wrong');

/** What a run may be asked for: an order with or without flaws, any evidence, claims true and wrong, moves in any order. */
const Asked = fc.record({
  oneParty: mostly(false, true),
  ruled: fc.oneof({ weight: 8, arbitrary: fc.constant(criteria) }, fc.subarray(criteria)),
  accepted: fc.oneof({ weight: 8, arbitrary: fc.constant(kinds) }, fc.subarray(kinds, { minLength: 1 })),
  items: fc.array(
    fc.record({
      criterion_id: mostly(...(criteria as [string, ...string[]])),
      kind: mostly(...(kinds as [string, ...string[]])),
      shows: mostly('met', 'failed', 'inconclusive'),
      bound: mostly('by default', 'true', 'wrong'),
    }),
    { maxLength: 5 },
  ),
  claims: fc.record({ order: claim, commitment: claim, evidence: claim, verdict: mostly('none', 'wrong') }),
  acceptedAt: mostly(undefined, '2030-01-31T11:59:59Z', deadline, '2031-01-01T00:00:00Z'),
  inOrder: mostly(5, 0, 1, 2, 3, 4),
  then: fc.oneof(fc.constant([]), fc.array(fc.constantFrom(...moves.map(({ event }) => event)), { maxLength: 3 })),
});
type Asked = typeof Asked extends fc.Arbitrary<infer Value> ? Value : never;

/** The request, and the hashes behind it as independent code computes them. */
const requestOf = (asked: Asked) => {
  const order = {
    ...anOrder,
    agent: asked.oneParty ? anOrder.client : anOrder.agent,
    evidence_rules: asked.ruled.map((criterion_id) => ({ criterion_id, accepted_kinds: asked.accepted })),
  };
  const orderHash: string = hashOf({ schema: 'service.work-order.v1', ...order });
  const items = asked.items.map(({ bound, ...item }, at) => ({
    ...item,
    id: `item-${at}`,
    sha256: 'a'.repeat(64),
    ...(bound === 'by default' ? {} : { work_order_hash: bound === 'true' ? orderHash : WRONG }),
  }));
  const evidence = {
    schema: 'service.work-order-evidence.v1',
    work_order_hash: orderHash,
    items: items.map((item) => ({ provenance: 'supplied_by_party', work_order_hash: orderHash, ...item })),
  };
  const commitment = commitmentTo({ schema: 'service.work-order.v1', ...order });
  const hashes = { order: orderHash, commitment: hashOf(commitment) as string, evidence: hashOf(evidence) as string };
  const events = [...moves.slice(0, asked.inOrder).map(({ event }) => event), ...asked.then];
  const { claims } = asked;
  const named = Object.fromEntries(
    [
      ['work_order_hash', claims.order, hashes.order] as const,
      ['pre_work_commitment_hash', claims.commitment, hashes.commitment] as const,
      ['evidence_pack_hash', claims.evidence, hashes.evidence] as const,
      ['verdict_hash', claims.verdict, ''] as const,
    ].flatMap(([member, said, truth]) => (said === 'none' ? [] : [[member, said === 'true' ? truth : WRONG]])),
  );
  const body = {
    work_order: order,
    evidence_items: items,
    seed: 'model',
    claims: { ...named, ...(asked.acceptedAt === undefined ? {} : { accepted_at: asked.acceptedAt }) },
    ...(events.length === 0 ? {} : { events }),
  };
  return { body, hashes, events: events.length === 0 ? moves.map(({ event }) => event) : events };
};

/** The guard that refuses a move, said in the words of SPEC.md §9.2 and §9.3; undefined when it lets the move pass. */
const refusingGuard = (event: string, { oneParty, ruled, accepted, items, claims, acceptedAt }: Asked) => {
  const checks: Record<string, [guard: string, holds: boolean][]> = {
    prepare_commitment: [
      ['parties_are_distinct', !oneParty],
      ['must_criteria_have_evidence_rules', must.every((id) => ruled.includes(id))],
    ],
    accept_and_start: [
      ['acceptance_names_the_hashes', claims.order !== 'wrong' && claims.commitment !== 'wrong'],
      ['acceptance_is_before_the_deadline', acceptedAt === undefined || acceptedAt < deadline],
    ],
    submit_evidence: [
      ['items_are_bound_to_the_work_order', items.every(({ bound }) => bound !== 'wrong')],
      [
        'item_kinds_are_allowed',
        items.every((item) => ruled.includes(item.criterion_id) && accepted.includes(item.kind)),
      ],
    ],
    simulate_verdict: [['evidence_pack_hash_matches', claims.evidence !== 'wrong']],
    prepare_outcome: [['verdict_hash_matches', claims.verdict !== 'wrong']],
  };
  return checks[event]!.find(([, holds]) => !holds)?.[0];
};

/** The rule that judges (SPEC.md §9.6). */
const ruleOf = ({ items }: Asked): keyof typeof verdicts => {
  const shown = (id: string, showing: string) =>
    items.some(({ criterion_id, shows }) => criterion_id === id && shows === showing);
  if (items.length === 0) return 'no_evidence';
  if (must.some((id) => shown(id, 'met') && shown(id, 'failed'))) return 'contradiction_on_a_must_criterion';
  if (must.some((id) => shown(id, 'failed'))) return 'must_criterion_failed';
  return must.every((id) => shown(id, 'met')) ? 'all_must_criteria_met' : 'must_criterion_unproven';
};

/** How the model says that a run ends: how many moves were made, and what refused the next one. */
const expectedOf = (asked: Asked, events: readonly string[]) => {
  let made = 0;
  for (const event of events) {
    const allowed_events = moves.slice(made, made + 1).map((move) => move.event);
    if (!allowed_events.includes(event))
      return { made, refused: { code: 'illegal_transition', members: { state: states[made], event, allowed_events } } };
    const guard = refusingGuard(event, asked);
    if (guard !== undefined)
      return { made, refused: { code: 'guard_failed', members: { state: states[made], event, guard } } };
    made += 1;
  }
  return { made, refused: undefined };
};

const tried = (body: object) => {
  try {
    return { receipt: runWorkOrder({ request: RunRequest.parse(body), freshSeed: 'never used' }), refused: undefined };
  } catch (thrown) {
    if (!isServiceError(thrown)) throw thrown;
    return { receipt: undefined, refused: { code: thrown.code, members: thrown.members } };
  }
};

test(
  'the work-order machine makes the moves that the table and the guards allow, refuses every other by name, and its receipt verifies',
  async () => {
    const ends = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(Asked, async (asked) => {
        const { body, hashes, events } = requestOf(asked);
        const { made, refused } = expectedOf(asked, events);
        const said = tried(body);
        const end = refused === undefined ? `${made} moves` : (refused.members.guard ?? refused.code);
        ends.set(end, (ends.get(end) ?? 0) + 1);
        expect(said.refused).toEqual(refused);
        if (said.receipt === undefined) return;
        const rule = ruleOf(asked);
        const action = verdicts[rule][3];
        expect(RunReceipt.parse(said.receipt)).toMatchObject({
          states_passed: states.slice(0, made + 1),
          work_order_hash: hashes.order,
          pre_work_commitment_hash: hashes.commitment,
          evidence_pack_hash: made >= 3 ? hashes.evidence : null,
          prepared_outcome: made === 5 ? { action, executed: false } : null,
        });
        const { runner_receipt_hash, ...hashed } = said.receipt;
        expect(hashOf(hashed)).toBe(runner_receipt_hash);
        const { judgment } = hashed.hashed_objects;
        expect(judgment?.rule).toBe(made >= 4 ? rule : undefined);
        expect(hashed.verdict_hash).toBe(judgment && hashOf(judgment));
        const unchained = said.receipt.steps.map(({ step_hash: _, previous_step_hash: __, ...step }) => step);
        expect(said.receipt.steps).toEqual(chain(unchained, hashes.order));
        const { answers } = await verifyText(JSON.stringify(said.receipt), { sha256: sha256Hex });
        expect(answers.intact.result, answers.intact.words).toBe('pass');
      }),
      modelRuns(1_000),
    );
    // The model is worth something only if the runs end in every way.
    const guards = moves.flatMap(({ guard_checks }) => guard_checks).filter((guard) => guard !== 'order_is_valid');
    const wanted = ['illegal_transition', ...guards, ...[1, 2, 3, 4, 5].map((made) => `${made} moves`)];
    expect(wanted.filter((end) => !ends.has(end))).toEqual([]);
  },
  MODEL_TIME_LIMIT,
);
