import { hashOf } from '../json/hash.ts';
import { brand, schemaId } from '../vocabulary/service.ts';
import { SIDE_EFFECTS, workOrderPackBoundaries } from './preview.ts';
import { INITIAL_STATE } from './state-machine.ts';
import { buildStateMachine, conceptualContract } from './state-machine.ts';
import { buildExpectedVerdict, verdictRules } from './verdict.ts';
import { buildPreWorkCommitment, buildWorkOrder, type WorkOrderRequest } from './work-order.ts';
import { commitmentsOf, sectionsOf, type WorkOrderPack } from './work-order-pack.ts';

/**
 * The work order pack of an order (SPEC.md §8.11): eleven sections and three hashes. The order stays a
 * draft. Pure: the same input gives the same bytes.
 */
export const buildWorkOrderPack = ({ request }: { request: WorkOrderRequest }): WorkOrderPack => {
  const order = buildWorkOrder(request);
  const work_order_hash = hashOf(order);
  const commitment = buildPreWorkCommitment(order, work_order_hash);
  const hashes = { work_order_hash, pre_work_commitment_hash: hashOf(commitment) };
  const document = {
    ok: true as const,
    schema: schemaId(`${brand.adjudicator}-work-order-pack`),
    side_effects: SIDE_EFFECTS,
    work_order: { supplied_by_party: order },
    ...sectionsOf(order),
    evidence_rules: {
      rules: order.evidence_rules,
      binding: 'An item counts when it names this work_order_hash and its kind is accepted for its criterion.',
    },
    concordium_commitments: {
      commitments: commitmentsOf(hashes),
      pre_work_commitment: commitment,
    },
    genlayer_contract_interface: conceptualContract,
    state_machine: { ...buildStateMachine(), present_state: INITIAL_STATE },
    release_refund_escalation_rules: {
      rules: [...verdictRules],
      execution: 'Release, refund or escalation is prepared and never executed. No value moves.',
    },
    expected_verdict_schema: buildExpectedVerdict(),
    boundaries: [...workOrderPackBoundaries],
    ...hashes,
  } satisfies Omit<WorkOrderPack, 'pack_hash_sha256'>;
  return { ...document, pack_hash_sha256: hashOf(document) };
};
