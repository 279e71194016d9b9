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
    members: z.array(
      z.object({
        field: z.enum(['accepted_correctly', 'confidence', 'reason', 'recommended_outcome']),
        type: z.string(),
        required: z.literal(true),
        allowed: z.array(z.string()).nullable(),
        rule: z.string(),
      }),
    ),
    only_supported_verdict: z
      .object({
        accepted_correctly: z.null(),
        recommended_outcome: z.literal('insufficient_evidence'),
        because: z.string(),
      })
      .nullable()
      .meta({ description: 'Set when the pack does not support any other verdict.' }),
  })
  .meta({ description: 'The expected verdict, member by member.' });
export type ExpectedVerdict = z.infer<typeof ExpectedVerdict>;

/** @param insufficientBecause why the pack does not support an acceptance judgment; leave out when it does. */
export const buildExpectedVerdict = (insufficientBecause?: string): ExpectedVerdict => ({
  schema: schemaId(`${brand.adjudicator}-verdict`),
  members: [
    {
      field: 'accepted_correctly',
      type: 'boolean or null',
      required: true,
      allowed: null,
      rule: 'true or false when the evidence is sufficient; null when the packet is historical-anchor-only or otherwise insufficient for an acceptance judgment',
    },
    {
      field: 'confidence',
      type: 'string',
      required: true,
      allowed: [...Confidence.options],
      rule: 'one of the allowed values',
    },
    { field: 'reason', type: 'string', required: true, allowed: null, rule: 'free text' },
    {
      field: 'recommended_outcome',
      type: 'string',
      required: true,
      allowed: [...RecommendedOutcome.options],
      rule: 'one of the allowed values',
    },
  ],
  only_supported_verdict:
    insufficientBecause === undefined
      ? null
      : { accepted_correctly: null, recommended_outcome: 'insufficient_evidence', because: insufficientBecause },
});
