import { z } from 'zod';
import { type ChainNetwork, NetworkName } from '../chains/network.ts';
import { Sha256Hex } from '../json/sha256.ts';
import type { ErrorCode } from '../vocabulary/errors.ts';
import { previewPages, schemaId } from '../vocabulary/service.ts';
import { Count, countsUnder } from '../vocabulary/terms.ts';
import {
  anchorEnergy,
  AnchorRate,
  type ChainQuote,
  clocksDiffer,
  estimateFee,
  MicroCcd,
  nullable,
} from './anchor-chain.ts';
import type { LedgerEntry, LedgerTotals } from './anchor-ledger.ts';
import {
  anchorAddress,
  anchorBoundaries,
  AnchorState,
  type ChainFailureCode,
  chainFailures,
  isTaken,
} from './anchor-state.ts';
import { registeredBytesHex } from './registered-data.ts';

/** The most that may be spent on one network over the life of the store, in CCD (SPEC.md §10.6). */
export const MAX_CHAIN_SPEND_CCD = 5;
/** The same in micro-CCD. */
export const MAX_CHAIN_SPEND_MICROCCD = BigInt(MAX_CHAIN_SPEND_CCD) * 1_000_000n;

/** The budget: the maximum, and what is spent, reserved and left. */
export const AnchorBudget = z
  .object({
    max_chain_spend_ccd: z
      .literal(MAX_CHAIN_SPEND_CCD)
      .meta({ description: 'The most that may be spent on all anchors of this network together, in CCD.' }),
    payment_or_settlement_usd: z.literal(0).meta({ description: 'Payments or settlements, in USD: none.' }),
    max_chain_spend_microccd: MicroCcd.meta({ description: 'The maximum in micro-CCD.' }),
    spent_microccd: MicroCcd.meta({ description: 'Fees that the chain has charged.' }),
    reserved_microccd: MicroCcd.meta({ description: 'Reserved for anchors that are not settled.' }),
    left_microccd: MicroCcd.meta({ description: 'The amount that a new anchor may still reserve.' }),
  })
  .meta({ description: 'Chain spend on this network, over the life of the store.' });
export type AnchorBudget = z.infer<typeof AnchorBudget>;

