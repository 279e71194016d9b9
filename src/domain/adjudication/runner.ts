import { z } from 'zod';
import { Sha256Hex } from '../json/sha256.ts';
import { checkIdsIn, EVIDENCE_ITEM_LIMIT, evidenceItemMembers, PartyText, Provenance } from '../receipts/party.ts';
import { brand, schemaId } from '../vocabulary/service.ts';
import { Identifier } from '../vocabulary/text.ts';
import { Timestamp } from '../vocabulary/timestamp.ts';
import { SIDE_EFFECTS } from './preview.ts';
import { ContractMethod, WorkOrderEvent, WorkOrderState } from './state-machine.ts';
import { PreparedAction, Showing, Verdict, VerdictRuleName } from './verdict.ts';
import { PreWorkCommitment, WorkOrder, WorkOrderRequest } from './work-order.ts';

/** The built-in scenarios of a run (SPEC.md §9.4). */
export const Scenario = z
  .enum(['delivered_as_agreed', 'criterion_failed', 'conflicting_evidence', 'no_evidence'])
  .meta({ description: 'What the sample evidence shows.' });
export type Scenario = z.infer<typeof Scenario>;

const runEvidenceMembers = {
  ...evidenceItemMembers,
  criterion_id: Identifier.meta({ description: 'The acceptance criterion that the item is about.' }),
  shows: Showing,
  statement: PartyText.optional().meta({ description: 'What the party says about the item, at most 500 characters.' }),
};

/** One piece of evidence that a caller submits to a run. */
export const RunEvidenceItem = z.strictObject({
  ...runEvidenceMembers,
  provenance: Provenance.optional().meta({
    description: 'Who vouches for the item; `supplied_by_party` by default.',
  }),
  work_order_hash: Sha256Hex.optional().meta({
    description: 'The order to which the item is bound; by default the order of the run.',
  }),
});
export type RunEvidenceItem = z.infer<typeof RunEvidenceItem>;

/** The evidence as it is hashed in a run. Its hash is `evidence_pack_hash`. */
export const SubmittedEvidence = z.strictObject({
  schema: z.literal(schemaId('work-order-evidence')),
  work_order_hash: Sha256Hex,
  items: z
    .array(z.strictObject({ ...runEvidenceMembers, provenance: Provenance, work_order_hash: Sha256Hex }))
    .max(EVIDENCE_ITEM_LIMIT),
});
export type SubmittedEvidence = z.infer<typeof SubmittedEvidence>;

/** The verdict as it is hashed in a run. Its hash is `verdict_hash`. */
export const Judgment = z.strictObject({
  schema: z.literal(schemaId('work-order-judgment')),
  work_order_hash: Sha256Hex,
  evidence_pack_hash: Sha256Hex,
  rule: VerdictRuleName,
  verdict: z.strictObject(Verdict.shape),
});
export type Judgment = z.infer<typeof Judgment>;

/** The values that the moves of a run name, which guards compare with the true ones. */
const NamedValues = z.strictObject({
  work_order_hash: Sha256Hex.optional(),
  pre_work_commitment_hash: Sha256Hex.optional(),
  accepted_at: Timestamp.optional(),
  evidence_pack_hash: Sha256Hex.optional(),
  verdict_hash: Sha256Hex.optional(),
});
export type NamedValues = Readonly<Record<keyof z.infer<typeof NamedValues>, string>>;

