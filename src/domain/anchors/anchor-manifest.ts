import { z } from 'zod';
import { type ChainNetwork, NetworkName } from '../chains/network.ts';
import { schemaId } from '../vocabulary/service.ts';
import { Count, countsUnder } from '../vocabulary/terms.ts';
import { MicroCcd } from './anchor-chain.ts';
import { ANCHOR_PAGE, anchorBoundaries } from './anchor-facility.ts';
import type { LedgerTotals } from './anchor-ledger.ts';
import { AnchorState } from './anchor-state.ts';

/** The most that may be spent on the chain over the life of the store, in CCD (SPEC.md §10.6). */
export const MAX_CHAIN_SPEND_CCD = 5;
/** The same in micro-CCD. */
export const MAX_CHAIN_SPEND_MICROCCD = BigInt(MAX_CHAIN_SPEND_CCD) * 1_000_000n;

/** The budget: the maximum, and what is spent, reserved and left. */
export const AnchorBudget = z
  .object({
    max_chain_spend_ccd: z
      .literal(MAX_CHAIN_SPEND_CCD)
      .meta({ description: 'The most that may be spent on all anchors together, in CCD.' }),
    payment_or_settlement_usd: z.literal(0).meta({ description: 'Payments or settlements, in USD: none.' }),
    max_chain_spend_microccd: MicroCcd.meta({ description: 'The maximum in micro-CCD.' }),
    spent_microccd: MicroCcd.meta({ description: 'Fees that the chain has charged.' }),
    reserved_microccd: MicroCcd.meta({ description: 'Reserved for anchors that are not settled.' }),
    left_microccd: MicroCcd.meta({ description: 'The amount that a new anchor may still reserve.' }),
  })
  .meta({ description: 'Chain spend, over the life of the store.' });
export type AnchorBudget = z.infer<typeof AnchorBudget>;

/** The amount that a new anchor may still reserve; never below zero, even if a fee rose after its reservation. */
export const leftMicroCcd = ({ chargedMicroCcd, reservedMicroCcd }: LedgerTotals): bigint => {
  const left = MAX_CHAIN_SPEND_MICROCCD - chargedMicroCcd - reservedMicroCcd;
  return left > 0n ? left : 0n;
};

/** The budget for these totals. */
export const buildAnchorBudget = (totals: LedgerTotals): AnchorBudget => ({
  max_chain_spend_ccd: MAX_CHAIN_SPEND_CCD,
  payment_or_settlement_usd: 0,
  max_chain_spend_microccd: String(MAX_CHAIN_SPEND_MICROCCD),
  spent_microccd: String(totals.chargedMicroCcd),
  reserved_microccd: String(totals.reservedMicroCcd),
  left_microccd: String(leftMicroCcd(totals)),
});

/** GET /api/agent-acceptance-kit/manifest. */
export const AnchorManifest = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId('agent-acceptance-anchor.manifest')),
    status: z.string().meta({ description: 'Status token of the preview.' }),
    side_effects: z.string().meta({ description: 'The side effects of the facility.' }),
    page: z.url().meta({ description: 'The page for people.' }),
    network: NetworkName,
    simulation: z.boolean().meta({ description: 'True when the network is a simulation.' }),
    live_anchoring_enabled: z.boolean().meta({ description: 'Whether the setting allows live anchoring.' }),
    chain_configured: z.boolean().meta({ description: 'Whether a node and a wallet are configured.' }),
    budget: AnchorBudget,
    stored_anchor_count: Count.meta({ description: 'Anchors stored, in any state; each has a record.' }),
    stored_anchors_by_state: countsUnder(AnchorState.options).meta({ description: 'Stored anchors in each state.' }),
    boundary: z.string().meta({ description: 'What anchoring covers.' }),
    boundaries: z.array(z.string()).meta({ description: 'What the facility does not do.' }),
  })
  .meta({
    id: schemaId('agent-acceptance-anchor.manifest'),
    title: 'Anchor manifest',
    description: 'The anchor facility: its budget, what is spent and left, and its boundaries.',
  });
export type AnchorManifest = z.infer<typeof AnchorManifest>;

/** The current manifest. */
export const buildAnchorManifest = (facts: {
  readonly totals: LedgerTotals;
  readonly byState: Readonly<Record<AnchorState, number>>;
  readonly network: ChainNetwork;
  readonly liveAllowed: boolean;
  readonly chainConfigured: boolean;
  readonly siteUrl: string;
}): AnchorManifest => ({
  ok: true,
  schema: schemaId('agent-acceptance-anchor.manifest'),
  status: 'private_preview_noindex_anchor_facility',
  side_effects: 'anchor-live writes a receipt hash to the chain as registered data; everything else here has none',
  page: `${facts.siteUrl}${ANCHOR_PAGE}`,
  network: facts.network.name,
  simulation: facts.network.simulation,
  live_anchoring_enabled: facts.liveAllowed,
  chain_configured: facts.chainConfigured,
  budget: buildAnchorBudget(facts.totals),
  stored_anchor_count: Object.values(facts.byState).reduce((sum, number) => sum + number, 0),
  stored_anchors_by_state: { ...facts.byState },
  boundary: 'Anchoring covers decision receipt hashes only.',
  boundaries: [...anchorBoundaries],
});
