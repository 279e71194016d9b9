import { z } from 'zod';
import { type GuardName as GuardWord, INITIAL_STATE, transitions, workOrderStates } from './moves.ts';

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

export const WorkOrderState = z.enum(workOrderStates);
export const WorkOrderEvent = z.enum(transitions.map(({ event }) => event));
export const GuardName = z.enum(transitions.flatMap(({ guard_checks }): readonly GuardWord[] => guard_checks));

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
