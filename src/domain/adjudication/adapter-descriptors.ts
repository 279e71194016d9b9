import { z } from 'zod';
import { brand, schemaId } from '../vocabulary/service.ts';
import { buildStateMachine } from './build-work-order-pack.ts';
import { EvidenceCase, evidencePackSections } from './evidence-pack.ts';
import {
  AdapterOperation,
  BOUNDARY,
  evidencePackBoundaries,
  INTENDED_CONSUMER,
  runnerBoundaries,
  SIDE_EFFECTS,
  workOrderPackBoundaries,
} from './preview.ts';
import { SAMPLE_NOTE, Scenario } from './runner.ts';
import { ConceptualContract, conceptualContract, StateMachine } from './state-machine.ts';
import { buildExpectedVerdict, ExpectedVerdict, VerdictRule, VerdictRuleName, verdictRules } from './verdict.ts';
import { workOrderPackSections } from './work-order-pack.ts';

/** What a descriptor is built from. */
export interface DescriptorParts {
  /** The configured base address, without a slash at its end. */
  readonly baseUrl: string;
  /** The operations of the adapter, as they are declared. */
  readonly operations: readonly AdapterOperation[];
}

/** The members that every preview descriptor has (SPEC.md §8.2). */
const commonMembers = {
  ok: z.literal(true),
  status: z.string().meta({ description: 'Preview status token.' }),
  side_effects: z.literal(SIDE_EFFECTS).meta({ description: 'The side effects of the adapter: none.' }),
  page: z.url().meta({ description: 'Address of the human-readable page.' }),
  boundary: z.string().meta({ description: 'What the service supplies and what it leaves to others.' }),
  boundaries: z.array(z.string()).meta({ description: 'What the adapter does not do.' }),
  intended_consumer: z.string().meta({ description: 'The adjudication layer for which the packet is built.' }),
  hash_rule: z.string(),
  operations: z.array(AdapterOperation),
  expected_verdict_schema: ExpectedVerdict,
};

/** @param page the path of the page of the adapter. */
const buildCommon = ({ baseUrl, operations }: DescriptorParts, page: string, boundaries: readonly string[]) => ({
  ok: true as const,
  status: 'private_preview_noindex_adapter_schema',
  side_effects: SIDE_EFFECTS as typeof SIDE_EFFECTS,
  page: `${baseUrl}${page}`,
  boundary: BOUNDARY,
  boundaries: [...boundaries],
  intended_consumer: INTENDED_CONSUMER,
  hash_rule:
    'Each hash is SHA-256 over the canonical JSON (RFC 8785, UTF-8) of the object without its own hash member and, of decision receipts and evidence packs, without signatures, as 64 lowercase hexadecimal digits.',
  operations: [...operations],
  expected_verdict_schema: buildExpectedVerdict(),
});

/** The descriptor of the evidence pack adapter (SPEC.md §8.2). */
export const EvidencePackDescriptor = z
  .object({
    schema: z.literal(schemaId(`${brand.adjudicator}-evidence-pack.schema`)),
    ...commonMembers,
    required_sections: z.array(z.enum(evidencePackSections)),
    cases: z.array(z.object({ case: EvidenceCase, pack: z.string() })),
  })
  .meta({
    id: schemaId(`${brand.adjudicator}-evidence-pack.schema`),
    title: 'Evidence pack descriptor',
    description: 'What the evidence pack adapter offers and what it does not do.',
  });
export type EvidencePackDescriptor = z.infer<typeof EvidencePackDescriptor>;

export const buildEvidencePackDescriptor = (parts: DescriptorParts): EvidencePackDescriptor => ({
  schema: schemaId(`${brand.adjudicator}-evidence-pack.schema`),
  ...buildCommon(parts, `/${brand.adjudicator}-evidence-pack`, evidencePackBoundaries),
  required_sections: [...evidencePackSections],
  cases: [
    { case: 'receipt_and_finalized_anchor', pack: 'The full pack.' },
    {
      case: 'receipt_without_finalized_anchor',
      pack: 'The full pack, which says how far the anchor got, if there is one.',
    },
    {
      case: 'historical_anchor_only',
      pack: 'Only the chain proofs; the only verdict that the pack supports is accepted_correctly null with insufficient_evidence.',
    },
  ],
});

/** The descriptor of the work order pack adapter (SPEC.md §8.2). */
export const WorkOrderPackDescriptor = z
  .object({
    schema: z.literal(schemaId(`${brand.adjudicator}-work-order.schema`)),
    ...commonMembers,
    required_sections: z.array(z.enum(workOrderPackSections)),
    contract: ConceptualContract,
    state_machine: StateMachine,
  })
  .meta({
    id: schemaId(`${brand.adjudicator}-work-order.schema`),
    title: 'Work order pack descriptor',
    description: 'What the work order pack adapter offers and what it does not do.',
  });
export type WorkOrderPackDescriptor = z.infer<typeof WorkOrderPackDescriptor>;

export const buildWorkOrderPackDescriptor = (parts: DescriptorParts): WorkOrderPackDescriptor => ({
  schema: schemaId(`${brand.adjudicator}-work-order.schema`),
  ...buildCommon(parts, `/${brand.adjudicator}-work-order-pack`, workOrderPackBoundaries),
  required_sections: [...workOrderPackSections],
  contract: conceptualContract,
  state_machine: buildStateMachine(),
});

const scenarioRules: Readonly<Record<Scenario, { rule: VerdictRuleName; story: string }>> = {
  delivered_as_agreed: {
    rule: 'all_must_criteria_met',
    story: 'The evidence shows that each criterion with a rule is met.',
  },
  criterion_failed: {
    rule: 'must_criterion_failed',
    story: 'The evidence shows that the first must criterion failed.',
  },
  conflicting_evidence: {
    rule: 'contradiction_on_a_must_criterion',
    story: 'Two items contradict each other on the first must criterion.',
  },
  no_evidence: { rule: 'no_evidence', story: 'Nothing is submitted.' },
};

/** The contract spec of the work order runner (SPEC.md §8.2). */
export const RunnerDescriptor = z
  .object({
    schema: z.literal(schemaId(`${brand.adjudicator}-work-order-runner.contract-spec`)),
    ...commonMembers,
    contract: ConceptualContract,
    state_machine: StateMachine,
    verdict_rules: z.array(VerdictRule).meta({ description: 'Tried in this order; the first that applies decides.' }),
    scenarios: z.array(z.object({ scenario: Scenario, story: z.string(), rule: VerdictRuleName })),
    seed: z.string(),
    note: z.string(),
  })
  .meta({
    id: schemaId(`${brand.adjudicator}-work-order-runner.contract-spec`),
    title: 'Work order runner contract spec',
    description: 'What the work order runner simulates: contract, states, moves, guards and verdict rules.',
  });
export type RunnerDescriptor = z.infer<typeof RunnerDescriptor>;

export const buildRunnerDescriptor = (parts: DescriptorParts): RunnerDescriptor => ({
  schema: schemaId(`${brand.adjudicator}-work-order-runner.contract-spec`),
  ...buildCommon(parts, `/${brand.adjudicator}-work-order-runner`, runnerBoundaries),
  contract: conceptualContract,
  state_machine: buildStateMachine(),
  verdict_rules: [...verdictRules],
  scenarios: Scenario.options.map((scenario) => ({ scenario, ...scenarioRules[scenario] })),
  seed: 'The same request with the same seed gives the same hashes at any time: the run uses no clock, and everything that varies is derived from the seed.',
  note: SAMPLE_NOTE,
});
