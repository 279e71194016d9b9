import type { AgentRegistryReader } from '../domain/observation/agent-registry.ts';
import { evmRegistry } from './evm-registry.ts';
import type { HostTurns } from './host-turns.ts';
import type { ChainNode } from './json-rpc.ts';

/** Reads each registry at the node that is configured for its chain; `no_reader` where none is. */
export const registryReaders = (
  concordium: AgentRegistryReader | undefined,
  nodes: readonly ChainNode[],
  turns: HostTurns,
): AgentRegistryReader => {
  const byChain = new Map(nodes.map((node) => [node.chainId, evmRegistry(node, turns)]));
  return {
    agentOf: async (chainId, contract, tokenId) => {
      const evm = byChain.get(chainId);
      if (typeof contract === 'string') {
        return evm === undefined ? { read: false, reason: 'no_reader' } : evm(contract, tokenId);
      }
      return concordium === undefined
        ? { read: false, reason: 'no_reader' }
        : concordium.agentOf(chainId, contract, tokenId);
    },
  };
};
