import { partsOfCaip10 } from '../chains/caip.ts';
import { type ContractRead, textOfRead } from '../datasets/observatory/contract-read.ts';
import type { ObservatoryFile } from '../datasets/observatory/record.ts';
import type { RegistryContract } from './agent-registry.ts';

/** A contract that a record names, with at most one read that its answer is stated for. */
export interface ContractTarget {
  readonly target: 'contract';
  /** The identifier of the contract (CAIP-10), and the read behind a slash. */
  readonly address: string;
  readonly chainId: string;
  readonly contract: RegistryContract;
  readonly read?: ContractRead;
}

interface Naming {
  readonly identity: ObservatoryFile['identity'];
  readonly verifiable: readonly { readonly check: string; readonly reads?: readonly ContractRead[] | undefined }[];
}

/** The namespaces (CAIP-2) whose contracts can be read. */
const readable = new Set(['eip155', 'solana', 'ccd', 'cosmos', 'cip34']);

const ofCaip10 = (identifier: string): ContractTarget => {
  const { chain, address } = partsOfCaip10(identifier);
  return { target: 'contract', address: identifier, chainId: chain, contract: address };
};

const ofIdentity = ({
  method,
  chain_id,
  registry,
  contract,
  account,
}: Naming['identity'][number]): ContractTarget[] => [
  ...(registry === undefined ? [] : [ofCaip10(registry)]),
  ...(method === 'contract' && account !== undefined ? [ofCaip10(account)] : []),
  ...(contract === undefined || chain_id === undefined
    ? []
    : [
        {
          target: 'contract' as const,
          address: `${chain_id}:<${contract.index},${contract.subindex}>`,
          chainId: chain_id,
          contract,
        },
      ]),
];

/**
 * The contracts of a record: one target for each read that it states an answer for, and one for each contract that its
 * identities name and that nothing else reads.
 * @param others the contracts that are read as registries, as `chain:contract`.
 */
export const contractTargets = ({ identity, verifiable }: Naming, others: ReadonlySet<string>): ContractTarget[] => {
  const reads = verifiable.flatMap(({ reads: stated = [] }) =>
    stated.map((read): ContractTarget => {
      const target = ofCaip10(read.contract);
      return { ...target, address: `${target.address}/${textOfRead(read)}`, read };
    }),
  );
  const read = new Set([...others, ...reads.map(({ chainId, contract }) => `${chainId}:${contract as string}`)]);
  const named = new Map(identity.flatMap(ofIdentity).map((target) => [target.address, target]));
  return [...reads, ...[...named.values()].filter(({ address }) => !read.has(address))].filter(({ chainId }) =>
    readable.has(chainId.split(':')[0]!),
  );
};
