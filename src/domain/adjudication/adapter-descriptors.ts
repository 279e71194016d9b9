import { z } from 'zod';
import { receiptPaths } from '../receipts/published-receipt.ts';
import { brand, previewPages, schemaId } from '../vocabulary/service.ts';
import { evidencePackSections } from './evidence-pack.ts';
import {
  BOUNDARY,
  evidencePackBoundaries,
  INTENDED_CONSUMER,
  runnerBoundaries,
  SIDE_EFFECTS,
  workOrderPackBoundaries,
} from './preview.ts';
import { SAMPLE_NOTE, Scenario } from './runner.ts';
import { buildStateMachine, ConceptualContract, conceptualContract, StateMachine } from './state-machine.ts';
import { buildExpectedVerdict, ExpectedVerdict, VerdictRule, verdictRules } from './verdict.ts';
import { workOrderPackSections } from './work-order-pack.ts';

/** The members that every preview descriptor has (SPEC.md §8.2). */
const Common = z.object({
  ok: z.literal(true),
  status: z.string().meta({ description: 'Preview status token.' }),
  side_effects: z.literal(SIDE_EFFECTS).meta({ description: 'The side effects of the adapter: none.' }),
  page: z.url().meta({ description: 'Address of the human-readable page.' }),
  boundary: z.string().meta({ description: 'What the service supplies and what it leaves to others.' }),
  boundaries: z.array(z.string()).meta({ description: 'What the adapter does not do.' }),
  intended_consumer: z.string().meta({ description: 'The adjudication layer for which the packet is built.' }),
  hash_rule: z.string(),
  operations: z.array(z.string()).meta({ description: 'Method and address of each operation of the adapter.' }),
  expected_verdict_schema: ExpectedVerdict,
});

interface Declared<Shape extends z.ZodRawShape> {
  readonly page: string;
  /** The last part of the identifier. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly boundaries: readonly string[];
  /** The path that is posted to. */
  readonly action: string;
  /** A path that is read. */
  readonly read?: string;
  /** The members beside those of every descriptor, and their values. */
  readonly shape: Shape;
  readonly values: z.infer<z.ZodObject<Shape>>;
}

const adapter = <Shape extends z.ZodRawShape>(declared: Declared<Shape>) => {
  const { title, description, page, boundaries, action, read, shape, values } = declared;
  const id = schemaId(declared.id);
  return {
    /** The path of the descriptor. */
    path: `/static${page}.json`,
    action,
    schema: Common.extend({ schema: z.literal(id), ...shape }).meta({ id, title, description }),
    /** @param baseUrl the configured base address, without a slash at its end. */
    build: (baseUrl: string) => ({
      ok: true as const,
      schema: id,
      status: 'private_preview_noindex_adapter_schema',
      side_effects: SIDE_EFFECTS as typeof SIDE_EFFECTS,
      page: baseUrl + page,
      boundary: BOUNDARY,
      boundaries: [...boundaries],
      intended_consumer: INTENDED_CONSUMER,
      hash_rule:
        'Each hash is SHA-256 over the canonical JSON (RFC 8785, UTF-8) of the object without its own hash member and, of decision receipts and evidence packs, without signatures, as 64 lowercase hexadecimal digits.',
      operations: [...(read === undefined ? [] : [`GET ${baseUrl}${read}`]), `POST ${baseUrl}${action}`],
      expected_verdict_schema: buildExpectedVerdict(),
      ...values,
    }),
  };
};

/** What the sample evidence of each scenario shows. */
const stories: Readonly<Record<Scenario, string>> = {
  delivered_as_agreed: 'The evidence shows that each criterion with a rule is met.',
  criterion_failed: 'The evidence shows that the first must criterion failed.',
  conflicting_evidence: 'Two items contradict each other on the first must criterion.',
  no_evidence: 'Nothing is submitted.',
};

const machine = { contract: ConceptualContract, state_machine: StateMachine };
const machineValues = { contract: conceptualContract, state_machine: buildStateMachine() };

/** The preview adapters: their descriptors (SPEC.md §8.2), with the paths that they are asked at. */
export const adapters = {
  evidencePack: adapter({
    page: previewPages.evidencePack,
    id: `${brand.adjudicator}-evidence-pack.schema`,
    title: 'Evidence pack descriptor',
    description: 'What the evidence pack adapter offers, the sections of a pack, and what it does not do.',
    boundaries: evidencePackBoundaries,
    action: `/api/${brand.adjudicator}/evidence/preview-dispute`,
    read: receiptPaths.evidencePack('{receipt_hash_sha256}'),
    shape: { required_sections: z.array(z.enum(evidencePackSections)) },
    values: { required_sections: [...evidencePackSections] },
  }),
  workOrderPack: adapter({
    page: previewPages.workOrderPack,
    id: `${brand.adjudicator}-work-order.schema`,
    title: 'Work order pack descriptor',
    description: 'What the work order pack adapter offers, the sections of a pack, and what it does not do.',
    boundaries: workOrderPackBoundaries,
    action: `/api/${brand.adjudicator}/work-order/preview`,
    shape: { required_sections: z.array(z.enum(workOrderPackSections)), ...machine },
    values: { required_sections: [...workOrderPackSections], ...machineValues },
  }),
  runner: adapter({
    page: previewPages.runner,
    id: `${brand.adjudicator}-work-order-runner.contract-spec`,
    title: 'Work order runner contract spec',
    description: 'What the runner simulates: contract, states, moves, guards, verdict rules and scenarios.',
    boundaries: runnerBoundaries,
    action: `/api/${brand.adjudicator}/work-order/run-preview`,
    shape: {
      ...machine,
      verdict_rules: z.array(VerdictRule).meta({ description: 'Tried in this order; the first that applies decides.' }),
      scenarios: z.array(z.object({ scenario: Scenario, story: z.string() })),
      note: z.string(),
    },
    values: {
      ...machineValues,
      verdict_rules: [...verdictRules],
      scenarios: Scenario.options.map((scenario) => ({ scenario, story: stories[scenario] })),
      note: SAMPLE_NOTE,
    },
  }),
};
