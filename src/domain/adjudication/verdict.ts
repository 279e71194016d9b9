import { z } from 'zod';
import { brand, schemaId } from '../vocabulary/service.ts';

export const Confidence = z.enum(['low', 'medium', 'high']);
export const RecommendedOutcome = z
  .enum(['uphold_acceptance', 'reject_or_refund', 'escalate_to_human', 'insufficient_evidence'])
  .meta({ description: 'What the adjudication layer recommends.' });
export type RecommendedOutcome = z.infer<typeof RecommendedOutcome>;

/** The verdict shape that the adjudication layer is expected to answer with (SPEC.md §8.3). */
export const Verdict = z
  .object({
    accepted_correctly: z.boolean().nullable().meta({
      description:
        'true or false when the evidence is sufficient; null when the packet is historical-anchor-only or otherwise insufficient for an acceptance judgment.',
    }),
    confidence: Confidence.meta({ description: 'How sure the verdict is.' }),
    reason: z.string().min(1).meta({ description: 'The reason in words.' }),
    recommended_outcome: RecommendedOutcome,
  })
  .meta({
    id: schemaId(`${brand.adjudicator}-verdict`),
    title: 'Verdict record',
    description: 'The verdict that an adjudication layer gives for an evidence pack.',
  });
export type Verdict = z.infer<typeof Verdict>;

/** The description of the verdict record that packs and descriptors contain (section `expected_verdict_schema`). */
export const ExpectedVerdict = z
  .object({
    schema: z.literal(schemaId(`${brand.adjudicator}-verdict`)),
    json_schema: z.record(z.string(), z.unknown()).meta({ description: 'The JSON Schema of the verdict record.' }),
    only_supported_verdict: z
      .object({
        accepted_correctly: z.null(),
        recommended_outcome: z.literal('insufficient_evidence'),
        because: z.string(),
      })
      .nullable()
      .meta({ description: 'Set when the pack does not support any other verdict.' }),
  })
  .meta({ description: 'The expected verdict, and the only one that the pack supports, if there is no other.' });
export type ExpectedVerdict = z.infer<typeof ExpectedVerdict>;

/** @param insufficientBecause why the pack does not support an acceptance judgment; leave out when it does. */
export const buildExpectedVerdict = (insufficientBecause?: string): ExpectedVerdict => {
  const { $schema: _, ...json_schema } = z.toJSONSchema(z.object(Verdict.shape));
  return {
    schema: schemaId(`${brand.adjudicator}-verdict`),
    json_schema,
    only_supported_verdict:
      insufficientBecause === undefined
        ? null
        : { accepted_correctly: null, recommended_outcome: 'insufficient_evidence', because: insufficientBecause },
  };
};

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
  .meta({ description: 'The action that is prepared and never executed.' });
export type PreparedAction = z.infer<typeof PreparedAction>;

/** The action that a recommended outcome prepares. */
export const preparedActions: Readonly<Record<RecommendedOutcome, PreparedAction>> = {
  uphold_acceptance: 'release',
  reject_or_refund: 'refund',
  escalate_to_human: 'escalation',
  insufficient_evidence: 'escalation',
};

export const VerdictRule = z
  .object({
    rule: VerdictRuleName,
    when: z.string().meta({ description: 'When the rule applies, if no earlier rule did.' }),
    accepted_correctly: z.boolean().nullable(),
    confidence: Confidence,
    recommended_outcome: RecommendedOutcome,
    prepares: PreparedAction,
  })
  .meta({ description: 'One rule of the simulated verdict.' });
export type VerdictRule = z.infer<typeof VerdictRule>;

/** What one submitted item shows about a criterion. */
export const Showing = z
  .enum(['met', 'failed', 'inconclusive'])
  .meta({ description: 'What the item shows about its criterion.' });

/** What the evidence shows about the must criteria, by their ids. */
interface Shown {
  readonly itemCount: number;
  readonly must: readonly string[];
  readonly contradicted: readonly string[];
  readonly failed: readonly string[];
  readonly unproven: readonly string[];
}

interface DecidingRule extends Omit<VerdictRule, 'prepares'> {
  applies(shown: Shown): boolean;
  /** Why, naming the criteria. */
  reason(shown: Shown): string;
}

const list = (ids: readonly string[]): string => ids.join(', ');

/** The table (SPEC.md §9.6): the first rule that applies decides. Without unproven criteria all are met. */
const rules: readonly DecidingRule[] = [
  {
    rule: 'no_evidence',
    when: 'no evidence was submitted',
    applies: ({ itemCount }) => itemCount === 0,
    reason: ({ must }) => `No evidence was submitted, so nothing is shown about: ${list(must)}.`,
    accepted_correctly: null,
    confidence: 'low',
    recommended_outcome: 'insufficient_evidence',
  },
  {
    rule: 'contradiction_on_a_must_criterion',
    when: 'items contradict each other on a must criterion',
    applies: ({ contradicted }) => contradicted.length > 0,
    reason: ({ contradicted }) => `The evidence contradicts itself on: ${list(contradicted)}.`,
    accepted_correctly: null,
    confidence: 'low',
    recommended_outcome: 'escalate_to_human',
  },
  {
    rule: 'must_criterion_failed',
    when: 'a must criterion is shown failed',
    applies: ({ failed }) => failed.length > 0,
    reason: ({ failed }) => `The evidence shows failed: ${list(failed)}.`,
    accepted_correctly: false,
    confidence: 'high',
    recommended_outcome: 'reject_or_refund',
  },
  {
    rule: 'all_must_criteria_met',
    when: 'all must criteria are shown met',
    applies: ({ unproven }) => unproven.length === 0,
    reason: ({ must }) => `The evidence shows met: ${list(must)}.`,
    accepted_correctly: true,
    confidence: 'high',
    recommended_outcome: 'uphold_acceptance',
  },
  {
    rule: 'must_criterion_unproven',
    when: 'some must criterion is unproven',
    applies: ({ unproven }) => unproven.length > 0,
    reason: ({ unproven }) => `No evidence shows met or failed: ${list(unproven)}.`,
    accepted_correctly: null,
    confidence: 'medium',
    recommended_outcome: 'escalate_to_human',
  },
];

/** The rules of the simulated verdict as they are published, in the order they are tried. */
export const verdictRules: readonly VerdictRule[] = rules.map(({ applies: _, reason: __, ...published }) => ({
  ...published,
  prepares: preparedActions[published.recommended_outcome],
}));

/** The verdict for the items, and the rule that gave it. Its reason names the criteria by their ids. */
export const judgeWorkOrder = (
  criteria: readonly { readonly id: string; readonly must: boolean }[],
  items: readonly { readonly criterion_id: string; readonly shows: z.infer<typeof Showing> }[],
): { rule: VerdictRuleName; verdict: Verdict } => {
  const must = criteria.filter((criterion) => criterion.must).map(({ id }) => id);
  const shownAs = (showing: z.infer<typeof Showing>): ReadonlySet<string> =>
    new Set(items.filter(({ shows }) => shows === showing).map(({ criterion_id }) => criterion_id));
  const [met, failed] = [shownAs('met'), shownAs('failed')];
  const shown: Shown = {
    itemCount: items.length,
    must,
    contradicted: must.filter((id) => met.has(id) && failed.has(id)),
    failed: must.filter((id) => failed.has(id)),
    unproven: must.filter((id) => !met.has(id)),
  };
  const { rule, reason, accepted_correctly, confidence, recommended_outcome } = rules.find(({ applies }) =>
    applies(shown),
  )!;
  return { rule, verdict: { accepted_correctly, confidence, reason: reason(shown), recommended_outcome } };
};
