import { z } from 'zod';
import type { ContractRead } from '../datasets/observatory/contract-read.ts';
import { Sha256Hex } from '../json/sha256.ts';
import type { RegistryContract } from './agent-registry.ts';
import type { ObservationReason } from './observation-terms.ts';

/** A contract as the chain has it. */
export const ContractState = z.strictObject({
  has_code: z.boolean().meta({ description: 'Whether code stands at the address.' }),
  code_sha256: Sha256Hex.optional().meta({ description: 'SHA-256 of the code, where all of it was read.' }),
  answer: z.string().max(2000).optional().meta({ description: 'What the function that was called returned.' }),
});
export type ContractState = z.infer<typeof ContractState>;

/** The answer of a node about a contract. A function that refuses, or returns another type, gives no `answer`. */
export type ContractAnswer =
  | {
      readonly read: true;
      readonly state: ContractState;
      /** Height, slot or hash of the finalized block that was read. */
      readonly block: string;
    }
  | {
      readonly read: false;
      readonly reason: Extract<
        ObservationReason,
        'other_network' | 'node_unavailable' | 'contract_unusable' | 'no_reader'
      >;
    };

/** Reads a contract, and what one read of it answers. Never rejects: a failed read is an answer, too. */
export type ContractReader = (
  chainId: string,
  contract: RegistryContract,
  read?: ContractRead,
) => Promise<ContractAnswer>;
