import { z } from 'zod';
import { ContractMethod } from './conceptual-contract.ts';

/** The states of a work order, in the order of SPEC.md §9.1. The last one is terminal. */
export const WorkOrderState = z.enum([
  'draft_preview',
  'pre_work_commitment_prepared',
  'work_started_after_acceptance',
  'evidence_submitted',
  'verdict_simulated',
  'release_refund_or_escalation_prepared_not_executed',
]);
export type WorkOrderState = z.infer<typeof WorkOrderState>;

export const WorkOrderEvent = z.enum([
  'prepare_commitment',
  'accept_and_start',
  'submit_evidence',
  'simulate_verdict',
  'prepare_outcome',
]);
export type WorkOrderEvent = z.infer<typeof WorkOrderEvent>;

export const GuardName = z.enum([
  'order_is_valid',
  'parties_are_distinct',
  'must_criteria_have_evidence_rules',
  'acceptance_names_the_hashes',
  'acceptance_is_before_the_deadline',
  'items_are_bound_to_the_work_order',
  'item_kinds_are_allowed',
  'evidence_pack_hash_matches',
  'verdict_hash_matches',
]);
export type GuardName = z.infer<typeof GuardName>;

export const Transition = z
  .object({
    from: WorkOrderState,
    event: WorkOrderEvent,
    guard: z.string().meta({ description: 'The condition of the move, in words.' }),
    guard_checks: z.array(GuardName).meta({ description: 'The checks of the guard, in the order in which they run.' }),
    to: WorkOrderState,
    contract_method: ContractMethod.nullable().meta({ description: 'The conceptual method that the move represents.' }),
  })
  .meta({ description: 'One allowed move of a work order.' });
export type Transition = z.infer<typeof Transition>;
