import { z } from 'zod';
import { explorerAddress, NetworkName, networkOfGenesis } from '../chains/network.ts';
import { Sha256Hex } from '../json/sha256.ts';
import { RECEIPT_TEXT } from '../receipts/decision-receipt.ts';
import { schemaId } from '../vocabulary/service.ts';
import { DocumentAddress } from '../vocabulary/text.ts';
import { Timestamp } from '../vocabulary/timestamp.ts';
import { AnchorRate, MicroCcd, nullable } from './anchor-chain.ts';
import type { LedgerEntry } from './anchor-ledger.ts';
import { anchorBoundaries, anchorProblems, AnchorState, nextStep, stateMeaning } from './anchor-state.ts';
import { registeredBytesHex } from './registered-data.ts';

/** The record of one anchor: GET /api/agent-acceptance-kit/anchors/{hash}. */
export const AnchorRecord = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId('agent-acceptance-anchor.record')),
    receipt_hash_sha256: Sha256Hex.meta({ description: 'Hash of the decision receipt that is anchored.' }),
    state: AnchorState,
    state_meaning: z.string().meta({ description: 'The meaning of the state.' }),
    next_step: z.string().meta({ description: 'What happens next, or what a reader can do.' }),
    problem: nullable(
      z.object({
        code: z
          .enum(Object.keys(anchorProblems) as [keyof typeof anchorProblems])
          .meta({ description: 'Code of the problem.' }),
        detail: z.string().meta({ description: 'The problem in words.' }),
      }),
      'The problem that currently prevents progress, or the reason for the final state; null when there is none.',
    ),
    origin: z
      .enum(['this_service', 'imported'])
      .meta({ description: 'Who made the anchor: this service or someone else.' }),
    seen_finalized: z
      .boolean()
      .meta({ description: 'Whether this service itself found the transaction in a finalized block of the network.' }),
    network: NetworkName,
    genesis_block: Sha256Hex.meta({ description: 'Hash of the genesis block of the network.' }),
    simulation: z.boolean().meta({ description: 'True on a simulated chain, where an anchor proves nothing.' }),
    transaction_hash: nullable(Sha256Hex, 'Hash of the transaction; null before it is signed.'),
    block_hash: nullable(Sha256Hex, 'Hash of the finalized block that contains it.'),
    sender: nullable(z.string(), 'The account that sent it (Base58).'),
    registered_bytes_hex: z
      .string()
      .regex(/^[0-9a-f]{132}$/)
      .meta({
        description:
          'The bytes on the chain: the CBOR text string of the 64 digits of the hash, 66 bytes, in hexadecimal.',
      }),
    energy: nullable(z.int().min(0), 'Energy used, or estimated before it is settled.'),
    cost: z
      .object({
        estimated_microccd: nullable(MicroCcd, 'Fee expected when the hash was claimed.'),
        reserved_microccd: MicroCcd.meta({ description: 'Amount of the budget that is reserved now, micro-CCD.' }),
        charged_microccd: nullable(MicroCcd, 'Fee that the chain charged; null until it is settled.'),
        rate: nullable(AnchorRate, 'Exchange rates behind the estimate.'),
      })
      .meta({ description: 'The cost to the operator of this service.' }),
    times: z
      .object({
        claimed_at: Timestamp.meta({ description: 'When the hash was claimed or the anchor imported.' }),
        signed_at: nullable(Timestamp, 'When the signed transaction was stored.'),
        submitted_at: nullable(Timestamp, 'When a node confirmed that it has the transaction.'),
        settled_at: nullable(Timestamp, 'When the final state was recorded: finalized, failed or expired.'),
        checked_at: nullable(Timestamp, 'When the chain was last asked.'),
        expires_at: nullable(Timestamp, 'No block after this time can include the transaction.'),
      })
      .meta({ description: 'When each step happened.' }),
    verify: z
      .object({
        explorer: nullable(
          DocumentAddress,
          'The transaction in a public explorer; null when no public explorer covers the network.',
        ),
        steps: z.array(z.string()).meta({ description: 'The steps, in order.' }),
      })
      .meta({ description: 'How to check the anchor without this service.' }),
    boundaries: z.array(z.string()).meta({ description: 'What an anchor does not show.' }),
  })
  .meta({
    id: schemaId('agent-acceptance-anchor.record'),
    title: 'Anchor record',
    description: 'What is known about the anchor of one decision receipt hash.',
  });
export type AnchorRecord = z.infer<typeof AnchorRecord>;

const verifySteps = ({ receiptHash, transactionHash, sender }: LedgerEntry, network: string): string[] => [
  `To compute the hash of the receipt, ${RECEIPT_TEXT}: the SHA-256 of that text must be ${receiptHash}.`,
  transactionHash === null
    ? 'No transaction exists yet, so there is nothing on a chain to look up.'
    : `Look up transaction ${transactionHash} on ${network} in a block explorer, or request its status from any node of that network (GetBlockItemStatus).`,
  `It must be finalized and be a register-data transaction${sender === null ? '' : `, be sent by ${sender} or an alias of it (the first 29 of the 32 address bytes are the same)`}, and have registered exactly these bytes: ${registeredBytesHex(receiptHash)}.`,
  'Those bytes are 78 40 (a CBOR text string of 64 bytes) and the 64 ASCII digits of the hash: drop the first two bytes and read the rest as text.',
];

const energyOf = ({ energyUsed, estimate }: LedgerEntry): number | null => {
  const energy = energyUsed ?? estimate?.energy;
  return energy === undefined ? null : Number(energy);
};

/** The public record of a ledger entry. */
export const buildAnchorRecord = (entry: LedgerEntry): AnchorRecord => {
  const { name, simulation } = networkOfGenesis(entry.genesisBlock);
  return {
    ok: true,
    schema: schemaId('agent-acceptance-anchor.record'),
    receipt_hash_sha256: entry.receiptHash,
    state: entry.state,
    state_meaning: stateMeaning(entry),
    next_step: nextStep(entry),
    problem: entry.problem === null ? null : { code: entry.problem, detail: anchorProblems[entry.problem] },
    origin: entry.origin,
    // The chain alone settles an anchor so: what failed is in a finalized block, too.
    seen_finalized: entry.state === 'finalized' || entry.state === 'failed',
    network: name,
    genesis_block: entry.genesisBlock,
    simulation,
    transaction_hash: entry.transactionHash,
    block_hash: entry.blockHash,
    sender: entry.sender,
    registered_bytes_hex: registeredBytesHex(entry.receiptHash),
    energy: energyOf(entry),
    cost: {
      estimated_microccd: entry.estimate === null ? null : String(entry.estimate.microCcd),
      reserved_microccd: String(entry.reservedMicroCcd),
      charged_microccd:
        entry.origin === 'this_service' && entry.settledAt !== null ? String(entry.chargedMicroCcd) : null,
      rate: entry.estimate?.rate ?? null,
    },
    times: {
      claimed_at: entry.claimedAt,
      signed_at: entry.signedAt,
      submitted_at: entry.submittedAt,
      settled_at: entry.settledAt,
      checked_at: entry.checkedAt,
      expires_at: entry.expiresAt === null ? null : new Date(entry.expiresAt * 1000).toISOString(),
    },
    verify: {
      explorer: entry.transactionHash === null ? null : explorerAddress(name, entry.transactionHash),
      steps: verifySteps(entry, name),
    },
    boundaries: [...anchorBoundaries],
  };
};
