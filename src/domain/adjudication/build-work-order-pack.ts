import { registeredBytesHex } from '../anchors/registered-data.ts';
import { hashOf } from '../json/hash.ts';
import type { Sha256Hex } from '../json/sha256.ts';
import { buildSuppliedText } from '../receipts/party.ts';
import { brand, schemaId } from '../vocabulary/service.ts';
import { INITIAL_STATE, transitions } from './moves.ts';
import { SIDE_EFFECTS, workOrderPackBoundaries } from './preview.ts';
import { conceptualContract, type StateMachine, WorkOrderState } from './state-machine.ts';
import { buildExpectedVerdict, verdictRules } from './verdict.ts';
import { buildPreWorkCommitment, buildWorkOrder, type WorkOrderRequest } from './work-order.ts';
import type { WorkOrderPack } from './work-order-pack.ts';

/** The state machine as it is published, from the table that the runner uses. */
export const buildStateMachine = (): StateMachine => ({
  states: [...WorkOrderState.options],
  initial_state: INITIAL_STATE,
  terminal_state: WorkOrderState.options.at(-1)!,
  transitions: transitions.map((transition) => ({ ...transition, guard_checks: [...transition.guard_checks] })),
  refusals:
    'Every other move is refused with 422 illegal_transition, which names the state, the event and the allowed events. A move whose guard does not hold is refused with 422 guard_failed, which names the guard.',
});

const buildCommitment = (
  name: WorkOrderPack['concordium_commitments']['commitments'][number]['name'],
  sha256: Sha256Hex,
  hash_of: string,
): WorkOrderPack['concordium_commitments']['commitments'][number] => ({
  name,
  sha256,
  hash_of,
  registered_data_hex: registeredBytesHex(sha256),
  state: 'prepared_not_anchored',
  how_to_check: [
    `Write ${hash_of} as canonical JSON (RFC 8785) in UTF-8 and compute the SHA-256 of the bytes.`,
    'An anchor of the hash would register the 64 digits as a CBOR text string: the bytes 78 40, then the digits in ASCII.',
  ],
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
  const kinds = new Map(order.evidence_rules.map((rule) => [rule.criterion_id, rule.accepted_kinds]));
  const document = {
    ok: true as const,
    schema: schemaId(`${brand.adjudicator}-work-order-pack`),
    side_effects: SIDE_EFFECTS,
    work_order: {
      work_order_hash: workOrderHash,
      how_to_check:
        'Write supplied_by_party as canonical JSON (RFC 8785) in UTF-8 and compute the SHA-256 of the bytes.',
      supplied_by_party: order,
    },
    parties: [
      { role: 'client' as const, ...order.client },
      { role: 'agent' as const, ...order.agent },
    ],
    escrow_terms: { ...order.escrow, locked: false as const },
    acceptance_criteria: order.acceptance_criteria.map(({ id, must, text }) => ({
      id,
      must,
      accepted_kinds: kinds.get(id) ?? [],
      criterion: buildSuppliedText(text),
    })),
    evidence_rules: {
      rules: order.evidence_rules,
      binding: 'An item counts when it names this work_order_hash and its kind is accepted for its criterion.',
    },
    concordium_commitments: {
      commitments: [
        buildCommitment('work_order_hash', workOrderHash, 'work_order.supplied_by_party'),
        buildCommitment('pre_work_commitment_hash', commitmentHash, 'concordium_commitments.pre_work_commitment'),
      ],
      pre_work_commitment: commitment,
    },
    genlayer_contract_interface: {
      contract: conceptualContract,
      prepared_call: {
        method: 'openWorkOrder' as const,
        inputs: {
          work_order_hash: workOrderHash,
          pre_work_commitment_hash: commitmentHash,
          escrow_terms: 'section escrow_terms',
          evidence_rules: 'section evidence_rules',
          parties: 'section parties',
        },
        called: false as const,
      },
    },
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
