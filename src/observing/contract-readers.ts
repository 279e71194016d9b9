import type { ContractReader } from '../domain/observation/contract-state.ts';
import { evmContract } from './evm-contract.ts';
import type { HostTurns } from './host-turns.ts';
import type { ChainNode } from './json-rpc.ts';
import { solanaContract } from './solana-contract.ts';

/** Reads each contract at the node that is configured for its chain; `no_reader` where none is. */
export const contractReaders = (
  concordium: ContractReader | undefined,
  nodes: readonly ChainNode[],
  turns: HostTurns,
): ContractReader => {
  const byChain = new Map(
    nodes.map((node) => [
      node.chainId,
      node.chainId.startsWith('solana:') ? solanaContract(node, turns) : evmContract(node, turns),
    ]),
  );
  return async (chainId, contract, read) => {
    const named = byChain.get(chainId);
    if (typeof contract !== 'string') return concordium?.(chainId, contract) ?? { read: false, reason: 'no_reader' };
    return named?.(contract, read) ?? { read: false, reason: 'no_reader' };
  };
};
