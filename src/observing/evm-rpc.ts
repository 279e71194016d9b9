import { z } from 'zod';
import { type ChainNode, OtherNetwork, parsed, type Rpc } from './json-rpc.ts';

export const Quantity = z.string().regex(/^0x[0-9a-f]{1,64}$/i);
const Block = z.looseObject({ number: Quantity, hash: z.string().regex(/^0x[0-9a-f]{64}$/i) });
const Bytes = z.string().regex(/^0x([0-9a-f]{2})*$/i);

/**
 * The last finalized block of the node.
 * @throws OtherNetwork when the node reports a chain other than the one that it was named for.
 */
export const finalizedBlock = async (rpc: Rpc, { chainId }: ChainNode): Promise<z.infer<typeof Block>> => {
  const chain = BigInt(parsed(Quantity, await rpc('eth_chainId', [])));
  if (`eip155:${chain}` !== chainId) throw new OtherNetwork('another chain');
  return parsed(Block, await rpc('eth_getBlockByNumber', ['finalized', false]));
};

/** The code at an address in a block, `0x` where there is none. */
export const codeAt = async (rpc: Rpc, address: string, block: string): Promise<string> =>
  parsed(Bytes, await rpc('eth_getCode', [address, block]));

/** What a call returns in a block, without a transaction. @throws Reverted */
export const callAt = async (rpc: Rpc, to: string, data: string, block: string): Promise<string> =>
  parsed(Bytes, await rpc('eth_call', [{ to, data }, block]));
