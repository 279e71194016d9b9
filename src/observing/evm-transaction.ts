import { z } from 'zod';
import {
  MOST_EVENTS,
  type TransactionAnswer,
  type TransactionReader,
} from '../domain/observation/chain-transaction.ts';
import { finalizedBlock, Quantity } from './evm-rpc.ts';
import type { HostTurns } from './host-turns.ts';
import { type ChainNode, failureOf, NodeUnavailable, parsed, rpcClient } from './json-rpc.ts';

const hexOf = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^0x[0-9a-f]{${digits}}$`, 'i'))
    .toLowerCase();

const Receipt = z
  .looseObject({
    transactionHash: hexOf(64),
    blockHash: hexOf(64),
    blockNumber: Quantity,
    from: hexOf(40),
    to: hexOf(40).nullish(),
    status: z.enum(['0x0', '0x1']),
    logs: z.array(z.looseObject({ address: hexOf(40), topics: z.array(hexOf(64)) })),
  })
  .nullable();

/** The receipt of a transaction at a node, if a finalized block holds it. */
const transactionAt = async (node: ChainNode, turns: HostTurns, hash: string): Promise<TransactionAnswer> => {
  const rpc = rpcClient(node, turns);
  try {
    const finalized = await finalizedBlock(rpc, node);
    const receipt = parsed(Receipt, await rpc('eth_getTransactionReceipt', [hash]));
    if (receipt === null) return { read: false, reason: 'transaction_not_found' };
    if (receipt.transactionHash !== hash.toLowerCase()) throw new NodeUnavailable('another transaction');
    if (BigInt(receipt.blockNumber) > BigInt(finalized.number)) return { read: false, reason: 'transaction_not_final' };
    return {
      read: true,
      blockHeight: Number(receipt.blockNumber),
      transaction: {
        status: receipt.status === '0x1' ? 'succeeded' : 'failed',
        sender: receipt.from,
        ...(receipt.to ? { recipient: receipt.to } : {}),
        events: receipt.logs.slice(0, MOST_EVENTS).map(({ address, topics: [topic] }) => ({
          contract: address,
          ...(topic === undefined ? {} : { topic }),
        })),
        block_hash: receipt.blockHash.slice(2),
      },
    };
  } catch (error) {
    return failureOf(error);
  }
};

/**
 * Reads transactions of EVM chains at the node that is configured for each; `no_reader` where none is. Repeats nothing
 * of the address of a node, which may hold a key.
 */
export const evmTransactions = (nodes: readonly ChainNode[], turns: HostTurns): TransactionReader => {
  const byChain = new Map(nodes.map((node) => [node.chainId, node]));
  return (chainId, hash) => {
    const node = byChain.get(chainId);
    return node === undefined
      ? Promise.resolve({ read: false, reason: 'no_reader' })
      : transactionAt(node, turns, hash);
  };
};
