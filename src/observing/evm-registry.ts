import { z } from 'zod';
import type { RegisteredAgent, RegistryAnswer } from '../domain/observation/agent-registry.ts';
import { callData, findAddress, findText, type IdentityRead } from './erc8004-abi.ts';
import {
  type EvmNode,
  finalizedBlock,
  NodeUnavailable,
  OtherNetwork,
  parsed,
  Reverted,
  type Rpc,
  rpcClient,
} from './evm-rpc.ts';
import type { HostTurns } from './host-turns.ts';

class UnusableContract extends Error {
  override readonly name = 'UnusableContract';
}

const orIfReverted =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (error instanceof Reverted) return value;
    throw error;
  };

const readAgent = async (
  rpc: Rpc,
  contract: string,
  tokenId: string,
  block: string,
): Promise<RegisteredAgent | undefined> => {
  const code = parsed(z.string(), await rpc('eth_getCode', [contract, block]));
  if (code === '0x') throw new UnusableContract('there is no such contract');
  const read = (name: IdentityRead) =>
    rpc('eth_call', [{ to: contract, data: callData(name, tokenId) }, block]).then((answer) =>
      parsed(z.string(), answer),
    );
  const ownerAnswer = await read('ownerOf').catch(orIfReverted(undefined));
  if (ownerAnswer === undefined) return undefined;
  const owner = findAddress(ownerAnswer);
  if (owner === undefined) throw new UnusableContract('ownerOf returns no address');
  const uri = findText(await read('tokenURI').catch(orIfReverted('0x')));
  // Instances other than the canonical one may have no wallets.
  const wallet = findAddress(await read('getAgentWallet').catch(orIfReverted('0x')));
  return {
    status: 'registered',
    owner,
    cardAddress: uri || undefined,
    cardSha256: undefined,
    ...(wallet === undefined ? {} : { wallet: BigInt(wallet) === 0n ? null : wallet }),
  };
};

/**
 * Reads agents of ERC-8004 identity registries at a node, from its last finalized block. The node must report the chain
 * that it was named for. Never rejects because of what it answers, and repeats nothing of its address, which may hold a key.
 */
export const evmRegistry = (node: EvmNode, turns: HostTurns) => {
  const rpc = rpcClient(node, turns);
  return async (contract: string, tokenId: string): Promise<RegistryAnswer> => {
    try {
      if (BigInt(tokenId) >= 2n ** 256n) throw new UnusableContract('an id has at most 256 bits');
      const block = await finalizedBlock(rpc, node);
      const agent = await readAgent(rpc, contract, tokenId, block.number);
      return { read: true, agent, blockHash: block.hash.slice(2).toLowerCase(), blockHeight: Number(block.number) };
    } catch (error) {
      if (error instanceof OtherNetwork) return { read: false, reason: 'other_network' };
      if (error instanceof UnusableContract || error instanceof Reverted)
        return { read: false, reason: 'contract_unusable' };
      if (error instanceof NodeUnavailable) return { read: false, reason: 'node_unavailable' };
      throw error;
    }
  };
};
