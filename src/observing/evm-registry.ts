import { decodeAnswer, encodeCall, type EvmFunction } from '../domain/chains/evm-abi.ts';
import type { RegisteredAgent, RegistryAnswer } from '../domain/observation/agent-registry.ts';
import { callAt, codeAt, finalizedBlock } from './evm-rpc.ts';
import type { HostTurns } from './host-turns.ts';
import { type ChainNode, failureOf, Reverted, type Rpc, rpcClient } from './json-rpc.ts';

/** A read of an ERC-8004 identity registry, by the id of an agent. */
const readOf = (name: string, output: string): EvmFunction => ({ name, inputs: ['uint256'], output });
const ownerOf = readOf('ownerOf', 'address');
const tokenUri = readOf('tokenURI', 'string');
const agentWallet = readOf('getAgentWallet', 'address');

class UnusableContract extends Error {
  override readonly name = 'UnusableContract';
}

/** Nothing, where the contract refused the call. */
const noneIfReverted = (error: unknown): undefined => {
  if (error instanceof Reverted) return undefined;
  throw error;
};

const readAgent = async (
  rpc: Rpc,
  contract: string,
  tokenId: string,
  block: string,
): Promise<RegisteredAgent | undefined> => {
  if ((await codeAt(rpc, contract, block)) === '0x') throw new UnusableContract('there is no such contract');
  const call = (read: EvmFunction) => callAt(rpc, contract, encodeCall(read, [tokenId]), block).catch(noneIfReverted);
  const valueOf = async (read: EvmFunction) => {
    const answer = await call(read);
    return answer === undefined ? undefined : decodeAnswer(read.output, answer);
  };
  const ownerAnswer = await call(ownerOf);
  if (ownerAnswer === undefined) return undefined;
  const owner = decodeAnswer(ownerOf.output, ownerAnswer);
  if (owner === undefined) throw new UnusableContract('ownerOf returns no address');
  const uri = await valueOf(tokenUri);
  // Instances other than the canonical one may have no wallets.
  const wallet = await valueOf(agentWallet);
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
export const evmRegistry = (node: ChainNode, turns: HostTurns) => {
  const rpc = rpcClient(node, turns);
  return async (contract: string, tokenId: string): Promise<RegistryAnswer> => {
    try {
      if (BigInt(tokenId) >= 2n ** 256n) throw new UnusableContract('an id has at most 256 bits');
      const block = await finalizedBlock(rpc, node);
      const agent = await readAgent(rpc, contract, tokenId, block.number);
      return { read: true, agent, blockHash: block.hash.slice(2).toLowerCase(), blockHeight: Number(block.number) };
    } catch (error) {
      if (error instanceof UnusableContract) return { read: false, reason: 'contract_unusable' };
      return failureOf(error);
    }
  };
};
