import { z } from 'zod';
import type { Caip10 } from '../chains/caip.ts';
import { genesisOfNetwork, NetworkName } from '../chains/network.ts';
import { Sha256Hex } from '../json/sha256.ts';
import { Timestamp } from '../vocabulary/timestamp.ts';
import type { AnchorRecord } from './anchor-record.ts';
import { AnchorState } from './anchor-state.ts';
import { registeredBytesHex } from './registered-data.ts';

/** What an evidence pack says about an anchor: enough to look it up on the chain without this service. */
export const AnchorEvidence = z
  .object({
    receipt_hash_sha256: Sha256Hex.meta({ description: 'The receipt hash that the anchor records.' }),
    state: AnchorState.meta({ description: 'State of the anchor. Only a finalized anchor is evidence.' }),
    seen_finalized: z
      .boolean()
      .meta({ description: 'Whether this service itself found the transaction in a finalized block.' }),
    network: NetworkName,
    transaction_hash: Sha256Hex.nullable().meta({ description: 'The transaction that registered the hash.' }),
    block_hash: Sha256Hex.nullable().meta({ description: 'The block that contains the transaction.' }),
    sender: z.string().nullable().meta({ description: 'Address of the account that sent the transaction.' }),
    registered_data_hex: z
      .string()
      .regex(/^([0-9a-f]{2}){0,256}$/, 'expected bytes in hexadecimal')
      .nullable()
      .meta({ description: 'The registered bytes as they are on the chain, in hexadecimal.' }),
    finalized_at: Timestamp.nullable().meta({ description: 'When the service recorded that the block is final.' }),
  })
  .meta({ description: 'The anchor of a receipt hash on the chain.' });
export type AnchorEvidence = z.infer<typeof AnchorEvidence>;

/** The part of an anchor record that a pack contains. Registered bytes are stated only once they are in a block. */
export const buildAnchorEvidence = (record: AnchorRecord): AnchorEvidence => ({
  receipt_hash_sha256: record.receipt_hash_sha256,
  state: record.state,
  seen_finalized: record.seen_finalized,
  network: record.network,
  transaction_hash: record.transaction_hash,
  block_hash: record.block_hash,
  sender: record.sender,
  registered_data_hex: record.state === 'finalized' ? record.registered_bytes_hex : null,
  finalized_at: record.state === 'finalized' ? record.times.settled_at : null,
});

/** Whether the anchor is on a simulated chain, where it proves nothing. */
export const isSimulated = ({ network }: AnchorEvidence): boolean => network.startsWith('simulation:');

/** Whether the service saw the anchor final and its registered bytes are those of this receipt hash. */
export const isFinalAnchorOf = (anchor: AnchorEvidence, receiptHash: Sha256Hex): boolean =>
  anchor.state === 'finalized' &&
  anchor.seen_finalized &&
  anchor.receipt_hash_sha256 === receiptHash &&
  anchor.registered_data_hex === registeredBytesHex(receiptHash);

/** The sender as CAIP-10, with the first 32 digits of the genesis block hash as chain reference; null when unknown. */
export const senderAccount = ({ network, sender }: AnchorEvidence): Caip10 | null => {
  if (sender === null) return null;
  return `ccd:${genesisOfNetwork(network).slice(0, 32)}:${sender}`;
};
