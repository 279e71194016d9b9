import { WorkOrderState } from '../adjudication/state-machine.ts';
import { INITIAL_STATE, transitions } from '../adjudication/transitions.ts';
import { buildPreWorkCommitment } from '../adjudication/work-order.ts';
import type { WorkOrderPack } from '../adjudication/work-order-pack.ts';
import { findRegisteredHash } from '../anchors/registered-data.ts';
import { isSameJson } from '../json/canonical-json.ts';
import { type HashOf, type LinkResults, resultOfProblems } from './verification.ts';

const linkedProblems = async (pack: WorkOrderPack, hashOf: HashOf): Promise<string[]> => {
  const { supplied_by_party: order } = pack.work_order;
  const { commitments, pre_work_commitment: commitment } = pack.concordium_commitments;
  const orderHash = await hashOf(order);
  const commitmentHash = await hashOf(commitment);
  const problems: string[] = [];
  const problem = (is: boolean, words: string) => {
    if (is) problems.push(words);
  };
  problem(pack.work_order_hash !== orderHash, 'The order in the pack does not have the stated work_order_hash.');
  problem(
    pack.work_order.work_order_hash !== orderHash,
    'The section work_order does not state the hash of the order.',
  );
  problem(
    pack.pre_work_commitment_hash !== commitmentHash,
    'The commitment in the pack does not have the stated pre_work_commitment_hash.',
  );
  problem(
    !isSameJson(commitment, buildPreWorkCommitment(order, orderHash)),
    'The commitment is not a commitment to the order in the pack.',
  );
  const listed = new Map(commitments.map(({ name, sha256 }) => [name, sha256]));
  problem(
    commitments.length !== 2 ||
      listed.get('work_order_hash') !== orderHash ||
      listed.get('pre_work_commitment_hash') !== commitmentHash,
    'concordium_commitments lists hashes that differ from those of the pack.',
  );
  problem(
    commitments.some(({ sha256, registered_data_hex }) => findRegisteredHash(registered_data_hex) !== sha256),
    'concordium_commitments shows registered bytes that are not those of its hashes.',
  );
  const { inputs } = pack.genlayer_contract_interface.prepared_call;
  problem(
    inputs['work_order_hash'] !== orderHash || inputs['pre_work_commitment_hash'] !== commitmentHash,
    'The prepared call names hashes that differ from those of the pack.',
  );
  const { amount_minor, currency, deadline } = pack.escrow_terms;
  problem(!isSameJson({ amount_minor, currency, deadline }, order.escrow), 'escrow_terms differ from the order.');
  problem(
    !isSameJson(
      pack.parties,
      [order.client, order.agent].map((party, index) => ({ role: index === 0 ? 'client' : 'agent', ...party })),
    ),
    'parties differ from the order.',
  );
  problem(
    !isSameJson(
      pack.acceptance_criteria.map(({ id, must, criterion }) => ({ id, must, text: criterion.text })),
      order.acceptance_criteria,
    ),
    'acceptance_criteria differ from the order.',
  );
  problem(!isSameJson(pack.evidence_rules.rules, order.evidence_rules), 'evidence_rules differ from the order.');
  return problems;
};

const moveProblems = ({ state_machine: machine }: WorkOrderPack): string[] => {
  const moves = (table: typeof transitions) =>
    table.map(({ from, event, to, guard_checks, contract_method }) => ({
      from,
      event,
      to,
      guard_checks,
      contract_method,
    }));
  return [
    ...(isSameJson(machine.states, WorkOrderState.options) ? [] : ['The states are not those of the interface.']),
    ...(isSameJson(moves(machine.transitions), moves(transitions))
      ? []
      : ['The table of moves is not the one that the runner uses.']),
    ...(machine.present_state === INITIAL_STATE
      ? []
      : ['A pack is a preview of a draft, but it states a different state.']),
  ];
};

/** Checks that the parts of a work order pack agree: order, commitment and the sections made from them. */
export const checkWorkOrderPackLinks = async (pack: WorkOrderPack, hashOf: HashOf): Promise<LinkResults> => ({
  linked_hashes: resultOfProblems(
    await linkedProblems(pack, hashOf),
    'Order and commitment have the stated hashes, and every section agrees with the order.',
  ),
  transition_chain: resultOfProblems(
    moveProblems(pack),
    'The table of moves is the one that the runner uses, and the order is a draft.',
  ),
});
