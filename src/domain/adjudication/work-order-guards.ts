import type { Sha256Hex } from '../json/sha256.ts';
import { type InputProblem, ServiceError } from '../vocabulary/errors.ts';
import { jsonPointer } from '../vocabulary/errors.ts';
import { checkOrderRules } from './order-rules.ts';
import type { NamedValues, SubmittedEvidence } from './runner.ts';
import type { GuardName, Transition } from './state-machine.ts';
import type { WorkOrder } from './work-order.ts';

/** The input of the guards: the true values of a run, and the values that its moves name. */
export interface GuardFacts {
  readonly order: WorkOrder;
  readonly workOrderHash: Sha256Hex;
  readonly commitmentHash: Sha256Hex;
  readonly items: SubmittedEvidence['items'];
  readonly evidencePackHash: Sha256Hex;
  readonly verdictHash: Sha256Hex;
  readonly named: NamedValues;
}

type GuardCheck = (facts: GuardFacts) => InputProblem[];

const problem = (pointer: string, detail: string): InputProblem => ({ pointer, code: 'guard_failed', detail });

const same = (pointer: string, named: string, true_: string, detail: string): InputProblem[] =>
  named === true_ ? [] : [problem(pointer, detail)];

/** A parsed work order has valid members; the rules between them remain to be checked. */
const orderIsValid = ({ order }: Pick<GuardFacts, 'order'>): InputProblem[] =>
  checkOrderRules(order).map(({ path, message }) => problem(`/work_order${jsonPointer(path)}`, message));

const partiesAreDistinct = ({ order }: Pick<GuardFacts, 'order'>): InputProblem[] =>
  order.client.account === order.agent.account
    ? [problem('/work_order/agent/account', 'expected two accounts for the two parties, client and agent')]
    : [];

const mustCriteriaHaveRules = ({ order }: Pick<GuardFacts, 'order'>): InputProblem[] => {
  const ruled = new Set(order.evidence_rules.map(({ criterion_id }) => criterion_id));
  return order.acceptance_criteria.flatMap(({ id, must }, index) =>
    must && !ruled.has(id)
      ? [problem(`/work_order/acceptance_criteria/${index}`, 'expected an evidence rule for a must criterion')]
      : [],
  );
};

/** The checks that need only the order, so that a preview can make them. */
export const orderGuards = {
  order_is_valid: orderIsValid,
  parties_are_distinct: partiesAreDistinct,
  must_criteria_have_evidence_rules: mustCriteriaHaveRules,
} as const;

/** The checks of the guards in the transition table. Each returns the problems it finds, none when it holds. */
export const guardChecks: Readonly<Record<GuardName, GuardCheck>> = {
  ...orderGuards,
  acceptance_names_the_hashes: ({ named, workOrderHash, commitmentHash }) => [
    ...same('/claims/work_order_hash', named.work_order_hash, workOrderHash, 'expected the hash of this work order'),
    ...same(
      '/claims/pre_work_commitment_hash',
      named.pre_work_commitment_hash,
      commitmentHash,
      'expected the hash of this pre-work commitment',
    ),
  ],
  acceptance_is_before_the_deadline: ({ named, order }) =>
    Date.parse(named.accepted_at) < Date.parse(order.escrow.deadline)
      ? []
      : [problem('/claims/accepted_at', 'expected a time before the deadline of the escrow terms')],
  items_are_bound_to_the_work_order: ({ items, workOrderHash }) =>
    items.flatMap((item, index) =>
      same(
        `/evidence_items/${index}/work_order_hash`,
        item.work_order_hash,
        workOrderHash,
        'expected the hash of this work order',
      ),
    ),
  item_kinds_are_allowed: ({ items, order }) => {
    const accepted = new Map(order.evidence_rules.map((rule) => [rule.criterion_id, new Set(rule.accepted_kinds)]));
    return items.flatMap(({ criterion_id, kind }, index) =>
      accepted.get(criterion_id)?.has(kind)
        ? []
        : [problem(`/evidence_items/${index}/kind`, 'expected a kind that the evidence rule of the criterion accepts')],
    );
  },
  evidence_pack_hash_matches: ({ named, evidencePackHash }) =>
    same(
      '/claims/evidence_pack_hash',
      named.evidence_pack_hash,
      evidencePackHash,
      'expected the hash of the submitted evidence',
    ),
  verdict_hash_matches: ({ named, verdictHash }) =>
    same('/claims/verdict_hash', named.verdict_hash, verdictHash, 'expected the hash of the simulated verdict'),
};

/** @throws ServiceError `guard_failed` (state, event, guard) for the first check of the move that does not hold. */
export const requireGuards = (transition: Transition, facts: GuardFacts): void => {
  for (const guard of transition.guard_checks) {
    const errors = guardChecks[guard](facts);
    if (errors.length === 0) continue;
    const { from: state, event } = transition;
    throw new ServiceError('guard_failed', `The guard ${guard} refused the event ${event} in the state ${state}.`, {
      members: { state, event, guard },
      errors,
    });
  }
};
