import { changed, sealed, sha256, without } from './canonical.mjs';
import { vector } from './case.mjs';
import { registered } from './document-parts.mjs';
import { states } from './moves.mjs';
import { commitmentTo, order, workOrderPack } from './work-order-document.mjs';

const PACK = 'work_order_pack';
const HASH = 'pack_hash_sha256';
const pack = workOrderPack();
const linked = { linked_hashes: 'fail' };
const moved = { transition_chain: 'fail' };

const packSections = [
  'work_order', 'parties', 'escrow_terms', 'acceptance_criteria', 'evidence_rules', 'concordium_commitments',
  'genlayer_contract_interface', 'state_machine', 'release_refund_escalation_rules', 'expected_verdict_schema', 'boundaries',
]; // prettier-ignore

const refused = { schema: 'fail' };
const optional = order().acceptance_criteria.map((criterion) => ({ ...criterion, must: false }));
const { commitments } = pack.concordium_commitments;
const { transitions } = pack.state_machine;
const otherBytes = commitments.map((entry) => ({ ...entry, registered_data_hex: registered(sha256('another')) }));
const otherMove = { ...transitions[4], from: states[0], guard_checks: [] };
const criteria = pack.acceptance_criteria.map((criterion) => ({ ...criterion, must: false }));

/** Name, rule, what is changed before the pack is sealed again, and the results. */
const failing = [
  ['other-terms', 'the escrow terms are those of the order', { 'escrow_terms.amount_minor': 1 }, linked],
  ['criterion-weakened', 'the criteria are those of the order', { acceptance_criteria: criteria }, linked],
  [
    'other-bytes',
    'the bytes shown are those of the hash',
    { 'concordium_commitments.commitments': otherBytes },
    linked,
  ],
  [
    'another-move',
    'the table of moves is the published one',
    { 'state_machine.transitions': [...transitions, otherMove] },
    moved,
  ],
  ['not-a-draft', 'a pack is a preview of a draft', { 'state_machine.present_state': states[3] }, moved],
  ['escrow-locked', 'no escrow is locked', { 'escrow_terms.locked': true }, refused],
].map(([name, rule, changes, results]) =>
  vector(`work-order-${name}`, PACK, rule, sealed(changed(pack, changes), HASH), results),
);

const wideInputs = { '\ufb33': 'a', '😂': 'b', '€': 'c' };
const { inputs } = pack.genlayer_contract_interface.prepared_call;

export const workOrderCases = [
  vector('work-order-plain', PACK, 'a work order pack', pack),
  vector(
    'work-order-wide-keys',
    PACK,
    'keys are sorted by UTF-16 code units',
    sealed(changed(pack, { 'genlayer_contract_interface.prepared_call.inputs': { ...inputs, ...wideInputs } }), HASH),
  ),
  ...packSections.map((section) =>
    vector(
      `work-order-without-${section.replaceAll('_', '-')}`,
      PACK,
      `the section ${section} is required`,
      sealed(without(pack, section), HASH),
      refused,
    ),
  ),
  vector(
    'work-order-other-commitment',
    PACK,
    'the commitment is one to the order',
    workOrderPack({ commitment: commitmentTo(order(), { deadline: '2027-12-31T12:00:00Z' }) }),
    linked,
  ),
  ...failing,
  vector(
    'work-order-unknown-member',
    PACK,
    'unknown members of an order are refused',
    workOrderPack({ of: order({ urgent: true }) }),
    refused,
  ),
  vector(
    'work-order-no-must',
    PACK,
    'at least one criterion is a must',
    workOrderPack({ of: order({ acceptance_criteria: optional }) }),
    refused,
  ),
];
