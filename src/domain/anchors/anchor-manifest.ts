import { z } from 'zod';
import { MicroCcd, NetworkName, anchorBoundaries } from './anchor.ts';
import type { LedgerTotals } from './anchor-ledger.ts';
import { AnchorState } from './anchor-state.ts';
import type { ChainNetwork } from '../chains/network.ts';
import { schemaId } from '../vocabulary/service.ts';

/** Most that may be spent on the chain over the life of the store, in CCD (interface.md, Limits). */
export const MAX_CHAIN_SPEND_CCD = 5;
const MICRO_CCD = 1_000_000n;
/** The same in micro-CCD. */
export const MAX_CHAIN_SPEND_MICROCCD = BigInt(MAX_CHAIN_SPEND_CCD) * MICRO_CCD;

/** Page of the anchor facility. */
export const ANCHOR_PAGE = '/agent-acceptance-anchor';

const count = (description: string) => z.int().min(0).meta({ description });

/** The budget with what is spent, held and left. */
export const AnchorBudget = z
  .object({
    max_chain_spend_ccd: z
      .literal(MAX_CHAIN_SPEND_CCD)
      .meta({ description: 'Most that may be spent, in CCD, all anchors together.' }),
    payment_or_settlement_usd: z.literal(0).meta({ description: 'Payments or settlements, in USD: none.' }),
    max_chain_spend_microccd: MicroCcd.meta({ description: 'The maximum in micro-CCD.' }),
    spent_microccd: MicroCcd.meta({ description: 'Fees that the chain has charged.' }),
    reserved_microccd: MicroCcd.meta({ description: 'Held for anchors that are not settled.' }),
    left_microccd: MicroCcd.meta({ description: 'What a new anchor may still reserve.' }),
  })
  .meta({ description: 'Chain spend, over the life of the store.' });
export type AnchorBudget = z.infer<typeof AnchorBudget>;

/** GET /api/agent-acceptance-kit/manifest. */
export const AnchorManifest = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId('agent-acceptance-anchor.manifest')),
    status: z.string().meta({ description: 'Status token of the preview.' }),
    side_effects: z.string().meta({ description: 'What the facility does to the outside world.' }),
    page: z.url().meta({ description: 'The page for people.' }),
    network: NetworkName,
    simulation: z.boolean().meta({ description: 'True when the network is a simulation.' }),
    live_anchoring_enabled: z.boolean().meta({ description: 'Whether the setting allows live anchoring.' }),
    chain_configured: z.boolean().meta({ description: 'Whether a node and a wallet are set.' }),
    budget: AnchorBudget,
    stored_anchor_count: count('Anchors stored, in whatever state: each has a record.'),
    stored_anchors_by_state: z
      .object(
        Object.fromEntries(AnchorState.options.map((state) => [state, count(`Anchors in state ${state}.`)])) as Record<
          AnchorState,
          z.ZodInt
        >,
      )
      .meta({ description: 'The same by state.' }),
    boundary: z.string().meta({ description: 'What anchoring covers.' }),
    boundaries: z.array(z.string()).meta({ description: 'What the facility does not do.' }),
  })
  .meta({
    id: schemaId('agent-acceptance-anchor.manifest'),
    title: 'Anchor manifest',
    description: 'The anchor facility: its budget, what is spent and left, and its boundaries.',
  });
export type AnchorManifest = z.infer<typeof AnchorManifest>;

/** The budget after these totals. What is left is never below zero, even if a fee rose after it was reserved. */
export const buildAnchorBudget = ({ chargedMicroCcd, reservedMicroCcd }: LedgerTotals): AnchorBudget => {
  const left = MAX_CHAIN_SPEND_MICROCCD - chargedMicroCcd - reservedMicroCcd;
  return {
    max_chain_spend_ccd: MAX_CHAIN_SPEND_CCD,
    payment_or_settlement_usd: 0,
    max_chain_spend_microccd: String(MAX_CHAIN_SPEND_MICROCCD),
    spent_microccd: String(chargedMicroCcd),
    reserved_microccd: String(reservedMicroCcd),
    left_microccd: String(left > 0n ? left : 0n),
  };
};

/** The manifest at this moment. */
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
