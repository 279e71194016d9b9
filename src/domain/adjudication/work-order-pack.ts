import { z } from 'zod';
import { registeredBytesHex } from '../anchors/registered-data.ts';
import { Sha256Hex } from '../json/sha256.ts';
import { buildSuppliedText, Party, SuppliedText } from '../receipts/party.ts';
import { brand, schemaId } from '../vocabulary/service.ts';
import { Timestamp } from '../vocabulary/timestamp.ts';
import { SIDE_EFFECTS } from './preview.ts';
import { ConceptualContract, StateMachine, WorkOrderState } from './state-machine.ts';
import { ExpectedVerdict, VerdictRule } from './verdict.ts';
import { PreWorkCommitment, WorkOrder } from './work-order.ts';

/** The sections of a work order pack, in the order of SPEC.md §8.11. */
export const workOrderPackSections = [
  'work_order',
  'parties',
  'escrow_terms',
  'acceptance_criteria',
  'evidence_rules',
  'concordium_commitments',
  'genlayer_contract_interface',
  'state_machine',
  'release_refund_escalation_rules',
  'expected_verdict_schema',
  'boundaries',
] as const;

const Commitment = z.object({
  name: z.enum(['work_order_hash', 'pre_work_commitment_hash']),
  sha256: Sha256Hex,
  registered_data_hex: z.string().meta({ description: 'The bytes that an anchor of this hash would register.' }),
});

/** A work order pack (SPEC.md §8.11). */
export const WorkOrderPack = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId(`${brand.adjudicator}-work-order-pack`)),
    side_effects: z.literal(SIDE_EFFECTS),
    work_order: z
      .object({
        supplied_by_party: WorkOrder.meta({ description: 'The order as it is hashed, as worded by the client.' }),
      })
      .meta({ description: 'The order as it was sent.' }),
    parties: z.array(z.object({ role: z.enum(['client', 'agent']), ...Party.shape })).meta({
      description: 'The party that orders the work and the agent that does it.',
    }),
    escrow_terms: z
      .object({
        amount_minor: z.int(),
        currency: z.string(),
        deadline: Timestamp,
        locked: z.literal(false).meta({ description: 'No escrow is locked.' }),
      })
      .meta({ description: 'The terms that an escrow would have.' }),
    acceptance_criteria: z
      .array(
        z.object({
          id: z.string(),
          must: z.boolean(),
          criterion: SuppliedText,
        }),
      )
      .meta({ description: 'The acceptance criteria.' }),
    evidence_rules: z
      .object({
        rules: z.array(z.object({ criterion_id: z.string(), accepted_kinds: z.array(z.string()) })),
        binding: z.string().meta({ description: 'What ties an item to this order.' }),
      })
      .meta({ description: 'Which kinds of evidence count for which criterion.' }),
    concordium_commitments: z
      .object({
        commitments: z.array(Commitment),
        pre_work_commitment: PreWorkCommitment,
      })
      .meta({ description: 'The hashes that could be registered on the chain before work begins. None of them is.' }),
    genlayer_contract_interface: ConceptualContract,
    state_machine: z
      .object({
        ...StateMachine.shape,
        present_state: WorkOrderState,
      })
      .meta({
        description: 'The table of moves, and the state of the order.',
      }),
    release_refund_escalation_rules: z
      .object({
        rules: z.array(VerdictRule).meta({ description: 'Tried in this order; the first that applies decides.' }),
        execution: z.string(),
      })
      .meta({ description: 'The outcome that each verdict prepares.' }),
    expected_verdict_schema: ExpectedVerdict,
    boundaries: z.array(z.string()).meta({ description: 'What the pack is not.' }),
    work_order_hash: Sha256Hex,
    pre_work_commitment_hash: Sha256Hex,
    pack_hash_sha256: Sha256Hex.meta({ description: 'Hash of this document without this member.' }),
  })
  .meta({
    id: schemaId(`${brand.adjudicator}-work-order-pack`),
    title: 'Work order pack',
    description: 'A work order prepared for an adjudicated escrow, in eleven sections. Nothing is deployed or locked.',
  });
export type WorkOrderPack = z.infer<typeof WorkOrderPack>;

/** The sections of a pack that repeat its order. */
export const sectionsOf = (order: WorkOrder) => ({
  parties: [
    { role: 'client' as const, ...order.client },
    { role: 'agent' as const, ...order.agent },
  ],
  escrow_terms: { ...order.escrow, locked: false as const },
  acceptance_criteria: order.acceptance_criteria.map(({ id, must, text }) => ({
    id,
    must,
    criterion: buildSuppliedText(text),
  })),
});

/** The hashes that a pack names for the chain, each with its registered bytes. */
export const commitmentsOf = (hashes: Readonly<Record<z.infer<typeof Commitment>['name'], Sha256Hex>>) =>
  Commitment.shape.name.options.map((name) => ({
    name,
    sha256: hashes[name],
    registered_data_hex: registeredBytesHex(hashes[name]),
  }));
