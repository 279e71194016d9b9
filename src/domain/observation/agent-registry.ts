import type { ContractAddress } from '../chains/concordium-reference.ts';
import type { Sha256Hex } from '../json/sha256.ts';
import type { ObservationReason } from './observation-terms.ts';

/** An agent as its registry contract describes it (CIS-8004, AgentView). */
export interface RegisteredAgent {
  readonly status: 'active' | 'revoked';
  readonly owner: string;
  readonly cardAddress: string | undefined;
  readonly cardSha256: Sha256Hex | undefined;
}

/** The answer of a registry about one token, from a finalized block. */
export type RegistryAnswer =
  | { readonly read: true; readonly agent: RegisteredAgent | undefined; readonly blockHash: Sha256Hex }
  | {
      readonly read: false;
      readonly reason: Extract<ObservationReason, 'other_network' | 'node_unavailable' | 'contract_unusable'>;
    };

/** A read-only client of CIS-8004 agent registries on one network. */
export interface AgentRegistryReader {
  /** Never rejects: a failed read is an answer, too. */
  agentOf(chainId: string, contract: ContractAddress, tokenId: string): Promise<RegistryAnswer>;
}
