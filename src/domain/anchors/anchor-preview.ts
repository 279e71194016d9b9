import { z } from 'zod';
import { NetworkName } from '../chains/network.ts';
import { Sha256Hex } from '../json/sha256.ts';
import { schemaId } from '../vocabulary/service.ts';
import { Timestamp } from '../vocabulary/timestamp.ts';
import { AnchorBudget, buildAnchorBudget } from './anchor-budget.ts';
import { ANCHOR_PAGE, anchorAddress, anchorBoundaries } from './anchor-facility.ts';
import { type AnchorPlan, type AnchorQuestion, type RefusalCode, refusals } from './anchor-plan.ts';
import { MicroCcd } from './fee-estimate.ts';

const nullable = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema.nullable().meta({ description });

/** POST /api/agent-acceptance-kit/anchor-preview. */
export const AnchorPreview = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId('agent-acceptance-anchor.preview')),
    status: z.string().meta({ description: 'Status token of the preview.' }),
    side_effects: z.literal('none').meta({ description: 'A preview spends and stores nothing.' }),
    page: z.url().meta({ description: 'The page for people.' }),
    receipt_hash_sha256: Sha256Hex.meta({ description: 'The hash that would be anchored.' }),
    network: NetworkName,
    simulation: z.boolean().meta({ description: 'True when the network is a simulation.' }),
    registered_bytes_hex: z.string().meta({ description: 'The exact bytes that would be registered, in hexadecimal.' }),
    registered_bytes_length: z.int().meta({ description: 'The number of those bytes.' }),
    energy: z.int().meta({ description: 'Energy of the transaction.' }),
    signatures: z.int().meta({
      description:
        'Signatures counted in the energy: those that the account requires, or one when no account is known.',
    }),
    cost: z
      .object({
        rate_status: z
          .enum(['read_from_chain', 'rate_unavailable'])
          .meta({ description: 'Whether the exchange rate could be read. Without it no amount is given.' }),
        microccd: nullable(MicroCcd, 'Fee at that rate.'),
        reservation_microccd: nullable(MicroCcd, 'The amount that would be reserved: the fee and 25 %, rounded up.'),
        rate: nullable(
          z.object({
            euro_per_energy: z.string().meta({ description: 'Euro for one unit of energy, as a fraction.' }),
            microccd_per_euro: z.string().meta({ description: 'Micro-CCD for one euro, as a fraction.' }),
            at: Timestamp.meta({ description: 'Time of the finalized block whose rates these are.' }),
            block_hash: Sha256Hex.meta({ description: 'That block.' }),
          }),
          'The exchange rates.',
        ),
      })
      .meta({ description: 'The cost to the operator of this service.' }),
    budget: AnchorBudget,
    would_go_ahead: z
      .boolean()
      .meta({ description: 'Whether anchor-live would go ahead if the administrator called it now.' }),
    reasons: z
      .array(
        z.object({
          code: z.enum(Object.keys(refusals) as [RefusalCode]).meta({ description: 'Code of the refusal.' }),
          detail: z.string().meta({ description: 'The refusal in words.' }),
        }),
      )
      .meta({ description: 'Every refusal that anchor-live would give.' }),
    anchor: nullable(z.url(), 'Address of the record, if this hash already has one.'),
    boundaries: z.array(z.string()).meta({ description: 'What an anchor does not show.' }),
  })
  .meta({
    id: schemaId('agent-acceptance-anchor.preview'),
    title: 'Anchor preview',
    description: 'What anchoring a receipt hash would do and cost, and whether it would go ahead.',
  });
export type AnchorPreview = z.infer<typeof AnchorPreview>;

/** The plan as a document. */
export const buildAnchorPreview = (plan: AnchorPlan, question: AnchorQuestion, siteUrl: string): AnchorPreview => ({
  ok: true,
  schema: schemaId('agent-acceptance-anchor.preview'),
  status: 'private_preview_noindex_anchor_preview',
  side_effects: 'none',
  page: `${siteUrl}${ANCHOR_PAGE}`,
  receipt_hash_sha256: plan.receiptHash,
  network: question.network.name,
  simulation: question.network.simulation,
  registered_bytes_hex: plan.payloadHex,
  registered_bytes_length: plan.payloadHex.length / 2,
  energy: Number(plan.energy),
  signatures: plan.signatures,
  cost: {
    rate_status: plan.estimate ? 'read_from_chain' : 'rate_unavailable',
    microccd: plan.estimate ? String(plan.estimate.microCcd) : null,
    reservation_microccd: plan.estimate ? String(plan.estimate.reservedMicroCcd) : null,
    rate: plan.estimate
      ? {
          euro_per_energy: plan.estimate.euroPerEnergy,
          microccd_per_euro: plan.estimate.microCcdPerEuro,
          at: plan.estimate.at,
          block_hash: plan.rateBlockHash!,
        }
      : null,
  },
  budget: buildAnchorBudget(question.totals),
  would_go_ahead: plan.goesAhead,
  reasons: plan.refusals.map((code) => ({ code, detail: refusals[code] })),
  anchor: question.known ? anchorAddress(siteUrl, plan.receiptHash) : null,
  boundaries: [...anchorBoundaries],
});
