import { hashed, hashOf, textWithOwnHash } from '../json/hash.ts';
import type { Sha256Hex } from '../json/sha256.ts';
import { runnerBoundaries, SIDE_EFFECTS } from './boundaries.ts';
import { effectOf } from './conceptual-contract.ts';
import {
  Judgment,
  namedBy,
  type NamedValues,
  RunReceipt,
  type RunRequest,
  RunStep,
  SAMPLE_NOTE,
  SubmittedEvidence,
} from './runner.ts';
import { buildSampleEvidence, buildSampleOrder } from './runner-sample.ts';
import type { Transition } from './state-machine.ts';
import { INITIAL_STATE, parseTransition, transitions } from './transitions.ts';
import { judgeWorkOrder, preparedActions } from './verdict-rules.ts';
import { buildPreWorkCommitment, buildWorkOrder } from './work-order.ts';
import { type GuardFacts, requireGuards } from './work-order-guards.ts';

/** A request for a run, and the seed to use when it has none. */
export interface RunInput {
  readonly request: RunRequest;
  readonly freshSeed: string;
}

/** The member of a receipt with its own hash. */
const OWN_HASH = 'runner_receipt_hash';

const DAY = 24 * 60 * 60 * 1000;

/** The moment of acceptance in the simulated time of a run: a day before the deadline. */
const simulatedAcceptance = (deadline: string): string =>
  new Date(Date.parse(deadline) - DAY).toISOString().replace('.000Z', 'Z');

const buildStep = (
  { from, event, to, guard, guard_checks, contract_method }: Transition,
  index: number,
  previous: Sha256Hex,
  named: Partial<NamedValues>,
): RunStep => {
  const step = {
    schema: RunStep.shape.schema.value,
    from,
    event,
    to,
    guard,
    guard_checks: [...guard_checks],
    contract_method,
    effect: effectOf(contract_method),
    index,
    named,
    previous_step_hash: previous,
  };
  return { ...step, step_hash: hashOf(step) };
};

/** The receipt of a run, without its own hash. */
const simulate = ({ request, freshSeed }: RunInput): Omit<RunReceipt, typeof OWN_HASH> => {
  const seed = request.seed ?? freshSeed;
  const order = hashed(buildWorkOrder(request.work_order ?? buildSampleOrder(seed)));
  const workOrderHash = order.hash;
  const commitment = hashed(buildPreWorkCommitment(order.value, workOrderHash));
  const scenario = request.evidence_items === undefined ? (request.scenario ?? 'delivered_as_agreed') : null;
  const sent = scenario === null ? (request.evidence_items ?? []) : buildSampleEvidence(order.value, scenario, seed);
  const evidence = hashed<SubmittedEvidence>({
    schema: SubmittedEvidence.shape.schema.value,
    work_order_hash: workOrderHash,
    items: sent.map((item) => ({
      ...item,
      provenance: item.provenance ?? 'supplied_by_party',
      work_order_hash: item.work_order_hash ?? workOrderHash,
    })),
  });
  const judgment = hashed<Judgment>({
    schema: Judgment.shape.schema.value,
    work_order_hash: workOrderHash,
    evidence_pack_hash: evidence.hash,
    ...judgeWorkOrder(order.value.acceptance_criteria, evidence.value.items),
  });
  // A guard lets a claim pass only if it is the true value, so the steps name the true values.
  const trueValues: NamedValues = {
    work_order_hash: workOrderHash,
    pre_work_commitment_hash: commitment.hash,
    accepted_at: request.claims?.accepted_at ?? simulatedAcceptance(order.value.escrow.deadline),
    evidence_pack_hash: evidence.hash,
    verdict_hash: judgment.hash,
  };
  const facts: GuardFacts = {
    order: order.value,
    workOrderHash,
    commitmentHash: commitment.hash,
    items: evidence.value.items,
    evidencePackHash: evidence.hash,
    verdictHash: judgment.hash,
    named: { ...trueValues, ...request.claims } as NamedValues,
  };

  let state = INITIAL_STATE;
  const steps: RunStep[] = [];
  for (const [index, event] of (request.events ?? transitions.map((transition) => transition.event)).entries()) {
    const transition = parseTransition(state, event, request.events === undefined ? '' : `/events/${index}`);
    requireGuards(transition, facts);
    const named = Object.fromEntries(namedBy[event].map((name) => [name, trueValues[name]]));
    steps.push(buildStep(transition, index, steps.at(-1)?.step_hash ?? workOrderHash, named));
    state = transition.to;
  }

  const passed = new Set([INITIAL_STATE, ...steps.map(({ to }) => to)]);
  const submitted = passed.has('evidence_submitted');
  const judged = passed.has('verdict_simulated');
  return {
    ok: true,
    schema: RunReceipt.shape.schema.value,
    side_effects: SIDE_EFFECTS,
    note: SAMPLE_NOTE,
    seed,
    built_in_sample: request.work_order === undefined,
    scenario,
    states_passed: [...passed],
    final_state: state,
    work_order_hash: workOrderHash,
    pre_work_commitment_hash: commitment.hash,
    evidence_pack_hash: submitted ? evidence.hash : null,
    verdict: judged ? judgment.value.verdict : null,
    verdict_rule: judged ? judgment.value.rule : null,
    verdict_hash: judged ? judgment.hash : null,
    prepared_outcome:
      state === 'release_refund_or_escalation_prepared_not_executed'
        ? { action: preparedActions[judgment.value.verdict.recommended_outcome], executed: false }
        : null,
    steps,
    hashed_objects: {
      work_order: order.value,
      pre_work_commitment: commitment.value,
      evidence: submitted ? evidence.value : null,
      judgment: judged ? judgment.value : null,
    },
    boundaries: [...runnerBoundaries],
  };
};

/**
 * Runs a work order through the transition table in a simulation, without a clock, random values or any side effect.
 * @param input `request` is what to run; without an order the built-in sample, without events the five moves in order.
 * `freshSeed` is the seed when the request has none. Everything that varies is derived from the seed, and
 * time is simulated (accepted a day before the deadline, unless `claims.accepted_at` says otherwise), so the
 * same request with the same seed gives the same receipt at any time.
 * @throws ServiceError `illegal_transition` (state, event, allowed_events) or `guard_failed` (state, event, guard).
 */
export const runWorkOrder = (input: RunInput): RunReceipt => {
  const receipt = simulate(input);
  return { ...receipt, [OWN_HASH]: hashOf(receipt) };
};

/** The canonical text of what {@link runWorkOrder} returns, without writing the receipt twice: that is a sixth of a request. */
export const runReceiptText = (input: RunInput): string => textWithOwnHash(simulate(input), OWN_HASH);
