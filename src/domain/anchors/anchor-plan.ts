import { z } from 'zod';
import { MicroCcd, NetworkName, anchorBoundaries, registeredBytesHex } from './anchor.ts';
import { type ChainProblemCode, type ChainQuote, chainProblems } from './anchor-chain.ts';
import type { FeeEstimate, LedgerEntry, LedgerTotals } from './anchor-ledger.ts';
import { ANCHOR_PAGE, AnchorBudget, MAX_CHAIN_SPEND_MICROCCD, buildAnchorBudget } from './anchor-manifest.ts';
import type { ChainNetwork } from '../chains/network.ts';
import { feeMicroCcd, ratioText, registerDataEnergy, reservationMicroCcd } from './register-data-cost.ts';
import { schemaId } from '../vocabulary/service.ts';
import { Sha256Hex } from '../json/sha256.ts';
import { Timestamp } from '../vocabulary/timestamp.ts';

/** Why an anchor would not go ahead. The first five are the gate of contract.md §6, in its order. */
export const obstacles = {
  admin_token_not_set: 'No administrator token is configured, so nobody may call anchor-live.',
  live_anchoring_disabled: 'AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA does not have the value 1.',
  chain_not_configured: 'No chain node is configured.',
  ...chainProblems,
  already_known: 'This hash has an anchor record already; a hash gets one transaction, ever.',
  budget_exhausted: 'What is left of the budget does not cover the reservation for this anchor.',
  account_balance_too_low: 'The account of the wallet does not hold what the anchor may cost.',
} as const;
export type ObstacleCode = keyof typeof obstacles;

/** What a plan is made from. */
export interface AnchorQuestion {
  readonly receiptHash: Sha256Hex;
  readonly network: ChainNetwork;
  readonly adminTokenSet: boolean;
  readonly liveAllowed: boolean;
  readonly nodeConfigured: boolean;
  readonly known: LedgerEntry | undefined;
  /** What the chain said, why it could not be asked, or undefined when there is none to ask. */
  readonly quote: ChainQuote | ChainProblemCode | undefined;
  readonly totals: LedgerTotals;
}

/** What would happen, decided and not done. */
export interface AnchorPlan {
  readonly receiptHash: Sha256Hex;
  readonly payloadHex: string;
  readonly energy: bigint;
  readonly signatures: number;
  /** Undefined when no rate is known. */
  readonly estimate: (FeeEstimate & { readonly blockHash: Sha256Hex }) | undefined;
  readonly obstacles: readonly ObstacleCode[];
  readonly goesAhead: boolean;
}

/** Whether a record stands in the way: every one but a claim that was given up before anything was signed. */
const isTaken = (known: LedgerEntry | undefined): boolean =>
  known !== undefined &&
  !(known.origin === 'this_service' && known.state === 'expired' && known.transactionHash === null);

/** Decides whether the hash can be anchored and what that would cost. Does nothing. */
export const planAnchor = (question: AnchorQuestion): AnchorPlan => {
  const { receiptHash, quote, totals } = question;
  const payloadHex = registeredBytesHex(receiptHash);
  const told = typeof quote === 'object' ? quote : undefined;
  const account = told?.account.usable ? told.account : undefined;
  const signatures = account?.signatures ?? 1;
  const energy = registerDataEnergy(payloadHex.length / 2, signatures);
  const fee = told && feeMicroCcd(energy, told.rates);
  const reserved = fee === undefined ? undefined : reservationMicroCcd(fee);
  const committed = totals.chargedMicroCcd + totals.reservedMicroCcd;

  const found: ObstacleCode[] = [];
  if (!question.adminTokenSet) found.push('admin_token_not_set');
  if (!question.liveAllowed) found.push('live_anchoring_disabled');
  if (!question.nodeConfigured) found.push('chain_not_configured');
  if (typeof quote === 'string') found.push(quote);
  if (told && !told.account.usable) found.push(told.account.problem);
  if (isTaken(question.known)) found.push('already_known');
  else if (reserved !== undefined && committed + reserved > MAX_CHAIN_SPEND_MICROCCD) found.push('budget_exhausted');
  if (account && reserved !== undefined && account.availableMicroCcd < reserved) found.push('account_balance_too_low');

  return {
    receiptHash,
    payloadHex,
    energy,
    signatures,
    estimate:
      told && fee !== undefined && reserved !== undefined
        ? {
            energy,
            microCcd: fee,
            reservedMicroCcd: reserved,
            euroPerEnergy: ratioText(told.rates.euroPerEnergy),
            microCcdPerEuro: ratioText(told.rates.microCcdPerEuro),
            at: told.at,
            blockHash: told.blockHash,
          }
        : undefined,
    obstacles: found,
    goesAhead: found.length === 0 && reserved !== undefined,
  };
};

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
    registered_bytes_length: z.int().meta({ description: 'Their number.' }),
    energy: z.int().meta({ description: 'Energy of the transaction.' }),
    signatures: z.int().meta({
      description: 'Signatures counted in the energy: those the account asks for, or one when no account is known.',
    }),
    cost: z
      .object({
        rate_status: z
          .enum(['read_from_chain', 'rate_unavailable'])
          .meta({ description: 'Whether the exchange rate could be read. Without it no amount is given.' }),
        microccd: nullable(MicroCcd, 'Fee at that rate.'),
        reservation_microccd: nullable(MicroCcd, 'What would be held: the fee and 25 %, rounded up.'),
        rate: nullable(
          z.object({
            euro_per_energy: z.string().meta({ description: 'Euro for one unit of energy, as a fraction.' }),
            microccd_per_euro: z.string().meta({ description: 'Micro-CCD for one euro, as a fraction.' }),
            at: Timestamp.meta({ description: 'Time of the finalized block in which the rates hold.' }),
            block_hash: Sha256Hex.meta({ description: 'That block.' }),
          }),
          'The exchange rates.',
        ),
      })
      .meta({ description: 'What it would cost the operator of this service.' }),
    budget: AnchorBudget,
    would_go_ahead: z
      .boolean()
      .meta({ description: 'Whether anchor-live, called by the administrator now, would go ahead.' }),
    reasons: z
      .array(
        z.object({
          code: z.enum(Object.keys(obstacles) as [ObstacleCode]).meta({ description: 'What stands in the way.' }),
          detail: z.string().meta({ description: 'The same in words.' }),
        }),
      )
      .meta({ description: 'Every reason why it would not.' }),
    anchor: nullable(z.url(), 'Address of the record that this hash has already.'),
    boundaries: z.array(z.string()).meta({ description: 'What an anchor does not say.' }),
  })
  .meta({
    id: schemaId('agent-acceptance-anchor.preview'),
    title: 'Anchor preview',
    description: 'What anchoring a receipt hash would do and cost, and whether it would go ahead.',
  });
export type AnchorPreview = z.infer<typeof AnchorPreview>;

/** Address of the record of a hash. */
export const anchorAddress = (siteUrl: string, receiptHash: Sha256Hex): string =>
  `${siteUrl}/api/agent-acceptance-kit/anchors/${receiptHash}`;

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
          block_hash: plan.estimate.blockHash,
        }
      : null,
  },
  budget: buildAnchorBudget(question.totals),
  would_go_ahead: plan.goesAhead,
  reasons: plan.obstacles.map((code) => ({ code, detail: obstacles[code] })),
  anchor: question.known ? anchorAddress(siteUrl, plan.receiptHash) : null,
  boundaries: [...anchorBoundaries],
});
