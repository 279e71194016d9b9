import { z } from 'zod';
import { RecommendedOutcome, type Verdict } from './verdict.ts';

export const VerdictRuleName = z.enum([
  'no_evidence',
  'contradiction_on_a_must_criterion',
  'must_criterion_failed',
  'all_must_criteria_met',
  'must_criterion_unproven',
]);
export type VerdictRuleName = z.infer<typeof VerdictRuleName>;

export const PreparedAction = z
  .enum(['release', 'refund', 'escalation'])
  .meta({ description: 'What is prepared, and never executed.' });
export type PreparedAction = z.infer<typeof PreparedAction>;

/** What a recommended outcome prepares. */
export const preparedActions: Readonly<Record<RecommendedOutcome, PreparedAction>> = {
  uphold_acceptance: 'release',
  reject_or_refund: 'refund',
  escalate_to_human: 'escalation',
  insufficient_evidence: 'escalation',
};

export const VerdictRule = z
  .object({
    rule: VerdictRuleName,
    when: z.string().meta({ description: 'When the rule applies, if none before it did.' }),
    accepted_correctly: z.boolean().nullable(),
    confidence: z.enum(['low', 'medium', 'high']),
    recommended_outcome: RecommendedOutcome,
    prepares: PreparedAction,
  })
  .meta({ description: 'One rule of the simulated verdict.' });
export type VerdictRule = z.infer<typeof VerdictRule>;

/** The rules of the simulated verdict in the order they are tried (contract.md §5). The last one always applies. */
export const verdictRules: readonly VerdictRule[] = [
  {
    rule: 'no_evidence',
    when: 'no evidence was submitted',
    accepted_correctly: null,
    confidence: 'low',
    recommended_outcome: 'insufficient_evidence',
    prepares: preparedActions.insufficient_evidence,
  },
  {
    rule: 'contradiction_on_a_must_criterion',
    when: 'items contradict each other on a must criterion',
    accepted_correctly: null,
    confidence: 'low',
    recommended_outcome: 'escalate_to_human',
    prepares: preparedActions.escalate_to_human,
  },
  {
    rule: 'must_criterion_failed',
    when: 'a must criterion is shown failed',
    accepted_correctly: false,
    confidence: 'high',
    recommended_outcome: 'reject_or_refund',
    prepares: preparedActions.reject_or_refund,
  },
  {
    rule: 'all_must_criteria_met',
    when: 'all must criteria are shown met',
    accepted_correctly: true,
    confidence: 'high',
    recommended_outcome: 'uphold_acceptance',
    prepares: preparedActions.uphold_acceptance,
  },
  {
    rule: 'must_criterion_unproven',
    when: 'some must criterion is unproven',
    accepted_correctly: null,
    confidence: 'medium',
    recommended_outcome: 'escalate_to_human',
    prepares: preparedActions.escalate_to_human,
  },
];

/** What one submitted item shows about a criterion. */
export const Showing = z
  .enum(['met', 'failed', 'inconclusive'])
  .meta({ description: 'What the item shows about its criterion.' });

/** The verdict on the items, and which rule gave it. Its reason names the criteria by their ids. */
export const judgeWorkOrder = (
  criteria: readonly { readonly id: string; readonly must: boolean }[],
  items: readonly { readonly criterion_id: string; readonly shows: z.infer<typeof Showing> }[],
): { rule: VerdictRuleName; verdict: Verdict } => {
  const shown = new Map<string, Set<string>>();
  for (const { criterion_id, shows } of items) {
    shown.set(criterion_id, (shown.get(criterion_id) ?? new Set()).add(shows));
  }
  const must = criteria.filter((criterion) => criterion.must).map(({ id }) => id);
  const having = (test: (showings: ReadonlySet<string>) => boolean) =>
    must.filter((id) => test(shown.get(id) ?? new Set()));

  const contradicted = having((showings) => showings.has('met') && showings.has('failed'));
  const failed = having((showings) => showings.has('failed'));
  const unproven = having((showings) => !showings.has('met'));
  const list = (ids: readonly string[]) => ids.join(', ');

  const [rule, reason]: [VerdictRuleName, string] =
    items.length === 0
      ? ['no_evidence', `No evidence was submitted, so nothing is shown about: ${list(must)}.`]
      : contradicted.length > 0
        ? ['contradiction_on_a_must_criterion', `The evidence contradicts itself on: ${list(contradicted)}.`]
        : failed.length > 0
          ? ['must_criterion_failed', `The evidence shows failed: ${list(failed)}.`]
          : unproven.length === 0
            ? ['all_must_criteria_met', `The evidence shows met: ${list(must)}.`]
            : ['must_criterion_unproven', `No evidence shows met or failed: ${list(unproven)}.`];
  const { accepted_correctly, confidence, recommended_outcome } = verdictRules.find((entry) => entry.rule === rule)!;
  return { rule, verdict: { accepted_correctly, confidence, reason, recommended_outcome } };
};
