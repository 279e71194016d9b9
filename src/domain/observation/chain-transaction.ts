import { z } from 'zod';
import { Sha256Hex } from '../json/sha256.ts';
import type { ObservationReason } from './observation-terms.ts';

/** At most so many events of a transaction are kept. */
export const MOST_EVENTS = 20;

const Hex = z.string().regex(/^0x[0-9a-f]{1,64}$/);

/** A transaction as the chain has it. */
export const ChainTransaction = z.strictObject({
  status: z.enum(['succeeded', 'failed']).meta({ description: 'What came of it.' }),
  sender: Hex.meta({ description: 'The account that sent it.' }),
  recipient: Hex.optional().meta({ description: 'What it was sent to; absent where it created a contract.' }),
  events: z
    .array(
      z.strictObject({
        contract: Hex.meta({ description: 'The contract that emitted it.' }),
        topic: Hex.optional().meta({ description: 'Its first topic: the hash of its signature.' }),
      }),
    )
    .max(MOST_EVENTS)
    .meta({ description: `Its events in their order, at most ${MOST_EVENTS}.` }),
  block_hash: Sha256Hex.meta({ description: 'The block that it is in.' }),
});
export type ChainTransaction = z.infer<typeof ChainTransaction>;

/** The answer of a node about one transaction. */
export type TransactionAnswer =
  | { readonly read: true; readonly transaction: ChainTransaction; readonly blockHeight: number }
  | {
      readonly read: false;
      readonly reason: Extract<
        ObservationReason,
        'other_network' | 'node_unavailable' | 'no_reader' | 'transaction_not_found' | 'transaction_not_final'
      >;
    };

/** Reads a transaction of a chain by its hash. Never rejects: a failed read is an answer, too. */
export type TransactionReader = (chainId: string, hash: string) => Promise<TransactionAnswer>;
