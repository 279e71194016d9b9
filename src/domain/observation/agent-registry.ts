import type { ContractAddress } from '../chains/concordium-reference.ts';
import type { Sha256Hex } from '../json/sha256.ts';
import type { ObservationReason } from './observation-terms.ts';

/** A registry contract: on Concordium by index and subindex, on an EVM chain by its address. */
export type RegistryContract = ContractAddress | string;

/** An agent as its registry contract describes it (CIS-8004, AgentView; ERC-8004, identity registry). */
export interface RegisteredAgent {
  /** `registered`: the registry has the agent and keeps no status. */
  readonly status: 'active' | 'revoked' | 'registered';
  readonly owner: string;
  /** The wallet of the agent, set only with a signature of the wallet; null when the registry names none. */
  readonly wallet?: string | null;
  readonly cardAddress: string | undefined;
  readonly cardSha256: Sha256Hex | undefined;
}

/** The answer of a registry about one token, from a finalized block. */
export type RegistryAnswer =
  | {
      readonly read: true;
      readonly agent: RegisteredAgent | undefined;
      readonly blockHash: Sha256Hex;
      /** Height of that block, where blocks are known by it. */
      readonly blockHeight?: number;
    }
  | {
      readonly read: false;
      readonly reason: Extract<
        ObservationReason,
        'other_network' | 'node_unavailable' | 'contract_unusable' | 'no_reader'
      >;
    };

/** A read-only client of agent registries. */
export interface AgentRegistryReader {
  /** Never rejects: a failed read is an answer, too. */
  agentOf(chainId: string, contract: RegistryContract, tokenId: string): Promise<RegistryAnswer>;
}
