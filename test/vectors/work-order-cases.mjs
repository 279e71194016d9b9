import { changed, sealed, sha256, without } from './canonical.mjs';
import { vector } from './case.mjs';
import { registered } from './document-parts.mjs';
import { states } from './moves.mjs';
import { commitmentTo, order, workOrderPack } from './work-order-document.mjs';

const HASH = 'pack_hash_sha256';
const pack = workOrderPack();
const again = (changes) => sealed(changed(pack, changes), HASH);

const sections = [
  'work_order', 'parties', 'escrow_terms', 'acceptance_criteria', 'evidence_rules', 'concordium_commitments',
  'genlayer_contract_interface', 'state_machine', 'release_refund_escalation_rules', 'expected_verdict_schema', 'boundaries',
]; // prettier-ignore

const refused = { schema: 'fail' };
const linked = { linked_hashes: 'fail' };
const moved = { transition_chain: 'fail' };
const optional = (criteria) => criteria.map((criterion) => ({ ...criterion, must: false }));
const { commitments } = pack.concordium_commitments;
const { transitions } = pack.state_machine;
const otherBytes = commitments.map((entry) => ({ ...entry, registered_data_hex: registered(sha256('another')) }));
const otherMove = { ...transitions[4], from: states[0], guard_checks: [] };
const wideNames = { '\ufb33': 'a', '😂': 'b', '€': 'c' };
const otherDeadline = commitmentTo(order(), { deadline: '2027-12-31T12:00:00Z' });

/** Name, rule, the pack, and the results. */
export const workOrderCases = [
  ['plain', 'a work order pack', pack],
  ['wide-keys', 'keys are sorted by UTF-16 code units', again({ 'expected_verdict_schema.json_schema': wideNames })],
  ...sections.map((name) => [`without-${name.replaceAll('_', '-')}`, `the section ${name} is required`, sealed(without(pack, name), HASH), refused]),
  ['other-commitment', 'the commitment is one to the order', workOrderPack({ commitment: otherDeadline }), linked],
  ['other-order', 'the order has the hash stated', again({ work_order_hash: sha256('another') }), linked],
  ['other-terms', 'the escrow terms are those of the order', again({ 'escrow_terms.amount_minor': 1 }), linked],
  ['criterion-weakened', 'the criteria are those of the order', again({ acceptance_criteria: optional(pack.acceptance_criteria) }), linked],
  ['other-bytes', 'the bytes shown are those of the hash', again({ 'concordium_commitments.commitments': otherBytes }), linked],
  ['another-move', 'the table of moves is the published one', again({ 'state_machine.transitions': [...transitions, otherMove] }), moved],
  ['not-a-draft', 'a pack is a preview of a draft', again({ 'state_machine.present_state': states[3] }), moved],
  ['escrow-locked', 'no escrow is locked', again({ 'escrow_terms.locked': true }), refused],
  ['unknown-member', 'unknown members of an order are refused', workOrderPack({ of: order({ urgent: true }) }), refused],
  ['no-must', 'at least one criterion is a must', workOrderPack({ of: order({ acceptance_criteria: optional(order().acceptance_criteria) }) }), refused],
].map(([name, ...rest]) => vector(`work-order-${name}`, 'work_order_pack', ...rest)); // prettier-ignore
