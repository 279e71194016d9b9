import { registeredBytesHex } from '../anchors/registered-data.ts';
import { hashOf } from '../json/hash.ts';
import type { Sha256Hex } from '../json/sha256.ts';
import { buildSuppliedText } from '../receipts/party.ts';
import { brand, schemaId } from '../vocabulary/service.ts';
import { INITIAL_STATE } from './moves.ts';
import { SIDE_EFFECTS, workOrderPackBoundaries } from './preview.ts';
import { buildStateMachine, conceptualContract } from './state-machine.ts';
import { buildExpectedVerdict, verdictRules } from './verdict.ts';
import { buildPreWorkCommitment, buildWorkOrder, type WorkOrderRequest } from './work-order.ts';
import type { WorkOrderPack } from './work-order-pack.ts';

const anchorable = <Name extends string>(name: Name, sha256: Sha256Hex) => ({
  name,
  sha256,
  registered_data_hex: registeredBytesHex(sha256),
});

/**
 * The work order pack of an order (SPEC.md §8.11): eleven sections and three hashes. The order stays a
 * draft. Pure: the same input gives the same bytes.
 */
export const buildWorkOrderPack = ({ request }: { request: WorkOrderRequest }): WorkOrderPack => {
  const order = buildWorkOrder(request);
  const workOrderHash = hashOf(order);
  const commitment = buildPreWorkCommitment(order, workOrderHash);
  const commitmentHash = hashOf(commitment);
  const document = {
    ok: true as const,
    schema: schemaId(`${brand.adjudicator}-work-order-pack`),
    side_effects: SIDE_EFFECTS,
    work_order: { supplied_by_party: order },
    parties: [
      { role: 'client' as const, ...order.client },
      { role: 'agent' as const, ...order.agent },
    ],
    escrow_terms: { ...order.escrow, locked: false as const },
    acceptance_criteria: order.acceptance_criteria.map(({ id, must, text }) => ({
      id,
      must,
      criterion: buildSuppliedText(text),
    })),
    evidence_rules: {
      rules: order.evidence_rules,
      binding: 'An item counts when it names this work_order_hash and its kind is accepted for its criterion.',
    },
    concordium_commitments: {
      commitments: [
        anchorable('work_order_hash', workOrderHash),
        anchorable('pre_work_commitment_hash', commitmentHash),
      ],
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
    work_order_hash: workOrderHash,
    pre_work_commitment_hash: commitmentHash,
  } satisfies Omit<WorkOrderPack, 'pack_hash_sha256'>;
  return { ...document, pack_hash_sha256: hashOf(document) };
};
