import { hashed, hashOf, sha256Hex } from '../json/hash.ts';
import { daysAfter } from '../vocabulary/timestamp.ts';
import { type GuardFacts, namedBy, requireGuards } from './guards.ts';
import { runnerBoundaries, SIDE_EFFECTS } from './preview.ts';
import {
  Judgment,
  type NamedValues,
  type RunEvidenceItem,
  RunReceipt,
  type RunRequest,
  RunStep,
  SAMPLE_NOTE,
  type Scenario,
  SubmittedEvidence,
} from './runner.ts';
import { INITIAL_STATE, parseTransition, transitions } from './state-machine.ts';
import { effectOf } from './state-machine.ts';
import { judgeWorkOrder, preparedActions } from './verdict.ts';
import {
  buildPreWorkCommitment,
  buildWorkOrder,
  sampleOrder,
  type WorkOrder,
  type WorkOrderRequest,
} from './work-order.ts';

/** The built-in order, made unique by the seed. Made up: neither party exists. */
export const buildSampleOrder = (seed: string): WorkOrderRequest => ({
  ...sampleOrder,
  reference: `sample-${sha256Hex(`${seed}:reference`).slice(0, 16)}`,
});

/**
 * Invented evidence for an order and a scenario: one item for each criterion that has a rule, of the
 * first kind that the rule accepts. In `criterion_failed` the first must criterion fails; in
 * `conflicting_evidence` a second item contradicts the first on it.
 */
const buildSampleEvidence = (order: WorkOrder, scenario: Scenario, seed: string): RunEvidenceItem[] => {
  if (scenario === 'no_evidence') return [];
  const firstMust = order.acceptance_criteria.find(({ must }) => must)?.id;
  const item = (criterion: string, kind: string, shows: RunEvidenceItem['shows'], number: number): RunEvidenceItem => ({
    id: `sample-${number}`,
    criterion_id: criterion,
    kind,
    sha256: sha256Hex(`${seed}:evidence:${number}:${criterion}:${shows}`),
    shows,
    provenance: 'supplied_by_party',
  });
  const items = order.evidence_rules.map(({ criterion_id, accepted_kinds }, index) =>
    item(
      criterion_id,
      accepted_kinds[0]!,
      scenario === 'criterion_failed' && criterion_id === firstMust ? 'failed' : 'met',
      index + 1,
    ),
  );
  const contradicted = order.evidence_rules.find(({ criterion_id }) => criterion_id === firstMust);
  if (scenario === 'conflicting_evidence' && contradicted !== undefined) {
    items.push(item(contradicted.criterion_id, contradicted.accepted_kinds[0]!, 'failed', items.length + 1));
  }
  return items;
};

/** The moment of acceptance in the simulated time of a run: a day before the deadline. */
const simulatedAcceptance = (deadline: string): string => daysAfter(deadline, -1).replace('.000Z', 'Z');

/** The moves that are asked for, in order. @throws ServiceError for the first that the table or its guard refuses. */
const makeMoves = (events: RunRequest['events'], facts: GuardFacts): RunStep[] => {
  const { truth } = facts;
  const steps: RunStep[] = [];
  for (const [index, asked] of (events ?? transitions.map(({ event }) => event)).entries()) {
    const transition = parseTransition(steps.at(-1)?.to ?? INITIAL_STATE, asked, events ? `/events/${index}` : '');
    requireGuards(transition, facts);
    const { from, event, to, guard, contract_method } = transition;
    const step = {
      schema: RunStep.shape.schema.value,
      from,
      event,
      to,
      guard,
      contract_method,
      effect: effectOf(contract_method),
      index,
      // A guard lets a claim pass only if it is the true value, so the steps name the true values.
      named: Object.fromEntries(namedBy[event].map((name) => [name, truth[name]])),
      previous_step_hash: steps.at(-1)?.step_hash ?? truth.work_order_hash,
    };
    steps.push({ ...step, step_hash: hashOf(step) });
  }
  return steps;
};

/**
 * Runs a work order through the transition table in a simulation, without a clock, random values or any side effect.
 * @param input `request` is what to run; without an order the built-in sample, without events the five moves in order.
 * `freshSeed` is the seed when the request has none. Everything that varies is derived from the seed, and
 * time is simulated (accepted a day before the deadline, unless `claims.accepted_at` says otherwise), so the
 * same request with the same seed gives the same receipt at any time.
 * @throws ServiceError `illegal_transition` (state, event, allowed_events) or `guard_failed` (state, event, guard).
 */
export const runWorkOrder = ({ request, freshSeed }: { request: RunRequest; freshSeed: string }): RunReceipt => {
  const seed = request.seed ?? freshSeed;
  const { value: order, hash: work_order_hash } = hashed(buildWorkOrder(request.work_order ?? buildSampleOrder(seed)));
  const commitment = hashed(buildPreWorkCommitment(order, work_order_hash));
  const scenario = request.evidence_items === undefined ? (request.scenario ?? 'delivered_as_agreed') : null;
  const sent = scenario === null ? (request.evidence_items ?? []) : buildSampleEvidence(order, scenario, seed);
  const evidence = hashed<SubmittedEvidence>({
    schema: SubmittedEvidence.shape.schema.value,
    work_order_hash,
    items: sent.map((item) => ({
      ...item,
      provenance: item.provenance ?? 'supplied_by_party',
      work_order_hash: item.work_order_hash ?? work_order_hash,
    })),
  });
  const judgment = hashed<Judgment>({
    schema: Judgment.shape.schema.value,
    work_order_hash,
    evidence_pack_hash: evidence.hash,
    ...judgeWorkOrder(order.acceptance_criteria, evidence.value.items),
  });
  const truth: NamedValues = {
    work_order_hash,
    pre_work_commitment_hash: commitment.hash,
    accepted_at: request.claims?.accepted_at ?? simulatedAcceptance(order.escrow.deadline),
    evidence_pack_hash: evidence.hash,
    verdict_hash: judgment.hash,
  };
  const named = { ...truth, ...request.claims } as NamedValues;
  const steps = makeMoves(request.events, { order, items: evidence.value.items, truth, named });
  const passed = [INITIAL_STATE, ...steps.map(({ to }) => to)];
  const submitted = passed.includes('evidence_submitted');
  const judged = passed.includes('verdict_simulated');
  const receipt = {
    ok: true as const,
    schema: RunReceipt.shape.schema.value,
    side_effects: SIDE_EFFECTS as typeof SIDE_EFFECTS,
    note: SAMPLE_NOTE,
    seed,
    scenario,
    states_passed: passed,
    work_order_hash,
    pre_work_commitment_hash: commitment.hash,
    evidence_pack_hash: submitted ? evidence.hash : null,
    verdict: judged ? judgment.value.verdict : null,
    verdict_hash: judged ? judgment.hash : null,
    prepared_outcome: passed.includes('release_refund_or_escalation_prepared_not_executed')
      ? { action: preparedActions[judgment.value.verdict.recommended_outcome], executed: false as const }
      : null,
    steps,
    hashed_objects: {
      work_order: order,
      pre_work_commitment: commitment.value,
      evidence: submitted ? evidence.value : null,
      judgment: judged ? judgment.value : null,
    },
    boundaries: [...runnerBoundaries],
  };
  return { ...receipt, runner_receipt_hash: hashOf(receipt) };
};
