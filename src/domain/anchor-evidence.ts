import { z } from 'zod';
import type { Caip10 } from './caip.ts';
import { cborText } from './cbor-text.ts';
import { networkOfSetting } from './chain-network.ts';
import { Sha256Hex } from './sha256.ts';
import { Timestamp } from './timestamp.ts';

/** What an evidence pack says about an anchor: enough to look it up on the chain without this service. */
export const AnchorEvidence = z
  .object({
    receipt_hash_sha256: Sha256Hex.meta({ description: 'The receipt hash that the anchor records.' }),
    state: z
      .enum(['prepared', 'submitted', 'finalized', 'failed', 'expired'])
      .meta({ description: 'How far the anchor got. Only a finalized one is evidence.' }),
    network: z.string().meta({ description: 'mainnet, testnet, genesis:<64 hex> or simulation:<64 hex>.' }),
    transaction_hash: Sha256Hex.nullable().meta({ description: 'The transaction that registered the hash.' }),
    block_hash: Sha256Hex.nullable().meta({ description: 'The block that holds the transaction.' }),
    sender: z.string().nullable().meta({ description: 'Address of the account that sent the transaction.' }),
    registered_data_hex: z
      .string()
      .regex(/^([0-9a-f]{2}){0,256}$/, 'expected bytes in hexadecimal')
      .nullable()
      .meta({ description: 'The registered bytes as the chain holds them, in hexadecimal.' }),
    finalized_at: Timestamp.nullable().meta({ description: 'When the block was made, if it is final.' }),
  })
  .meta({ description: 'The anchor of a receipt hash on the chain.' });
export type AnchorEvidence = z.infer<typeof AnchorEvidence>;

/** The exact bytes that an anchor of this hash registers, in hexadecimal: a CBOR text of its 64 digits (contract.md §6). */
export const registeredDataHex = (receiptHash: Sha256Hex): string =>
  Array.from(cborText(receiptHash), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Whether the anchor is final and its registered bytes are those of this receipt hash. */
export const isFinalAnchorOf = (anchor: AnchorEvidence, receiptHash: Sha256Hex): boolean =>
  anchor.state === 'finalized' &&
  anchor.receipt_hash_sha256 === receiptHash &&
  anchor.registered_data_hex === registeredDataHex(receiptHash);

/** The sender as CAIP-10, its chain reference being the first 32 digits of the genesis block hash; null when unknown. */
export const senderAccount = ({ network, sender }: AnchorEvidence): Caip10 | null => {
  if (sender === null) return null;
  const genesis =
    /^(?:genesis|simulation):([0-9a-f]{64})$/.exec(network)?.[1] ?? networkOfSetting(network).genesisBlock;
  return `ccd:${genesis.slice(0, 32)}:${sender}`;
};
