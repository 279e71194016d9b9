import type { ContractReader } from '../domain/observation/contract-state.ts';
import { cardanoPolicy } from './cardano-policy.ts';
import { cosmosContract } from './cosmos-contract.ts';
import { evmContract } from './evm-contract.ts';
import type { HostTurns } from './host-turns.ts';
import type { ChainNode } from './json-rpc.ts';
import { solanaContract } from './solana-contract.ts';

/** The readers by namespace (CAIP-2); EVM chains have the other one. */
const readers: Readonly<Record<string, typeof evmContract>> = {
  solana: solanaContract,
  cosmos: cosmosContract,
  cip34: cardanoPolicy,
};

/** Reads each contract at the node that is configured for its chain; `no_reader` where none is. */
export const contractReaders = (
  concordium: ContractReader | undefined,
  nodes: readonly ChainNode[],
  turns: HostTurns,
): ContractReader => {
  const byChain = new Map(
    nodes.map((node) => [node.chainId, (readers[node.chainId.split(':')[0]!] ?? evmContract)(node, turns)]),
  );
  return async (chainId, contract, read) => {
    const named = byChain.get(chainId);
    if (typeof contract !== 'string') return concordium?.(chainId, contract) ?? { read: false, reason: 'no_reader' };
    return named?.(contract, read) ?? { read: false, reason: 'no_reader' };
  };
};
