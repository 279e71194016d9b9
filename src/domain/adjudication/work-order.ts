import { z } from 'zod';
import { Sha256Hex } from '../json/sha256.ts';
import { Currency } from '../receipts/mandate.ts';
import { Party, PartyText } from '../receipts/party.ts';
import { checkDistinctIds } from '../vocabulary/errors.ts';
import { schemaId } from '../vocabulary/service.ts';
import { Identifier, KindWord } from '../vocabulary/text.ts';
import { Timestamp } from '../vocabulary/timestamp.ts';

const Deadline = Timestamp.refine((text) => Date.parse(text) >= Date.parse('2000-01-01T00:00:00Z'), {
  message: 'expected a time in or after the year 2000',
}).meta({ description: 'The work must be accepted and started before this time.' });

const orderMembers = {
  title: z.string().min(1).max(200).meta({ description: 'Title of the work, on one line.' }),
  description: PartyText.meta({ description: 'The work to be done, at most 500 characters.' }),
  reference: z.string().min(1).max(200).optional().meta({ description: 'The client’s name for the order.' }),
  client: Party.meta({ description: 'Who orders the work.' }),
  agent: Party.meta({ description: 'Who does the work.' }),
  escrow: z
    .strictObject({
      amount_minor: z.int().min(0).meta({ description: 'Amount in minor units, a whole number. Nothing is locked.' }),
      currency: Currency,
      deadline: Deadline,
    })
    .meta({ description: 'The terms that an escrow would have.' }),
  acceptance_criteria: z
    .array(
      z.strictObject({
        id: Identifier,
        text: PartyText.meta({ description: 'The condition to be met, at most 500 characters.' }),
        must: z.boolean().meta({ description: 'Whether the verdict depends on it.' }),
      }),
    )
    .min(1)
    .max(100)
    .meta({
      description: 'The acceptance criteria; at least one is a must.',
      contains: { type: 'object', properties: { must: { const: true } }, required: ['must'] },
    }),
  evidence_rules: z
    .array(
      z.strictObject({
        criterion_id: Identifier.meta({ description: 'The criterion to which the rule applies.' }),
        accepted_kinds: z.array(KindWord).min(1).max(50).meta({ description: 'Kinds of evidence that count for it.' }),
      }),
    )
    .max(100)
    .meta({ description: 'Which kinds of evidence count for which criterion.' }),
};

/** The rules between the members of an order, for people and programs: no schema says them. */
export const orderRules = [
  'The ids of the acceptance criteria are distinct.',
  'An evidence rule names a criterion, and a criterion has at most one rule.',
] as const;

/** Refuses an order whose members break these rules, or of which no criterion is a must. */
const checkOrder = ({ value, issues }: z.core.ParsePayload<z.infer<z.ZodObject<typeof orderMembers>>>): void => {
  const refuse = (path: (string | number)[], message: string): void =>
    void issues.push({ code: 'custom', input: value, path, message });
  const { acceptance_criteria: criteria, evidence_rules: rules } = value;
  const known = new Set(criteria.map(({ id }) => id));
  checkDistinctIds(criteria, (index) =>
    refuse(['acceptance_criteria', index, 'id'], 'expected each id once in its list'),
  );
  if (!criteria.some(({ must }) => must))
    refuse(['acceptance_criteria'], 'expected at least one criterion that is a must');
  for (const [index, rule] of rules.entries())
    if (!known.has(rule.criterion_id))
      refuse(['evidence_rules', index, 'criterion_id'], 'expected the id of one of the acceptance criteria');
  checkDistinctIds(
    rules.map(({ criterion_id }) => ({ id: criterion_id })),
    (index) => refuse(['evidence_rules', index, 'criterion_id'], 'expected one rule for each criterion'),
  );
};

/** The built-in order. Made up: neither party exists. */
export const sampleOrder = {
  title: 'Made-up sample: summary of a public document',
  description: 'A made-up order. The agent writes a summary of a public document and lists the pages it draws on.',
  client: { name: 'Sample client', account: 'ccd:4221332d34e1694168c2a0c0b3fd0f27:sample-client' },
  agent: { name: 'Sample agent', account: 'ccd:4221332d34e1694168c2a0c0b3fd0f27:sample-agent' },
  escrow: { amount_minor: 2500, currency: 'EUR', deadline: '2030-01-31T12:00:00Z' },
  acceptance_criteria: [
    { id: 'length', text: 'The summary has 300 to 500 words.', must: true },
    { id: 'sources', text: 'Each statement names the page it draws on.', must: true },
    { id: 'style', text: 'The summary reads well.', must: false },
  ],
  evidence_rules: [
    { criterion_id: 'length', accepted_kinds: ['delivery_artifact', 'test_report'] },
    { criterion_id: 'sources', accepted_kinds: ['test_report'] },
    { criterion_id: 'style', accepted_kinds: ['message'] },
  ],
};

/** Body of POST work-order/preview (SPEC.md §8.10). */
export const WorkOrderRequest = z
  .strictObject(orderMembers)
  .check(checkOrder)
  .meta({
    id: schemaId('work-order-request'),
    title: 'Work order request',
    description: 'A work order as the client sends it: parties, escrow terms, acceptance criteria and evidence rules.',
    examples: [sampleOrder],
  });
export type WorkOrderRequest = z.infer<typeof WorkOrderRequest>;

/** A work order as it is hashed: the request with its `schema`. Its hash is `work_order_hash`. */
export const WorkOrder = z
  .strictObject({ schema: z.literal(schemaId('work-order')), ...orderMembers })
  .check(checkOrder)
  .meta({
    id: schemaId('work-order'),
    title: 'Work order',
    description: 'A work order as it is hashed.',
  });
export type WorkOrder = z.infer<typeof WorkOrder>;

export const buildWorkOrder = (request: WorkOrderRequest): WorkOrder => ({
  schema: schemaId('work-order'),
  ...request,
});

/** What both parties commit to before work begins. Its hash is `pre_work_commitment_hash`. */
export const PreWorkCommitment = z
  .strictObject({
    schema: z.literal(schemaId('pre-work-commitment')),
    work_order_hash: Sha256Hex,
    client: Party.shape.account,
    agent: Party.shape.account,
    deadline: Timestamp,
  })
  .meta({
    id: schemaId('pre-work-commitment'),
    title: 'Pre-work commitment',
    description: 'The order, both accounts and the deadline: what is fixed before the work begins.',
  });
export type PreWorkCommitment = z.infer<typeof PreWorkCommitment>;

export const buildPreWorkCommitment = (order: WorkOrder, workOrderHash: Sha256Hex): PreWorkCommitment => ({
  schema: schemaId('pre-work-commitment'),
  work_order_hash: workOrderHash,
  client: order.client.account,
  agent: order.agent.account,
  deadline: order.escrow.deadline,
});