/** Body of POST work-order/run-preview (SPEC.md §9.4). Every member is optional: without any, the sample runs. */
export const RunRequest = z
  .strictObject({
    work_order: WorkOrderRequest.optional().meta({ description: 'The order to run; by default the built-in sample.' }),
    scenario: Scenario.optional().meta({ description: 'A built-in scenario; by default `delivered_as_agreed`.' }),
    evidence_items: z.array(RunEvidenceItem).max(EVIDENCE_ITEM_LIMIT).optional().meta({
      description: 'Your own evidence instead of a scenario. An empty list is allowed and judged insufficient.',
    }),
    seed: z.string().min(1).max(128).optional().meta({
      description: 'The same request with the same seed gives the same hashes. Without it, every sample is different.',
    }),
    events: z
      .array(WorkOrderEvent)
      .min(1)
      .max(20)
      .optional()
      .meta({ description: 'The moves to try, in this order; by default the five moves of the table.' }),
    claims: NamedValues.optional().meta({
      description: 'Values that the moves state instead of the true ones, to see a guard refuse.',
    }),
  })
  .check((payload) => {
    const { value, issues } = payload;
    if (value.scenario !== undefined && value.evidence_items !== undefined) {
      const message = 'expected either a scenario or evidence_items, not both';
      issues.push({ code: 'custom', input: value, path: ['scenario'], message });
    }
    checkIdsIn(payload, ['evidence_items'], value.evidence_items ?? []);
  })
  .meta({
    id: schemaId(`${brand.adjudicator}-work-order-runner.request`),
    title: 'Run request',
    description: 'A simulated run of a work order: which order, which evidence, which moves.',
    not: { properties: { scenario: {}, evidence_items: {} }, required: ['scenario', 'evidence_items'] },
    examples: [{ scenario: 'criterion_failed', seed: 'any text' }],
  });
export type RunRequest = z.infer<typeof RunRequest>;

/** One move of a run. Its hash covers the hash of the previous move; that of the first move covers the hash of the work order. */
export const RunStep = z
  .strictObject({
    schema: z.literal(schemaId('work-order-step')),
    index: z.int().min(0),
    from: WorkOrderState,
    event: WorkOrderEvent,
    to: WorkOrderState,
    guard: z.string(),
    contract_method: ContractMethod.nullable(),
    effect: z.string().nullable().meta({ description: 'What the method does in the preview; null without a method.' }),
    named: NamedValues.meta({ description: 'The hashes and the time that the move names.' }),
    previous_step_hash: Sha256Hex.meta({
      description: 'Hash of the previous step; for the first step, of the work order.',
    }),
    step_hash: Sha256Hex.meta({ description: 'Hash of this step without this member.' }),
  })
  .meta({ description: 'One move that the run made.' });
export type RunStep = z.infer<typeof RunStep>;

export const SAMPLE_NOTE =
  'A simulated run. Without a seed each request gives a fresh sample; its hashes are for inspecting the shape and are no fixed proof anchor.';

/** The record of a run (SPEC.md §9.8). */
export const RunReceipt = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId(`${brand.adjudicator}-work-order-runner.receipt`)),
    side_effects: z.literal(SIDE_EFFECTS),
    note: z.string(),
    seed: z.string().meta({ description: 'Send the same request with this seed to get the same hashes.' }),
    scenario: Scenario.nullable().meta({ description: 'The scenario; null when evidence items were sent.' }),
    states_passed: z.array(WorkOrderState),
    steps: z.array(RunStep),
    work_order_hash: Sha256Hex,
    pre_work_commitment_hash: Sha256Hex,
    evidence_pack_hash: Sha256Hex.nullable().meta({ description: 'null when the run did not get that far.' }),
    verdict: Verdict.nullable().meta({ description: 'The simulated verdict; null when the run did not get that far.' }),
    verdict_hash: Sha256Hex.nullable(),
    prepared_outcome: z
      .object({ action: PreparedAction, executed: z.literal(false) })
      .nullable()
      .meta({ description: 'What is prepared and not executed; null when the run did not get that far.' }),
    hashed_objects: z
      .object({
        work_order: WorkOrder,
        pre_work_commitment: PreWorkCommitment,
        evidence: SubmittedEvidence.nullable(),
        judgment: Judgment.nullable(),
      })
      .meta({ description: 'The objects behind the hashes, so that each hash can be recomputed.' }),
    boundaries: z.array(z.string()),
    runner_receipt_hash: Sha256Hex.meta({ description: 'Hash of this document without this member.' }),
  })
  .meta({
    id: schemaId(`${brand.adjudicator}-work-order-runner.receipt`),
    title: 'Runner receipt',
    description:
      'The record of one simulated run: the moves with chained hashes, the verdict, and the outcome that it prepares.',
  });
export type RunReceipt = z.infer<typeof RunReceipt>;
