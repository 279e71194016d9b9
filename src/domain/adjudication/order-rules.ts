import { checkDistinctIds } from '../vocabulary/errors.ts';

/** The lists of an order whose members depend on each other. */
export interface OrderLists {
  readonly acceptance_criteria: readonly { readonly id: string; readonly must: boolean }[];
  readonly evidence_rules: readonly { readonly criterion_id: string }[];
}

/** The rules between the members of an order, for people and programs: no schema says them. */
export const orderRules = [
  'The ids of the acceptance criteria are distinct.',
  'An evidence rule names a criterion, and a criterion has at most one rule.',
] as const;

/** The broken rules between the members of an order: distinct criteria, at least one must, and evidence rules only for known criteria. */
export const checkOrderRules = (order: OrderLists): { path: (string | number)[]; message: string }[] => {
  const problems: { path: (string | number)[]; message: string }[] = [];
  const refuse = (path: (string | number)[], message: string) => problems.push({ path, message });
  const known = new Set(order.acceptance_criteria.map(({ id }) => id));
  checkDistinctIds(order.acceptance_criteria, (index) =>
    refuse(['acceptance_criteria', index, 'id'], 'expected each id once in its list'),
  );
  if (!order.acceptance_criteria.some(({ must }) => must)) {
    refuse(['acceptance_criteria'], 'expected at least one criterion that is a must');
  }
  for (const [index, rule] of order.evidence_rules.entries()) {
    if (!known.has(rule.criterion_id)) {
      refuse(['evidence_rules', index, 'criterion_id'], 'expected the id of one of the acceptance criteria');
    }
  }
  const rules = order.evidence_rules.map(({ criterion_id }) => ({ id: criterion_id }));
  checkDistinctIds(rules, (index) =>
    refuse(['evidence_rules', index, 'criterion_id'], 'expected one rule for each criterion'),
  );
  return problems;
};
