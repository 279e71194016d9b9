import { type InputProblem, ServiceError } from '../vocabulary/errors.ts';
import type { NamedValues, RunReceipt, SubmittedEvidence } from './runner.ts';
import type { GuardName, Move, WorkOrderEvent } from './state-machine.ts';
import type { WorkOrder } from './work-order.ts';

/** What each move names (SPEC.md §9.7). */
export const namedBy: Readonly<Record<WorkOrderEvent, readonly (keyof NamedValues)[]>> = {
  prepare_commitment: ['work_order_hash', 'pre_work_commitment_hash'],
  accept_and_start: ['work_order_hash', 'pre_work_commitment_hash', 'accepted_at'],
  submit_evidence: ['work_order_hash', 'evidence_pack_hash'],
  simulate_verdict: ['work_order_hash', 'evidence_pack_hash'],
  prepare_outcome: ['work_order_hash', 'verdict_hash'],
};

/** The input of the guards: the true values of a run, and the values that its moves name. */
export interface GuardFacts {
  readonly order: WorkOrder;
  readonly items: SubmittedEvidence['items'];
  readonly truth: NamedValues;
  readonly named: NamedValues;
}

/** What the guards of a run look at, as its receipt states it. What the run did not reach has an empty hash, which no hash equals. */
export const factsOf = (receipt: RunReceipt): GuardFacts => {
  const truth: NamedValues = {
    work_order_hash: receipt.work_order_hash,
    pre_work_commitment_hash: receipt.pre_work_commitment_hash,
    accepted_at: receipt.steps.find(({ event }) => event === 'accept_and_start')?.named.accepted_at ?? '',
    evidence_pack_hash: receipt.evidence_pack_hash ?? '',
    verdict_hash: receipt.verdict_hash ?? '',
  };
  const { work_order: order, evidence } = receipt.hashed_objects;
  return { order, items: evidence?.items ?? [], truth, named: truth };
};

type GuardCheck = (facts: GuardFacts) => InputProblem[];

const problem = (pointer: string, detail: string): InputProblem => ({ pointer, code: 'guard_failed', detail });

const checkClaim =
  (name: keyof NamedValues, detail: string): GuardCheck =>
  ({ named, truth }) =>
    named[name] === truth[name] ? [] : [problem(`/claims/${name}`, detail)];

const namesOrder = checkClaim('work_order_hash', 'expected the hash of this work order');
const namesCommitment = checkClaim('pre_work_commitment_hash', 'expected the hash of this pre-work commitment');

/** The checks of the guards (SPEC.md §9.3). Each returns the problems it finds, none when it holds. */
export const guardChecks: Readonly<Record<GuardName, GuardCheck>> = {
  // What is not a valid order is refused by its schema, before there is a run.
  order_is_valid: () => [],
  parties_are_distinct: ({ order }) =>
    order.client.account === order.agent.account
      ? [problem('/work_order/agent/account', 'expected two accounts for the two parties, client and agent')]
      : [],
  must_criteria_have_evidence_rules: ({ order }) => {
    const ruled = new Set(order.evidence_rules.map(({ criterion_id }) => criterion_id));
    return order.acceptance_criteria.flatMap(({ id, must }, index) =>
      must && !ruled.has(id)
        ? [problem(`/work_order/acceptance_criteria/${index}`, 'expected an evidence rule for a must criterion')]
        : [],
    );
  },
  acceptance_names_the_hashes: (facts) => [...namesOrder(facts), ...namesCommitment(facts)],
  acceptance_is_before_the_deadline: ({ named, order }) =>
    Date.parse(named.accepted_at) < Date.parse(order.escrow.deadline)
      ? []
      : [problem('/claims/accepted_at', 'expected a time before the deadline of the escrow terms')],
  items_are_bound_to_the_work_order: ({ items, truth }) =>
    items.flatMap(({ work_order_hash }, index) =>
      work_order_hash === truth.work_order_hash
        ? []
        : [problem(`/evidence_items/${index}/work_order_hash`, 'expected the hash of this work order')],
    ),
  item_kinds_are_allowed: ({ items, order }) => {
    const accepted = new Map(order.evidence_rules.map((rule) => [rule.criterion_id, new Set(rule.accepted_kinds)]));
    return items.flatMap(({ criterion_id, kind }, index) =>
      accepted.get(criterion_id)?.has(kind)
        ? []
        : [problem(`/evidence_items/${index}/kind`, 'expected a kind that the evidence rule of the criterion accepts')],
    );
  },
  evidence_pack_hash_matches: checkClaim('evidence_pack_hash', 'expected the hash of the submitted evidence'),
  verdict_hash_matches: checkClaim('verdict_hash', 'expected the hash of the simulated verdict'),
};

/** @throws ServiceError `guard_failed` (state, event, guard) for the first check of the move that does not hold. */
export const requireGuards = ({ from: state, event, guard_checks }: Move, facts: GuardFacts): void => {
  for (const guard of guard_checks) {
    const errors = guardChecks[guard](facts);
    if (errors.length === 0) continue;
    throw new ServiceError('guard_failed', `The guard ${guard} refused the event ${event} in the state ${state}.`, {
      members: { state, event, guard },
      errors,
    });
  }
};
