import { ServiceError } from '../vocabulary/errors.ts';

// Without zod, which the page of the runner would otherwise load.

/** The states of a work order, in the order of SPEC.md §9.1. The last one is terminal. */
export const workOrderStates = [
  'draft_preview',
  'pre_work_commitment_prepared',
  'work_started_after_acceptance',
  'evidence_submitted',
  'verdict_simulated',
  'release_refund_or_escalation_prepared_not_executed',
] as const;
export type WorkOrderState = (typeof workOrderStates)[number];

/** The states in words for people. */
export const stateNames: Readonly<Record<WorkOrderState, string>> = {
  draft_preview: 'Draft',
  pre_work_commitment_prepared: 'Commitment prepared',
  work_started_after_acceptance: 'Work started',
  evidence_submitted: 'Evidence submitted',
  verdict_simulated: 'Verdict simulated',
  release_refund_or_escalation_prepared_not_executed: 'Outcome prepared, not executed',
};

/** Every allowed move (SPEC.md §9.2). The runner and the published documents use this same table. */
export const transitions = [
  {
    from: 'draft_preview',
    event: 'prepare_commitment',
    guard: 'order valid, two distinct parties, every must criterion has an evidence rule',
    guard_checks: ['order_is_valid', 'parties_are_distinct', 'must_criteria_have_evidence_rules'],
    to: 'pre_work_commitment_prepared',
    contract_method: 'openWorkOrder',
  },
  {
    from: 'pre_work_commitment_prepared',
    event: 'accept_and_start',
    guard: 'acceptance names the same work_order_hash and pre_work_commitment_hash, before the deadline',
    guard_checks: ['acceptance_names_the_hashes', 'acceptance_is_before_the_deadline'],
    to: 'work_started_after_acceptance',
    contract_method: null,
  },
  {
    from: 'work_started_after_acceptance',
    event: 'submit_evidence',
    guard:
      'items bound to the work order hash, kinds allowed by the rules (an empty list is allowed and judged insufficient)',
    guard_checks: ['items_are_bound_to_the_work_order', 'item_kinds_are_allowed'],
    to: 'evidence_submitted',
    contract_method: 'submitEvidence',
  },
  {
    from: 'evidence_submitted',
    event: 'simulate_verdict',
    guard: 'evidence pack hash matches',
    guard_checks: ['evidence_pack_hash_matches'],
    to: 'verdict_simulated',
    contract_method: 'adjudicate',
  },
  {
    from: 'verdict_simulated',
    event: 'prepare_outcome',
    guard: 'verdict hash matches',
    guard_checks: ['verdict_hash_matches'],
    to: 'release_refund_or_escalation_prepared_not_executed',
    contract_method: 'releaseOrRefund',
  },
] as const;
/** A row of the table. */
export type Move = (typeof transitions)[number];
export type WorkOrderEvent = Move['event'];
export type GuardName = Move['guard_checks'][number];

/** The first state of every work order. */
export const INITIAL_STATE: WorkOrderState = workOrderStates[0];

/** The move for an event in a state, or undefined when the table has none. */
export const findTransition = (state: WorkOrderState, event: WorkOrderEvent): Move | undefined =>
  transitions.find((transition) => transition.from === state && transition.event === event);

/**
 * The move for an event in a state.
 * @throws ServiceError `illegal_transition` with `state`, `event` and `allowed_events`.
 */
export const parseTransition = (state: WorkOrderState, event: WorkOrderEvent, pointer = ''): Move => {
  const transition = findTransition(state, event);
  if (transition !== undefined) return transition;
  const allowed = transitions.filter(({ from }) => from === state).map((one) => one.event);
  const detail = allowed.length === 0 ? 'expected no further event' : `expected one of ${allowed.join(', ')}`;
  throw new ServiceError('illegal_transition', `The event ${event} is not allowed in the state ${state}; ${detail}.`, {
    members: { state, event, allowed_events: allowed },
    errors: [{ pointer, code: 'illegal_transition', detail }],
  });
};
