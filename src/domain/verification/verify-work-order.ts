import { factsOf, guardChecks, type GuardFacts, namedBy } from '../adjudication/guards.ts';
import type { RunReceipt, RunStep } from '../adjudication/runner.ts';
import {
  effectOf,
  findTransition,
  INITIAL_STATE,
  type Move,
  transitions,
  type WorkOrderState,
  workOrderStates,
} from '../adjudication/state-machine.ts';
import { judgeWorkOrder, preparedActions } from '../adjudication/verdict.ts';
import { buildPreWorkCommitment } from '../adjudication/work-order.ts';
import { commitmentsOf, sectionsOf, type WorkOrderPack } from '../adjudication/work-order-pack.ts';
import { canonicalText, isSameJson } from '../json/canonical-json.ts';
import { type Digest, type LinkOptions, type LinkResults, problemsOf, resultOfProblems } from './verification.ts';

const packProblems = async (pack: WorkOrderPack, sha256: Digest): Promise<string[]> => {
  const { supplied_by_party: order } = pack.work_order;
  const { commitments, pre_work_commitment: commitment } = pack.concordium_commitments;
  const hashes = {
    work_order_hash: await sha256(canonicalText(order)),
    pre_work_commitment_hash: await sha256(canonicalText(commitment)),
  };
  const sections = { ...sectionsOf(order), evidence_rules: order.evidence_rules };
  const stated = { ...pack, evidence_rules: pack.evidence_rules.rules };
  return problemsOf(
    [
      pack.work_order_hash !== hashes.work_order_hash,
      'The order in the pack does not have the stated work_order_hash.',
    ],
    [
      pack.pre_work_commitment_hash !== hashes.pre_work_commitment_hash,
      'The commitment in the pack does not have the stated pre_work_commitment_hash.',
    ],
    [
      !isSameJson(commitment, buildPreWorkCommitment(order, hashes.work_order_hash)),
      'The commitment is not a commitment to the order in the pack.',
    ],
    [
      commitments.length !== 2 ||
        !commitmentsOf(hashes).every((one) => commitments.some((other) => isSameJson(one, other))),
      'concordium_commitments lists other hashes or bytes than those of the pack.',
    ],
    ...(Object.keys(sections) as (keyof typeof sections)[]).map(
      (name) => [!isSameJson(stated[name], sections[name]), `${name} differ from the order.`] as const,
    ),
  );
};

/** A table of moves without the words of its guards. */
const movesOf = (table: readonly (Move | WorkOrderPack['state_machine']['transitions'][number])[]) =>
  table.map(({ guard: _, ...move }) => move);

const moveProblems = ({ state_machine: machine }: WorkOrderPack): string[] =>
  problemsOf(
    [!isSameJson(machine.states, workOrderStates), 'The states are not those of the interface.'],
    [
      !isSameJson(movesOf(machine.transitions), movesOf(transitions)),
      'The table of moves is not the one that the runner uses.',
    ],
    [machine.present_state !== INITIAL_STATE, 'A pack is a preview of a draft, but it states a different state.'],
  );

/** Checks that the parts of a work order pack agree: order, commitment and the sections made from them (SPEC.md §11.5). */
export const checkWorkOrderPackLinks = async (pack: WorkOrderPack, { sha256 }: LinkOptions): Promise<LinkResults> => ({
  linked_hashes: resultOfProblems(
    await packProblems(pack, sha256),
    'Order and commitment have the stated hashes, and every section agrees with the order.',
  ),
  transition_chain: resultOfProblems(
    moveProblems(pack),
    'The table of moves is the one that the runner uses, and the order is a draft.',
  ),
});

const runProblems = async (receipt: RunReceipt, sha256: Digest): Promise<string[]> => {
  const { work_order: order, pre_work_commitment: commitment, evidence, judgment } = receipt.hashed_objects;
  const linked = [
    ['work_order_hash', order, receipt.work_order_hash],
    ['pre_work_commitment_hash', commitment, receipt.pre_work_commitment_hash],
    ['evidence_pack_hash', evidence, receipt.evidence_pack_hash],
    ['verdict_hash', judgment, receipt.verdict_hash],
  ] as const;
  const unlinked: string[] = [];
  for (const [name, value, stated] of linked)
    if ((value === null ? null : await sha256(canonicalText(value))) !== stated)
      unlinked.push(`The object behind ${name} does not have that hash.`);
  return [
    ...unlinked,
    ...problemsOf(
      [
        !isSameJson(commitment, buildPreWorkCommitment(order, receipt.work_order_hash)),
        'The commitment is not a commitment to the order.',
      ],
      [
        evidence !== null && evidence.work_order_hash !== receipt.work_order_hash,
        'The evidence names a different order.',
      ],
      [
        judgment !== null &&
          (judgment.work_order_hash !== receipt.work_order_hash ||
            judgment.evidence_pack_hash !== receipt.evidence_pack_hash),
        'The judgment names a different order or different evidence.',
      ],
      [
        !isSameJson(receipt.verdict, judgment?.verdict ?? null),
        'verdict differs from the judgment behind verdict_hash.',
      ],
    ),
  ];
};

