import { sealed, sha256, without } from './canonical.mjs';
import { vector } from './case.mjs';
import { registered } from './document-parts.mjs';
import { states } from './moves.mjs';
import { commitmentTo, order, workOrderPack } from './work-order-document.mjs';

const PACK = 'work_order_pack';
const pack = workOrderPack();
const linked = { linked_hashes: 'fail' };
const moved = { transition_chain: 'fail' };

const packSections = [
  'work_order', 'parties', 'escrow_terms', 'acceptance_criteria', 'evidence_rules', 'concordium_commitments',
  'genlayer_contract_interface', 'state_machine', 'release_refund_escalation_rules', 'expected_verdict_schema', 'boundaries',
]; // prettier-ignore

export const workOrderCases = [
  vector('work-order-plain', PACK, 'a work order pack', pack),
  vector(
    'work-order-wide-keys',
    PACK,
    'keys are sorted by UTF-16 code units',
    workOrderPack({}, ({ genlayer_contract_interface: section }) => ({
      genlayer_contract_interface: {
        ...section,
        prepared_call: {
          ...section.prepared_call,
          inputs: { ...section.prepared_call.inputs, '\ufb33': 'a', '😂': 'b', '€': 'c' },
        },
      },
    })),
  ),
  ...packSections.map((section) =>
    vector(
      `work-order-without-${section.replaceAll('_', '-')}`,
      PACK,
      `the section ${section} is required`,
      sealed(without(pack, section), 'pack_hash_sha256'),
      {
        schema: 'fail',
      },
    ),
  ),
  vector(
    'work-order-other-commitment',
    PACK,
    'the commitment is one to the order',
    workOrderPack({
      commitment: commitmentTo(order(), { deadline: '2027-12-31T12:00:00Z' }),
    }),
    linked,
  ),
  vector(
    'work-order-other-terms',
    PACK,
    'the escrow terms are those of the order',
    workOrderPack({}, ({ escrow_terms }) => ({
      escrow_terms: { ...escrow_terms, amount_minor: 1 },
    })),
    linked,
  ),
  vector(
    'work-order-criterion-weakened',
    PACK,
    'the criteria are those of the order',
    workOrderPack({}, ({ acceptance_criteria }) => ({
      acceptance_criteria: acceptance_criteria.map((criterion) => ({ ...criterion, must: false })),
    })),
    linked,
  ),
  vector(
    'work-order-other-bytes',
    PACK,
    'the bytes shown are those of the hash',
    workOrderPack({}, ({ concordium_commitments: section }) => ({
      concordium_commitments: {
        ...section,
        commitments: section.commitments.map((entry) => ({
          ...entry,
          registered_data_hex: registered(sha256('another')),
        })),
      },
    })),
    linked,
  ),
  vector(
    'work-order-another-move',
    PACK,
    'the table of moves is the published one',
    workOrderPack({}, ({ state_machine: machine }) => ({
      state_machine: {
        ...machine,
        transitions: [...machine.transitions, { ...machine.transitions[4], from: states[0], guard_checks: [] }],
      },
    })),
    moved,
  ),
  vector(
    'work-order-not-a-draft',
    PACK,
    'a pack is a preview of a draft',
    workOrderPack({}, ({ state_machine: machine }) => ({
      state_machine: { ...machine, present_state: states[3] },
    })),
    moved,
  ),
  vector(
    'work-order-escrow-locked',
    PACK,
    'no escrow is locked',
    workOrderPack({}, ({ escrow_terms }) => ({
      escrow_terms: { ...escrow_terms, locked: true },
    })),
    { schema: 'fail' },
  ),
  vector(
    'work-order-unknown-member',
    PACK,
    'unknown members of an order are refused',
    workOrderPack({ of: order({ urgent: true }) }),
    { schema: 'fail' },
  ),
  vector(
    'work-order-no-must',
    PACK,
    'at least one criterion is a must',
    workOrderPack({
      of: order({
        acceptance_criteria: order().acceptance_criteria.map((criterion) => ({ ...criterion, must: false })),
      }),
    }),
    { schema: 'fail' },
  ),
];