/** The amount that a new anchor may still reserve; never below zero, even if a fee rose after its reservation. */
const leftMicroCcd = ({ chargedMicroCcd, reservedMicroCcd }: LedgerTotals): bigint => {
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
    stored_anchor_count: Count.meta({
      description: 'Anchors stored on this network, in any state; each has a record.',
    }),
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
  page: `${facts.siteUrl}${previewPages.anchor}`,
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

/** Every reason why a live anchor is declined, in the order of the gate (SPEC.md §10.3). */
export const refusals = {
  admin_token_not_set: 'No administrator token is configured, so no one may call anchor-live.',
  live_anchoring_disabled: 'AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA does not have the value 1.',
  chain_not_configured: 'No chain node is configured.',
  ...chainFailures,
  clock_differs: 'The clock of the service and the last finalized block of the chain are minutes apart.',
  already_known: 'This hash already has an anchor record; a hash gets only one transaction, ever.',
  budget_exhausted: 'The remaining budget does not cover the reservation for this anchor.',
  account_balance_too_low: 'The account of the wallet does not hold what this anchor and all unfinished ones may cost.',
} as const;
export type RefusalCode = keyof typeof refusals;

const errorOf: Partial<Record<RefusalCode, ErrorCode>> = {
  live_anchoring_disabled: 'live_anchoring_disabled',
  budget_exhausted: 'budget_exhausted',
  account_balance_too_low: 'chain_unavailable',
  node_unavailable: 'chain_unavailable',
  node_answer_unusable: 'chain_unavailable',
  node_refuses_call: 'chain_unavailable',
  wrong_network: 'chain_unavailable',
  account_busy: 'chain_unavailable',
  clock_differs: 'chain_unavailable',
};

/** The error code with which anchor-live answers a refusal: anything that is not set up counts as no chain. */
export const refusalError = (code: RefusalCode): ErrorCode => errorOf[code] ?? 'chain_not_configured';

/** The settings for anchoring. */
export interface AnchorSettings {
  readonly network: ChainNetwork;
  readonly adminTokenSet: boolean;
  readonly liveAllowed: boolean;
  readonly nodeConfigured: boolean;
  readonly walletConfigured: boolean;
}

/** The refusals that follow from the settings alone, in the order of the gate (SPEC.md §10.5). */
export const gateRefusals = (settings: AnchorSettings): RefusalCode[] => [
  ...(settings.adminTokenSet ? [] : (['admin_token_not_set'] as const)),
  ...(settings.liveAllowed ? [] : (['live_anchoring_disabled'] as const)),
  ...(settings.nodeConfigured ? [] : (['chain_not_configured'] as const)),
  ...(settings.walletConfigured ? [] : (['wallet_not_set'] as const)),
];

/** The facts from which a claim is planned. */
export interface ClaimQuestion {
  /** The answer of the chain, why there is none, or undefined when no chain is configured. */
  readonly quote: ChainQuote | ChainFailureCode | undefined;
  readonly totals: LedgerTotals;
  readonly now: Date;
}

/**
 * Decides what a claim would cost, where a rate is known, and finds what the chain, the account, the budget and the balance have
 * against it, in the order of the gate. Does nothing.
 */
export const planClaim = ({ quote, totals, now }: ClaimQuestion) => {
  const answered = typeof quote === 'object' ? quote : undefined;
  const account = answered?.account.usable ? answered.account : undefined;
  const signatures = account?.signatures ?? 1;
  const estimate = answered && estimateFee(signatures, answered);

  const found: RefusalCode[] = [];
  if (typeof quote === 'string') found.push(quote);
  if (answered && !answered.account.usable) found.push(answered.account.failure);
  if (answered && clocksDiffer(answered, now)) found.push('clock_differs');
  if (estimate && estimate.reservedMicroCcd > leftMicroCcd(totals)) found.push('budget_exhausted');
  // What is held for unfinished anchors may still be charged to the same account.
  if (account && estimate && account.availableMicroCcd < totals.reservedMicroCcd + estimate.reservedMicroCcd)
    found.push('account_balance_too_low');
  return { signatures, estimate, found };
};

/** The refusals that do not count for a hash that is known already: it costs nothing more. */
const aboutMoney: ReadonlySet<RefusalCode> = new Set(['budget_exhausted', 'account_balance_too_low']);

/** The facts from which a plan is made. */
export interface AnchorQuestion extends AnchorSettings, ClaimQuestion {
  readonly receiptHash: Sha256Hex;
  readonly known: LedgerEntry | undefined;
  /** What is wrong with the files of headers and of the wallet, as far as it shows without the chain. */
  readonly fileRefusals?: readonly ChainFailureCode[];
}

const ORDER = Object.keys(refusals);

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
          AnchorRate.extend({ block_hash: Sha256Hex.meta({ description: 'That block.' }) }),
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

/** What anchoring the hash would do and cost, with every refusal in the order of the gate. Does nothing. */
export const buildAnchorPreview = (question: AnchorQuestion, siteUrl: string): AnchorPreview => {
  const { receiptHash, network, quote, known, fileRefusals = [] } = question;
  const { signatures, estimate, ...plan } = planClaim(question);
  const planned =
    known && isTaken(known)
      ? [...plan.found.filter((code) => !aboutMoney.has(code)), 'already_known' as const]
      : plan.found;
  const found = new Set<RefusalCode>([...gateRefusals(question), ...planned, ...fileRefusals]);
  const payloadHex = registeredBytesHex(receiptHash);
  return {
    ok: true,
    schema: schemaId('agent-acceptance-anchor.preview'),
    status: 'private_preview_noindex_anchor_preview',
    side_effects: 'none',
    page: `${siteUrl}${previewPages.anchor}`,
    receipt_hash_sha256: receiptHash,
    network: network.name,
    simulation: network.simulation,
    registered_bytes_hex: payloadHex,
    registered_bytes_length: payloadHex.length / 2,
    energy: Number(anchorEnergy(signatures)),
    signatures,
    cost: {
      rate_status: estimate ? 'read_from_chain' : 'rate_unavailable',
      microccd: estimate ? String(estimate.microCcd) : null,
      reservation_microccd: estimate ? String(estimate.reservedMicroCcd) : null,
      rate: estimate && typeof quote === 'object' ? { ...estimate.rate, block_hash: quote.blockHash } : null,
    },
    budget: buildAnchorBudget(question.totals),
    would_go_ahead: found.size === 0 && estimate !== undefined,
    reasons: [...found]
      .toSorted((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other))
      .map((code) => ({ code, detail: refusals[code] })),
    anchor: known ? anchorAddress(siteUrl, receiptHash) : null,
    boundaries: [...anchorBoundaries],
  };
};
