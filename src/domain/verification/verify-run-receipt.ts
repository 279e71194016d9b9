import { effectOf } from '../adjudication/conceptual-contract.ts';
import { factsOf } from '../adjudication/run-facts.ts';
import { namedBy, type RunReceipt, type RunStep } from '../adjudication/runner.ts';
import type { Transition, WorkOrderState } from '../adjudication/state-machine.ts';
import { findTransition, INITIAL_STATE } from '../adjudication/transitions.ts';
import { judgeWorkOrder, preparedActions } from '../adjudication/verdict-rules.ts';
import { buildPreWorkCommitment } from '../adjudication/work-order.ts';
import { guardChecks, type GuardFacts } from '../adjudication/work-order-guards.ts';
import { isSameJson } from '../json/canonical-json.ts';
import { type HashOf, type LinkResults, resultOfProblems } from './verification.ts';

const linkedProblems = async (receipt: RunReceipt, hashOf: HashOf): Promise<string[]> => {
  const { work_order: order, pre_work_commitment: commitment, evidence, judgment } = receipt.hashed_objects;
  const problems: string[] = [];
  const link = async (name: string, value: unknown, stated: string | null) => {
    if ((value === null ? null : await hashOf(value)) !== stated)
      problems.push(`The object behind ${name} does not have that hash.`);
  };
  const problem = (is: boolean, words: string) => {
    if (is) problems.push(words);
  };
  await link('work_order_hash', order, receipt.work_order_hash);
  await link('pre_work_commitment_hash', commitment, receipt.pre_work_commitment_hash);
  await link('evidence_pack_hash', evidence, receipt.evidence_pack_hash);
  await link('verdict_hash', judgment, receipt.verdict_hash);
  problem(
    !isSameJson(commitment, buildPreWorkCommitment(order, receipt.work_order_hash)),
    'The commitment is not a commitment to the order.',
  );
  problem(
    evidence !== null && evidence.work_order_hash !== receipt.work_order_hash,
    'The evidence names a different order.',
  );
  problem(
    judgment !== null &&
      (judgment.work_order_hash !== receipt.work_order_hash ||
        judgment.evidence_pack_hash !== receipt.evidence_pack_hash),
    'The judgment names a different order or different evidence.',
  );
  problem(
    !isSameJson(receipt.verdict, judgment?.verdict ?? null) || receipt.verdict_rule !== (judgment?.rule ?? null),
    'verdict and verdict_rule differ from the judgment behind verdict_hash.',
  );
  return problems;
};

const stepProblems = (step: RunStep, transition: Transition, facts: GuardFacts): string[] => {
  const at = `Step ${step.index}`;
  const problems: string[] = [];
  if (step.to !== transition.to) problems.push(`${at} leads to a different state than the table says.`);
  if (
    step.contract_method !== transition.contract_method ||
    step.effect !== effectOf(transition.contract_method) ||
    step.guard !== transition.guard ||
    !isSameJson(step.guard_checks, transition.guard_checks)
  ) {
    problems.push(`${at} states a different guard, method or effect than the table.`);
  }
  const trueValues = { ...facts.named, accepted_at: step.named.accepted_at };
  if (!isSameJson(step.named, Object.fromEntries(namedBy[step.event].map((name) => [name, trueValues[name]])))) {
    problems.push(`${at} does not name exactly the values of the run that its move is bound to.`);
  }
  const refusing = transition.guard_checks.filter((guard) => guardChecks[guard](facts).length > 0);
  if (refusing.length > 0) problems.push(`${at} passed a guard that does not hold: ${refusing.join(', ')}.`);
  return problems;
};

/** Repeats the moves from the first state, following the transition table. */
const chainProblems = async (receipt: RunReceipt, hashOf: HashOf): Promise<string[]> => {
  const { work_order: order, evidence, judgment } = receipt.hashed_objects;
  const facts = factsOf(receipt);
  const problems: string[] = [];
  let state: WorkOrderState = INITIAL_STATE;
  let previous = receipt.work_order_hash;
  const states: WorkOrderState[] = [state];
  for (const [index, step] of receipt.steps.entries()) {
    const { step_hash, ...hashed } = step;
    if (step.index !== index) problems.push(`Step ${index} has a different number.`);
    if (step.previous_step_hash !== previous)
      problems.push(`Step ${index} does not name the hash of the previous step.`);
    if ((await hashOf(hashed)) !== step_hash) problems.push(`Step ${index} does not have the stated step_hash.`);
    const transition = step.from === state ? findTransition(state, step.event) : undefined;
    if (transition === undefined) {
      problems.push(`Step ${index} is an illegal transition: the state ${state} does not allow this move.`);
      return problems;
    }
    problems.push(...stepProblems(step, transition, facts));
    state = transition.to;
    states.push(state);
    previous = step_hash;
  }
  if (!isSameJson(receipt.states_passed, states) || receipt.final_state !== state) {
    problems.push('states_passed and final_state differ from the steps.');
  }
  const submitted = states.includes('evidence_submitted');
  const judged = states.includes('verdict_simulated');
  if ((evidence !== null) !== submitted || (judgment !== null) !== judged) {
    problems.push(
      'The receipt contains evidence or a verdict without the move that produces it, or lacks it after that move.',
    );
  }
  if (evidence !== null && judgment !== null) {
    const again = judgeWorkOrder(order.acceptance_criteria, evidence.items);
    const { reason: _words, ...stated } = judgment.verdict;
    const { reason: _own, ...computed } = again.verdict;
    if (judgment.rule !== again.rule || !isSameJson(stated, computed)) {
      problems.push('The verdict is not the one that the rules give for this evidence.');
    }
  }
  const ended = state === 'release_refund_or_escalation_prepared_not_executed';
  const action = ended && judgment !== null ? preparedActions[judgment.verdict.recommended_outcome] : null;
  if ((receipt.prepared_outcome?.action ?? null) !== action)
    problems.push('prepared_outcome does not follow from the verdict.');
  return problems;
};

/** Checks that the parts of a runner receipt agree: the hashed objects, the chain of moves and the verdict. */
export const checkRunReceiptLinks = async (receipt: RunReceipt, hashOf: HashOf): Promise<LinkResults> => ({
  linked_hashes: resultOfProblems(
    await linkedProblems(receipt, hashOf),
    'Order, commitment, evidence and judgment have the stated hashes and name each other.',
  ),
  transition_chain: resultOfProblems(
    await chainProblems(receipt, hashOf),
    'Each move is in the table, follows the previous one and satisfies its guard, and the verdict follows from the evidence.',
  ),
});