const stepProblems = (step: RunStep, transition: Move, facts: GuardFacts): string[] => {
  const at = `Step ${step.index}`;
  const trueValues = { ...facts.named, accepted_at: step.named.accepted_at };
  const refusing = transition.guard_checks.filter((guard) => guardChecks[guard](facts).length > 0);
  return problemsOf(
    [step.to !== transition.to, `${at} leads to a different state than the table says.`],
    [
      step.contract_method !== transition.contract_method ||
        step.effect !== effectOf(transition.contract_method) ||
        step.guard !== transition.guard,
      `${at} states a different guard, method or effect than the table.`,
    ],
    [
      !isSameJson(step.named, Object.fromEntries(namedBy[step.event].map((name) => [name, trueValues[name]]))),
      `${at} does not name exactly the values of the run that its move is bound to.`,
    ],
    [refusing.length > 0, `${at} passed a guard that does not hold: ${refusing.join(', ')}.`],
  );
};

/** Whether the verdict is the one that the rules give for the evidence; its words don't count. */
const isJudgedByRules = ({ work_order, evidence, judgment }: RunReceipt['hashed_objects']): boolean => {
  if (evidence === null || judgment === null) return true;
  const again = judgeWorkOrder(work_order.acceptance_criteria, evidence.items);
  return (
    judgment.rule === again.rule &&
    isSameJson({ ...judgment.verdict, reason: undefined }, { ...again.verdict, reason: undefined })
  );
};

/** Repeats the moves from the first state, following the transition table. */
const chainProblems = async (receipt: RunReceipt, sha256: Digest): Promise<string[]> => {
  const { evidence, judgment } = receipt.hashed_objects;
  const facts = factsOf(receipt);
  const problems: string[] = [];
  let state: WorkOrderState = INITIAL_STATE;
  let previous = receipt.work_order_hash;
  const states: WorkOrderState[] = [state];
  for (const [index, step] of receipt.steps.entries()) {
    const { step_hash, ...hashed } = step;
    problems.push(
      ...problemsOf(
        [step.index !== index, `Step ${index} has a different number.`],
        [step.previous_step_hash !== previous, `Step ${index} does not name the hash of the previous step.`],
        [(await sha256(canonicalText(hashed))) !== step_hash, `Step ${index} does not have the stated step_hash.`],
      ),
    );
    const transition = step.from === state ? findTransition(state, step.event) : undefined;
    if (transition === undefined)
      return [...problems, `Step ${index} is an illegal transition: the state ${state} does not allow this move.`];
    problems.push(...stepProblems(step, transition, facts));
    state = transition.to;
    states.push(state);
    previous = step_hash;
  }
  const ended = state === 'release_refund_or_escalation_prepared_not_executed';
  const action = ended && judgment !== null ? preparedActions[judgment.verdict.recommended_outcome] : null;
  return [
    ...problems,
    ...problemsOf(
      [!isSameJson(receipt.states_passed, states), 'states_passed differ from the steps.'],
      [
        (evidence !== null) !== states.includes('evidence_submitted') ||
          (judgment !== null) !== states.includes('verdict_simulated'),
        'The receipt contains evidence or a verdict without the move that produces it, or lacks it after that move.',
      ],
      [!isJudgedByRules(receipt.hashed_objects), 'The verdict is not the one that the rules give for this evidence.'],
      [(receipt.prepared_outcome?.action ?? null) !== action, 'prepared_outcome does not follow from the verdict.'],
    ),
  ];
};

/** Checks that the parts of a runner receipt agree: hashed objects, chain of moves and verdict (SPEC.md §11.6). */
export const checkRunReceiptLinks = async (receipt: RunReceipt, { sha256 }: LinkOptions): Promise<LinkResults> => ({
  linked_hashes: resultOfProblems(
    await runProblems(receipt, sha256),
    'Order, commitment, evidence and judgment have the stated hashes and name each other.',
  ),
  transition_chain: resultOfProblems(
    await chainProblems(receipt, sha256),
    'Each move is in the table, follows the previous one and satisfies its guard, and the verdict follows from the evidence.',
  ),
});
