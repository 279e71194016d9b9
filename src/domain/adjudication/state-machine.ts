import { z } from 'zod';
import { ServiceError } from '../vocabulary/errors.ts';

/** The states of a work order, in the order of SPEC.md §9.1. The last one is terminal. */
export const workOrderStates = [
  'draft_preview',
  'pre_work_commitment_prepared',
  'work_started_after_acceptance',
  'evidence_submitted',
  'verdict_simulated',
  'release_refund_or_escalation_prepared_not_executed',
] as const;
export const WorkOrderState = z.enum(workOrderStates);
export type WorkOrderState = z.infer<typeof WorkOrderState>;

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
export const WorkOrderEvent = z.enum(transitions.map(({ event }) => event));
export type WorkOrderEvent = z.infer<typeof WorkOrderEvent>;
export const GuardName = z.enum(transitions.flatMap(({ guard_checks }): readonly GuardName[] => guard_checks));
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

/** The methods of the conceptual contract (SPEC.md §8.4). */
export const ContractMethod = z.enum(['openWorkOrder', 'submitEvidence', 'adjudicate', 'releaseOrRefund']);
export type ContractMethod = z.infer<typeof ContractMethod>;

export const ConceptualContract = z
  .object({
    name: z.string(),
    deployed: z
      .literal(false)
      .meta({ description: 'The contract is only a description and is not deployed anywhere.' }),
    methods: z.array(
      z.object({
        method: ContractMethod,
        payable: z.boolean(),
        phase: z.enum(['before_work', 'during_or_after_work', 'completion_or_dispute', 'after_verdict_finality']),
        inputs: z.array(z.string()),
        effect_in_preview: z.string(),
      }),
    ),
  })
  .meta({ description: 'The conceptual work order escrow contract: descriptive only, not deployed.' });
export type ConceptualContract = z.infer<typeof ConceptualContract>;

/** The contract of SPEC.md §8.4, used by the pack, the runner, the descriptors and the pages. */
export const conceptualContract = {
  name: 'ServiceAgentWorkOrderEscrow',
  deployed: false,
  methods: [
    {
      method: 'openWorkOrder',
      payable: true,
      phase: 'before_work',
      inputs: ['work_order_hash', 'pre_work_commitment_hash', 'escrow_terms', 'evidence_rules', 'parties'],
      effect_in_preview: 'prepared_only_no_escrow_locked',
    },
    {
      method: 'submitEvidence',
      payable: false,
      phase: 'during_or_after_work',
      inputs: ['work_order_hash', 'evidence_pack_hash', 'receipt_preimage', 'delivery_artifact_hash'],
      effect_in_preview: 'hash_bound_evidence_attached_only',
    },
    {
      method: 'adjudicate',
      payable: false,
      phase: 'completion_or_dispute',
      inputs: ['work_order_hash', 'adjudication_question', 'expected_verdict_schema'],
      effect_in_preview: 'simulated_verdict_only_no_validator_call',
    },
    {
      method: 'releaseOrRefund',
      payable: false,
      phase: 'after_verdict_finality',
      inputs: ['work_order_hash', 'verdict_hash', 'release_refund_escalation_rules'],
      effect_in_preview: 'prepared_release_refund_or_escalation_only_no_value_transfer',
    },
  ],
} satisfies ConceptualContract;

/** The effect of a method in the preview, as worded in SPEC.md §8.4; null for a move without a method. */
export const effectOf = (method: ContractMethod | null): string | null =>
  conceptualContract.methods.find((entry) => entry.method === method)?.effect_in_preview ?? null;

const Transition = z
  .object({
    from: WorkOrderState,
    event: WorkOrderEvent,
    guard: z.string().meta({ description: 'The condition of the move, in words.' }),
    guard_checks: z.array(GuardName).meta({ description: 'The checks of the guard, in the order in which they run.' }),
    to: WorkOrderState,
    contract_method: ContractMethod.nullable().meta({ description: 'The conceptual method that the move represents.' }),
  })
  .meta({ description: 'One allowed move of a work order.' });

/** The state machine as packs and descriptors publish it. */
export const StateMachine = z.object({
  states: z.array(WorkOrderState),
  initial_state: WorkOrderState,
  terminal_state: WorkOrderState,
  transitions: z.array(Transition),
  refusals: z.string(),
});
export type StateMachine = z.infer<typeof StateMachine>;

/** The state machine as it is published, from the table that the runner uses. */
export const buildStateMachine = (): StateMachine => ({
  states: [...workOrderStates],
  initial_state: INITIAL_STATE,
  terminal_state: workOrderStates.at(-1)!,
  transitions: transitions.map((transition) => ({ ...transition, guard_checks: [...transition.guard_checks] })),
  refusals:
    'Every other move is refused with illegal_transition, which names the state, the event and the allowed events. A move whose guard does not hold is refused with guard_failed, which names the guard.',
});
