import { isChainFailure } from '../domain/anchors/anchor-state.ts';
import type { ChainNetwork } from '../domain/chains/network.ts';
import type { ContractReader } from '../domain/observation/contract-state.ts';
import { loadSdk, type NodeAccess, openClient, rpcCode } from './node.ts';

/**
 * A reader of contract instances on Concordium: whether the instance exists in the last finalized block. Loads and
 * connects on first use.
 */
export const openContractReader = (access: NodeAccess, network: ChainNetwork): ContractReader => {
  const ask = openClient(access);
  return async (chainId, contract) => {
    const isHere = chainId === `ccd:${network.genesisBlock.slice(0, 32)}`;
    if (!isHere || typeof contract === 'string') return { read: false, reason: 'other_network' };
    try {
      return await ask(async (client) => {
        const sdk = await loadSdk();
        const { genesisBlock, lastFinalizedBlock: block } = await client.getConsensusStatus();
        if (genesisBlock.toString() !== network.genesisBlock) return { read: false, reason: 'other_network' } as const;
        const hasCode = await client
          .getInstanceInfo(sdk.ContractAddress.create(contract.index, contract.subindex), block)
          .then(() => true)
          .catch((failure: unknown) => {
            if (rpcCode(failure) === 'NOT_FOUND') return false;
            throw failure;
          });
        return { read: true, state: { has_code: hasCode }, block: block.toString() } as const;
      });
    } catch (failure) {
      if (isChainFailure(failure)) return { read: false, reason: 'node_unavailable' };
      throw failure;
    }
  };
};
